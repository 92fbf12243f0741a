import type { Ask } from "../../database/connection.ts";
import { runningTasks } from "../../model/running-tasks.ts";
import type { JournalEntry, Snapshot } from "../../model/snapshot.ts";
import { comparePost } from "../ledger/matching.ts";
import type { LedgerEntry, LedgerPost } from "../ledger/records.ts";
import { serviceScope } from "../ledger/service-scope.ts";
import { PutOffFault } from "../put-off-fault.ts";
import type { Counted } from "../store.ts";
import type { PostgresHeld } from "./held.ts";
import type { Comparing } from "./posts.ts";

/**
 * Whether another workspace posted to the account, or may have, near the time of a post and unknown to the
 * plan that asks for it. The account is locked. Undefined: none did, or nothing limits the account.
 */
export async function crowded(
	ask: Ask,
	post: LedgerPost,
	{ counted, comparing }: { readonly counted: Counted | undefined; readonly comparing: Comparing },
): Promise<PutOffFault | undefined> {
	const windowMs = counted?.windowMs(post.address);
	if (counted === undefined || windowMs === undefined) return undefined;
	const { account, at, scheduledAt = at } = post;
	const rows = await ask(
		`SELECT record, phase FROM showrun.posts WHERE takes AND lineage <> $1 AND account = ANY($2)
			AND abs(coalesce((record ->> 'scheduledAt')::bigint, (record ->> 'at')::bigint) - $3) < $4`,
		[
			...[post.lineage, [account.id ?? "", `${account.platform}:${account.handle}`]],
			...[scheduledAt, windowMs],
		],
	);
	const others = rows.map(({ record, phase }) => ({ ...(record as LedgerPost), as: phase }) as LedgerEntry);
	const news = others.find(
		(entry) =>
			!counted.posts.has(entry.operation) &&
			serviceScope(entry.scope) === serviceScope(post.scope) &&
			comparePost(entry, account, comparing.accounts).sameness === "same",
	);
	return news && crowdedFault(news);
}

function crowdedFault({ workspace }: LedgerEntry): PutOffFault {
	return new PutOffFault(
		`Workspace ${workspace} posts to this account meanwhile: its time is planned anew, nothing was sent.`,
		0,
	);
}

/** A task that is not started is tried again after this long. Milliseconds. */
const LATER_MS = 30_000;
/** What a workspace that nobody works on says of its tasks is forgotten after this long. Hours. */
const FORGOTTEN_HOURS = 6;

type Armed = Extract<JournalEntry, { readonly type: "armed" }>;

/**
 * Counts the tasks that start with these entries, over all workspaces of the database that use the service.
 * Gives the entries for which it runs too many. Its count stays locked until the transaction ends.
 */
export async function startTasks(
	ask: Ask,
	{ state, place: { service } }: PostgresHeld,
	entries: readonly JournalEntry[],
): Promise<ReadonlyMap<JournalEntry, PutOffFault>> {
	const refused = new Map<JournalEntry, PutOffFault>();
	const starting = entries.filter((entry): entry is Armed => isStart(state, entry));
	if (service === undefined || starting.length === 0) return refused;
	await ask("INSERT INTO showrun.accounts (key) VALUES ($1) ON CONFLICT DO NOTHING", [service.name]);
	await ask("SELECT key FROM showrun.accounts WHERE key = $1 FOR UPDATE", [service.name]);
	const [row] = await ask(
		`SELECT coalesce(sum(tasks), 0) AS tasks FROM showrun.running WHERE service = $1 AND lineage <> $2
			AND at > clock_timestamp() - interval '${FORGOTTEN_HOURS} hours'`,
		[service.name, state.lineage],
	);
	let free = service.runningTasks - Number(row?.tasks) - tasksOf(state);
	for (const entry of starting) if (free-- <= 0) refused.set(entry, tasksFault(service.runningTasks));
	await noteTasks(
		ask,
		{ service: service.name, lineage: state.lineage },
		{
			tasks: tasksOf(state) + starting.length - refused.size,
		},
	);
	return refused;
}

function tasksFault(most: number): PutOffFault {
	return new PutOffFault(
		`The service runs ${most} tasks of this database's workspaces already: it waits for its turn.`,
		LATER_MS,
	);
}

/** Says how many tasks of a workspace run. */
export async function noteTasks(
	ask: Ask,
	{ service, lineage }: { readonly service: string; readonly lineage: string },
	{ tasks }: { readonly tasks: number },
): Promise<void> {
	await ask(
		`INSERT INTO showrun.running (lineage, service, tasks) VALUES ($1, $2, $3)
		ON CONFLICT (lineage) DO UPDATE SET service = $2, tasks = $3, at = clock_timestamp()`,
		[lineage, service, tasks],
	);
}

/** Tasks that run, and attempts to start one that have no answer yet. */
export function tasksOf(state: Pick<Snapshot, "resources" | "operations">): number {
	const armed = Object.values(state.operations).filter(
		({ kind, phase }) => kind !== "publish" && phase === "armed",
	);
	return runningTasks(state) + armed.length;
}

function isStart({ operations }: Pick<Snapshot, "operations">, entry: JournalEntry): boolean {
	return entry.type === "armed" && ["submit", "export"].includes(operations[entry.operation]?.kind ?? "");
}
