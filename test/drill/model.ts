import type { AddressText } from "../../src/model/address.ts";
import { parseAddress } from "../../src/model/address.ts";
import { mustAgree, mustSettle } from "./agreement.ts";
import { beginOf } from "./footage.ts";
import { inMemory } from "./ground.ts";
import type { History } from "./history.ts";
import { forgetUnexecuted, resolve } from "./people.ts";
import type { End, Workspace } from "./process.ts";
import { take } from "./steps.ts";
import { judged, type SeenPost } from "./verdict.ts";
import { personAt, wantedIn } from "./wish.ts";
import { apply, CALM, executeLate, type Living, mustHold, type World, withWorld } from "./world.ts";

/** Lives through a history and then brings everything home. Throws an `Error` that says what did not hold. */
export async function live(
	{ steps, ...about }: History,
	living: Living = { on: inMemory, tally: new Map() },
): Promise<void> {
	await withWorld({ ...about, ...living }, async (world) => {
		for (const each of steps) {
			await take(world, each);
			mustHold(world);
		}
		await mustSettle(world);
		mustHold(world);
		await comeHome(world);
		await mustAgree(world);
		for (const why of judged(world.log.seen, world.log.words, world.ground).counted)
			world.happened(`${TWICE}${why}`);
	});
}

/** How a second post is counted that the history itself explains. */
export const TWICE = "twice, ";
const SIXTY_DAYS_MS = 60 * 86_400_000;
/** So often everything is applied in the end, at most. */
const ROUNDS = 6;

/**
 * In the end everything that is wanted was seen, unless a person gave it up or the plan says why it is held
 * back.
 */
async function comeHome(world: World): Promise<void> {
	// Whatever the service still holds is out by then.
	if (world.calendar) world.clockMs += SIXTY_DAYS_MS;
	const ends = new Map<Workspace, End>();
	for (let round = 0, before = -1; round < ROUNDS && countOf(world) !== before; round++) {
		before = round === 0 ? -1 : countOf(world);
		for (const workspace of world.workspaces) {
			ends.set(workspace, await applyAtHome(world, workspace));
			mustHold(world);
		}
	}
	for (const [workspace, end] of ends) mustBeThere(world, workspace, end);
}

function countOf({ log }: World): number {
	return log.seen.length + log.submitted;
}

/** A person adopts, resolves, and looks after names; then what is wanted is applied calmly. */
async function applyAtHome(world: World, workspace: Workspace): Promise<End> {
	executeLate(world);
	const { handles } = world.platforms;
	workspace.isOld = world.ground.isAlone;
	const { other: _, ...own } = handles;
	workspace.wish = { ...workspace.wish, handles: own, posting: true, declared: true, at: undefined };
	await workspace.place.adopt();
	await resolve(world, workspace, { abandon: false });
	if (!workspace.isOld) await forgetUnexecuted(world, workspace);
	return apply(world, CALM, { retry: true, at: workspace });
}

function mustBeThere(world: World, { wish, place }: Workspace, end: End): void {
	const { log, ground, happened } = world;
	if (end.as !== "done") throw new Error(`${end.as}: ${end.as === "refused" ? end.fault.message : ""}`);
	const open = end.rest.changes.filter(({ action }) => action === "unknown");
	if (open.length > 0) throw new Error(`still unknown: ${open.map(({ address }) => address).join(", ")}`);
	const seen = log.seen.filter(
		({ home, fate }) => fate !== "cancelled" && (ground.isShared || home === place.home.name),
	);
	const names = [...seen.map(({ moment, person }) => `${moment} ${person}`), ...log.given];
	const held = heldBack(wish, end);
	const missing = wantedIn(wish).filter((post) => {
		const times = names.filter((each) => each === post).length;
		// What was handed over keeps its place, and so does what a person is asked about: nothing new takes it.
		const taken = [...names, ...held.keys()].filter((each) => each !== post);
		const places = new Set(taken.filter((each) => each.split(" ")[1] === post.split(" ")[1]));
		return times < wish.repeat && !(times === 0 && places.size >= wish.top);
	});
	for (const post of missing) {
		const why = held.get(post);
		if (why === undefined) throw new Error(`never posted: ${post} in ${place.name}`);
		if (!mayNeedPerson(world, post, why)) throw new Error(`a person is asked for ${post}: ${why}`);
		happened(`held back: ${why}`);
	}
}

/** One workspace that forgot nothing knows what it cancelled itself: only what a person did asks a person. */
function mayNeedPerson({ log, isDisturbed, workspaces }: World, post: string, why: string): boolean {
	if (isDisturbed || workspaces.length > 1 || !["post-failed", "withdrawn"].includes(why)) return true;
	// What was cancelled by hand stays so, whichever account its entry names since.
	const isSameEntry = ({ moment, person }: SeenPost) =>
		post.startsWith(`${moment} `) && post.endsWith("tok") === (person === "tok");
	return [...log.calendar.posts.values()].some(
		({ byHand, seen }) => byHand === "cancelled" && isSameEntry(seen),
	);
}

/** Which posts the plan that remains holds back, and why. */
function heldBack(
	wish: Workspace["wish"],
	{ rest, failures }: Extract<End, { readonly as: "done" }>,
): ReadonlyMap<string, string> {
	const held = [
		...rest.changes
			.filter(({ action }) => action === "attention" || action === "wait")
			.map(({ address, ...change }) => [address, "reason" in change ? change.reason : ""] as const),
		...failures.flatMap(({ address, message }) =>
			address === undefined ? [] : [[address, message.split(/[.(]/)[0] ?? ""] as const],
		),
	];
	return new Map(
		held.flatMap(([address, why]) => postsOf(wish, address).map((post) => [post, why] as const)),
	);
}

/** The posts that an address of the campaign stands for. */
function postsOf(wish: Workspace["wish"], text: AddressText): readonly string[] {
	const address = parseAddress(text);
	if (address?.kind !== "post") return [];
	const { account, moment } = address;
	const person = account === wish.tube ? personAt(wish, "tube") : "tok";
	if (moment === "*") return wantedIn(wish).filter((post) => post.endsWith(person));
	return [`${Math.floor((moment.from + beginOf(wish.source)) / 100_000)} ${person}`];
}
