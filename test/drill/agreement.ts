import type { PostState } from "../../src/model/snapshot.ts";
import type { Booked } from "./calendar.ts";
import { isKept } from "./changing.ts";
import { resolve } from "./people.ts";
import { type End, ledgerIn, type Workspace } from "./process.ts";
import { type Wish, wantedIn } from "./wish.ts";
import { apply, CALM, executeLate, type World } from "./world.ts";

/** The ledgers, and the states, call only that cancelled which the service cancelled. */
export async function mustAgree({ workspaces, log, ground }: World): Promise<void> {
	const posts = [...log.calendar.posts.values()];
	const homes = new Set(workspaces.map(({ place }) => place.home));
	for (const home of ground.isAlone ? [] : homes)
		for (const { as, operation } of await ledgerIn(home).all())
			if (as === "withdrawn") mustBeCancelled(posts.filter(({ key }) => key === operation));
	for (const workspace of workspaces)
		for (const { withdrawn, taskId } of await postsOf(workspace))
			if (withdrawn !== undefined) mustBeCancelled(posts.filter((post) => post.taskId === taskId));
}

function mustBeCancelled(posts: readonly Booked[]): void {
	for (const { status, taskId, seen } of posts)
		if (status !== "CANCELLED" && seen.limit === undefined)
			throw new Error(`${taskId} counts as withdrawn, and the service says ${status}`);
}

async function postsOf({ place }: Workspace): Promise<readonly PostState[]> {
	const { resources } = await place.open({ listed: () => undefined }).read();
	return Object.values(resources).filter((state) => state.kind === "post");
}

/**
 * Where one workspace alone changed its mind, a calm apply makes what the service holds what is asked for, or
 * the plan names the post.
 */
export async function mustSettle(world: World): Promise<void> {
	const { workspaces, here, isDisturbed } = world;
	if (!world.calendar || isDisturbed || workspaces.length > 1 || here.isOld) return;
	executeLate(world);
	await here.place.adopt();
	await resolve(world, here, { abandon: false });
	await apply(world, CALM, { retry: true });
	const end = await apply(world, CALM, { retry: true });
	if (end.as !== "done") return;
	world.happened("settled");
	const { resources } = await here.place.open({ listed: () => undefined }).read();
	for (const [address, state] of Object.entries(resources))
		if (state.kind === "post" && !isNamed(end, address)) mustBeAsAsked(world, state);
}

function isNamed({ rest }: Extract<End, { readonly as: "done" }>, address: string): boolean {
	return rest.changes.some((change) => change.address === address);
}

function mustBeAsAsked({ log, here: { wish } }: World, { taskId = "", request }: PostState): void {
	const post = log.calendar.posts.get(taskId);
	// What waits for its minute is not read, so what a person did to it by hand is not known.
	if (post?.status !== "SCHEDULED" || post.byHand !== undefined) return;
	// What was posted of another video stays as it is.
	if (post.seen.source !== wish.source || isKept(wish, post.seen)) return;
	const { moment, person, resolution } = post.seen;
	const isWanted = wantedIn({ ...wish, top: 3 }).includes(`${moment} ${person}`);
	const differs = [
		...(isWanted ? [] : ["it is not asked for"]),
		...(resolution === wish.resolution ? [] : ["its resolution is another one"]),
		...(post.at === instantOf(wish) ? [] : ["its time is another one"]),
		...(isNew(post.configs) === wish.title.startsWith("New") ? [] : ["its text is another one"]),
		...(post.at === request.scheduledAt ? [] : ["the state has another time"]),
	];
	const [first] = differs;
	if (first !== undefined) throw new Error(`no change is planned for ${moment} ${person}, but ${first}`);
}

function instantOf({ at }: Wish): number | undefined {
	return at === undefined ? undefined : Date.parse(`${at}:00+01:00`);
}

function isNew(configs: Booked["configs"]): boolean {
	return JSON.stringify(configs).includes("New: ");
}
