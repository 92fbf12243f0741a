import type { EpochMs } from "../../src/model/brand.ts";
import type { PostRequest } from "../../src/model/post.ts";
import type { Operation, ResourceState } from "../../src/model/snapshot.ts";
import { sourceKey } from "../../src/model/source-key.ts";
import type { VideoRequest } from "../../src/model/task.ts";
import { postResource, videoResource } from "../../src/reconcile/resources.ts";
import { type LedgerEntry, takesMoment } from "../../src/state/ledger/records.ts";
import { shortSource } from "../../src/state/ledger/sources.ts";
import { StateFault } from "../../src/state/state-fault.ts";
import type { StateWriter } from "../../src/state/store.ts";
import { NOW } from "../builders/world.ts";
import { fakeClock } from "../fakes/clock.ts";
import { identityOf, sourceWithKey } from "./footage.ts";
import type { Person } from "./history.ts";
import { ledgerIn, openedAt, SCOPE, type Workspace } from "./process.ts";
import { seenBy } from "./suffering.ts";
import type { World } from "./world.ts";

/** A person looks, and says the truth; or gives a post up. */
export async function resolve(
	world: World,
	workspace: Workspace,
	{ abandon }: { readonly abandon: boolean },
): Promise<void> {
	const { log, happened } = world;
	const at = nowIn(world);
	const writer = await openedAt(workspace).catch(undefinedIfRefused);
	if (writer === undefined) return;
	for (const operation of Object.values(writer.snapshot().operations)) {
		const id = log.keys.get(operation.id);
		const isGivenUp = abandon && operation.kind === "publish";
		const as = isGivenUp ? "abandoned" : id === undefined ? "not-posted" : "posted";
		happened(`resolved as ${as}`);
		if (as === "abandoned") log.given.push(seenBy(operation.payload));
		await writer.append({
			...{ type: "resolved", operation: operation.id, at, by: "ann", as },
			...(as === "posted" && id !== undefined && { resource: resourceOf(operation, id, at) }),
		});
	}
	await writer.close();
}

/** A state that must not be used as it is: a person has to adopt it first. */
function undefinedIfRefused(error: unknown): StateWriter | undefined {
	if (error instanceof StateFault) return undefined;
	throw error;
}

/** A person says of the last two ids of an account whether they are one. They are. */
export async function sayOfAccounts(
	world: World,
	person: Person,
	as: "same" | "other",
): Promise<string | false> {
	const [a, b] = world.platforms.ids[person].slice(-2);
	if (a === undefined || b === undefined) return false;
	const word = { type: "account-word", scope: SCOPE, a, b, as, by: "ann", at: nowIn(world) } as const;
	await ledgerIn(world.here.place.home).note(() => [word]);
	if (as === "other") world.log.words.apart.push({ a, b });
	return `accounts ${as}`;
}

/** The same of the video and of what was posted last from another source. */
export async function sayOfSources(world: World, as: "same" | "other"): Promise<string | false> {
	const { here, log } = world;
	const ledger = ledgerIn(here.place.home);
	const own = sourceKey(identityOf(here.wish.source));
	const other = (await ledger.all()).findLast(({ content }) => content !== own)?.content;
	const [a, b] = [here.wish.source, other && sourceWithKey(other)];
	if (other === undefined || b === undefined) return false;
	const names = { a: shortSource(own), b: shortSource(other) };
	await ledger.note(() => [{ type: "source-word", ...names, as, by: "ann", at: nowIn(world) }]);
	if (as === "other") log.words.apart.push({ a, b });
	return `sources ${as}`;
}

/** A person takes the newest post out of the ledger. */
export async function forget(world: World): Promise<string | false> {
	const { here, log } = world;
	const ledger = ledgerIn(here.place.home);
	const last = (await ledger.all()).findLast(takesMoment);
	if (last === undefined) return false;
	await forgetEntry(world, last);
	const { home } = here.place;
	const post = log.posts.get(last.operation);
	if (post !== undefined) log.words.forgotten.push(`${home.name} ${post}`);
	return "ledger forget";
}

/**
 * What a state that is gone left open takes its moment for good: a person looks, and takes out what was not
 * executed.
 */
export async function forgetUnexecuted(world: World, { place }: Workspace): Promise<void> {
	const { log, happened } = world;
	for (const entry of await ledgerIn(place.home).all()) {
		if (!["armed", "unknown"].includes(entry.as) || log.keys.has(entry.operation)) continue;
		await forgetEntry(world, entry);
		happened("ledger forget, of what was not executed");
	}
}

async function forgetEntry({ here, ...world }: World, entry: LedgerEntry): Promise<void> {
	const word = { by: "ann", at: nowIn(world), reason: "looked" };
	await ledgerIn(here.place.home).forget(entry, word);
}

function nowIn({ clockMs }: Pick<World, "clockMs">): EpochMs {
	return fakeClock(NOW + clockMs).now();
}

function resourceOf({ kind, wanted }: Operation, id: string, at: Operation["at"]): ResourceState {
	if (kind === "submit") return videoResource(wanted as VideoRequest)({ id, status: "CREATED" }, at);
	const request = wanted as PostRequest;
	const status = request.scheduledAt === undefined ? "PENDING" : "SCHEDULED";
	return postResource(request)({ taskId: id, status }, at);
}
