import { ReadFault } from "../../src/api/read-fault.ts";
import { videoOf } from "../../src/model/address.ts";
import { StateFault } from "../../src/state/state-fault.ts";
import type { Ground } from "./ground.ts";
import { type Apply, FIRST_AT, type History } from "./history.ts";
import { emptyLog, type Log } from "./play.ts";
import { applied, type End, type Workspace } from "./process.ts";
import { judged } from "./verdict.ts";
import { FIRST_PLATFORMS, FIRST_WISH, type Platforms, type Wish } from "./wish.ts";

/** Everything a history happens to. */
export interface World {
	readonly ground: Ground;
	readonly log: Log;
	readonly idempotency: boolean;
	readonly calendar: boolean;
	readonly happened: (what: string) => void;
	readonly workspaces: Workspace[];
	here: Workspace;
	platforms: Platforms;
	clockMs: number;
	/**
	 * With a state alone: what tells which account is which, of its names in the campaign and at its platform.
	 */
	known?: "names" | "handles";
	saved?: Saved;
	/** Something was lost or set back that a state, or the service, knew. */
	isDisturbed?: true;
}

/** What was kept of a home, and of the remote. */
export interface Saved {
	readonly home: string;
	readonly workspaces: readonly { readonly workspace: Workspace; readonly wish: Wish }[];
	readonly putBack: Readonly<Record<"home" | "state" | "everything", (() => Promise<void>) | undefined>>;
	/** How many posts there were. */
	readonly posts: number;
}

/** Where a history happens, and the count of what came to pass. */
export interface Living {
	readonly on: () => Promise<Ground>;
	readonly tally: Map<string, number>;
}

export const CALM: Apply = { do: "apply", fates: [], crash: undefined, other: "nobody", atOnce: 1 };
/** Begins a world, lets `work` happen in it and removes it. */
export async function withWorld<Result>(
	{ idempotency, calendar = false, on, tally }: Omit<History, "steps"> & Living,
	work: (world: World) => Promise<Result>,
): Promise<Result> {
	const happened = (what: string) => void tally.set(what, (tally.get(what) ?? 0) + 1);
	const ground = await on();
	try {
		const wish = calendar ? { ...FIRST_WISH, at: FIRST_AT } : FIRST_WISH;
		const here = { place: await ground.begin(await ground.home()), wish, isOld: ground.isAlone };
		const log = emptyLog();
		const begun = { workspaces: [here], here, platforms: FIRST_PLATFORMS, clockMs: 0 };
		return await work({ ground, log, idempotency, calendar, happened, ...begun });
	} finally {
		await ground.remove();
	}
}

/** Nobody sees a post twice, or one that was not asked for, and nothing is paid twice. */
export function mustHold({ log, ground }: World): void {
	const { defects } = judged(log.seen, log.words, ground);
	if (log.unwanted.length > 0)
		throw new Error(`posted although nobody asked for it: ${log.unwanted.join(", ")}`);
	const [wrong] = log.calendar.wrong;
	if (wrong !== undefined) throw new Error(`the service was asked for a ${wrong}`);
	if (defects.length > 0) throw new Error(`posted twice: ${defects.join(", ")}`);
	// Clones of one state that ask for different sources submit them in turn.
	if (!ground.isShared && log.submitted > log.mayBeSubmitted)
		throw new Error(`submitted ${log.submitted} times`);
}

/** What was given to the service and is executed only now. */
export function executeLate({ log }: World): void {
	for (const execute of log.late.splice(0)) execute();
}

/** One `apply` where we are; another process may be let loose meanwhile. */
export async function apply(
	world: World,
	next: Apply,
	{ retry = false, at = world.here }: { readonly retry?: boolean; readonly at?: Workspace } = {},
): Promise<End> {
	const { log, idempotency, calendar, happened, clockMs, platforms } = world;
	const meanwhile = () => (next.other === "nobody" ? Promise.resolve() : meet(world, at, next.other));
	const end = await applied(at, {
		...{ log, idempotency, calendar, happened, clockMs, platforms, meanwhile, retry, apply: next },
	});
	const isDone = end.as === "done" && !end.rest.changes.some(({ address }) => videoOf(address) === undefined);
	if (isDone && at.wish.source === "named" && !at.isOld) log.knowIds.add(at.place.home.name);
	const isStated =
		end.as === "refused" && (end.fault instanceof StateFault || end.fault instanceof ReadFault);
	if (end.as === "refused" && !isStated) throw end.fault;
	if (end.as !== "done") happened(end.as === "refused" ? `refused: ${kindOf(end.fault)}` : end.as);
	return end;
}

function kindOf({ message }: Error): string {
	const words = message.replace(/\S*[/0-9]\S*/g, "").replace(/\s+/g, " ");
	return (
		words
			.split(/[.,:(]/)[0]
			?.trim()
			.slice(0, 60) ?? ""
	);
}

/** Another process while a write is under way: here it has to wait, elsewhere it sends what it wants. */
async function meet(world: World, at: Workspace, other: "here" | "elsewhere"): Promise<void> {
	if (other === "here") {
		const { as } = await apply(world, CALM, { at });
		if (as !== "locked") throw new Error("two processes held the state");
		return;
	}
	const there = world.workspaces.find((each) => each !== at);
	if (there === undefined) return;
	world.happened("two workspaces at once");
	await apply(world, CALM, { at: there });
}
