import type { Client as PgClient } from "pg";
import type { Secret } from "../model/secret.ts";
import { LostConnection, missingDriverFault, STATEMENT_FAULTS, unreachableFault } from "./database-fault.ts";

/** A row, as the driver gives it: numbers of 8 bytes are text. */
export type Row = Readonly<Record<string, unknown>>;

/** Asks the database within a transaction. */
export type Ask = (sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** One connection. The server keeps nothing of it between transactions: a pooler may be in between. */
export interface Connection {
	/** Runs `work` in a transaction. Throws `LostConnection` where nobody knows whether it was committed. */
	transaction<Result>(kind: keyof typeof BEGIN, work: (ask: Ask) => Promise<Result>): Promise<Result>;
	/** Schemas whose tables were found to be what this version needs. */
	readonly found: Set<string>;
	/** The server ended it. */
	isBroken(): boolean;
	close(): Promise<void>;
}

/** How long a transaction may wait for its next statement, and a statement may take, in milliseconds. */
const STATEMENT_MS = 5_000;
const LIMITS = `SET LOCAL statement_timeout = ${STATEMENT_MS}; SET LOCAL idle_in_transaction_session_timeout = ${STATEMENT_MS}`;
/** What was committed is on disk, whatever another client left in a session that a pooler shares. */
const DURABLE =
	"SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'";
const BEGIN = {
	/** Sees what was committed before each statement, so that a row that is locked is read as it is. */
	write: `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; ${LIMITS}; ${DURABLE}`,
	read: `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${LIMITS}`,
} as const;

/** How long connecting may take, in milliseconds. */
const CONNECT_MS = 5_000;
/** How long a statement waits for its answer before the connection counts as lost, in milliseconds. */
const ANSWER_MS = STATEMENT_MS + 2_000;

/** Connects. Throws `DatabaseFault`, or `LostConnection` where it may work a moment later. */
export async function connect(url: Secret): Promise<Connection> {
	const { Client } = await driver();
	let broken: unknown;
	const client = new Client({
		connectionString: url.reveal(),
		application_name: "showrun",
		connectionTimeoutMillis: CONNECT_MS,
		query_timeout: ANSWER_MS,
		keepAlive: true,
	});
	client.on("error", (error) => (broken = error));
	await client.connect().catch((error: unknown) => {
		void client.end().catch(() => {});
		throw isRefused(error) ? unreachableFault(error) : new LostConnection("", { cause: error });
	});
	return connectionOf(client, () => broken);
}

async function driver(): Promise<{ readonly Client: typeof PgClient }> {
	try {
		const { default: pg } = await import("pg");
		return pg;
	} catch (error) {
		throw missingDriverFault(error);
	}
}

function connectionOf(client: PgClient, broken: () => unknown): Connection {
	const ask: Ask = async (sql, values = []) => {
		if (broken() !== undefined) throw new LostConnection("", { cause: broken() });
		return client.query<Row>(sql, [...values]).then(
			({ rows }) => rows,
			(error: unknown) => {
				throw isStatement(error) ? error : new LostConnection("", { cause: error });
			},
		);
	};
	return {
		async transaction(kind, work) {
			await begin(client, BEGIN[kind]);
			let result: Awaited<ReturnType<typeof work>>;
			try {
				result = await work(ask);
			} catch (error) {
				if (!(error instanceof LostConnection)) await ask("ROLLBACK");
				throw error;
			}
			await commit(client);
			return result;
		},
		found: new Set(),
		isBroken: () => broken() !== undefined,
		close: () => ended(client),
	};
}

/** Several statements in one message. */
async function begin(client: PgClient, sql: string): Promise<void> {
	await client.query(sql).catch((error: unknown) => {
		throw isStatement(error) ? error : new LostConnection("", { cause: error });
	});
}

/** A transaction that the server gave up ends with another word, and no error. */
async function commit(client: PgClient): Promise<void> {
	const done = await client.query("COMMIT").catch((error: unknown) => {
		throw new LostConnection("", { cause: error });
	});
	if (done.command !== "COMMIT") throw new LostConnection("the transaction was given up");
}

/** A server that is gone is not waited for. */
async function ended(client: PgClient): Promise<void> {
	const { promise, resolve } = withTimer(1_000);
	await Promise.race([client.end().catch(() => {}), promise]);
	resolve();
}

function withTimer(ms: number): { readonly promise: Promise<void>; readonly resolve: () => void } {
	let resolve = () => {};
	const promise = new Promise<void>((done) => {
		const timer = setTimeout(done, ms);
		resolve = () => {
			clearTimeout(timer);
			done();
		};
	});
	return { promise, resolve };
}

/** The server answered, and goes on: everything else leaves open what it did. */
function isStatement(error: unknown): boolean {
	const code = codeOf(error);
	// A system error like EPIPE is none: no class of theirs begins with an E.
	return /^(?!E)[0-9A-Z]{5}$/.test(code) && !STATEMENT_FAULTS.gone.test(code);
}

/** A password, a database or a certificate that is wrong stays wrong. */
function isRefused(error: unknown): boolean {
	const code = codeOf(error);
	return STATEMENT_FAULTS.refused.test(code) || STATEMENT_FAULTS.certificate.test(code);
}

function codeOf(error: unknown): string {
	return error instanceof Error && "code" in error ? String(error.code) : "";
}
