import { WIRE_LIMITS } from "../wire/names.ts";
import type { Core } from "./core.ts";
import type { ConnectionRecord } from "./store/shapes.ts";

/** How an authorization can be answered. */
export type Decision =
	| { readonly decision: "refused" }
	| { readonly decision: "allowed"; readonly username: string };

type Books = Pick<Core, "connections" | "accounts" | "usage">;

/**
 * Makes an answer count. It is on disk before anything follows from it, and what follows can be repeated: a
 * process killed on any line has connected and charged once or not at all. Throws when it could not be done;
 * then the link can be answered again.
 */
export async function decideConnection(
	books: Books,
	connection: ConnectionRecord,
	made: Decision & { readonly now: number },
): Promise<void> {
	const { now, ...answer } = made;
	const decided = await books.connections.change(connection.id, (before) => ({
		...before,
		...answer,
		decidedAt: now,
	}));
	try {
		await complete(books, decided);
	} catch (error) {
		// Where even this cannot be written, the next start completes what was allowed.
		await books.connections.change(connection.id, () => connection).catch(() => undefined);
		throw error;
	}
}

/** Completes what was allowed before a former process died. */
export async function completeConnections(books: Books): Promise<void> {
	for (const connection of await books.connections.current(isAllowed)) await complete(books, connection);
}

function isAllowed({ decision }: ConnectionRecord): boolean {
	return decision === "allowed";
}

/** Interface 8: connecting costs units, once it succeeded. */
async function complete(
	{ accounts, usage }: Books,
	{ id, platform, username, decision, decidedAt: at }: ConnectionRecord,
): Promise<void> {
	if (decision !== "allowed" || username === undefined || at === undefined || (await usage.get(id))) return;
	await accounts.connect({ platform, username }, at);
	await usage.put({ format: 1, id, at, units: WIRE_LIMITS.connectUnits, platform, username });
}
