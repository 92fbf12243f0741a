// May share a process: its server and folder go with the process.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { Secret } from "../../src/model/secret.ts";
import { isPooled, startPooler } from "./pooler.ts";

/** Where Debian and others put the programs of a server. */
const HOMES = ["/usr/lib/postgresql", "/usr/pgsql", "/opt/homebrew/opt/postgresql"];
const START_MS = 30_000;

/** A PostgreSQL of this process. */
export interface Server {
	/** Folder of its socket, `.s.PGSQL.5432`, or of the pooler's before it. */
	readonly folder: string;
	/** An empty database. What was made in the one before is gone with it. Asked without the pooler. */
	database(): Promise<Database>;
	/** Ends it as a power cut would, and starts it again after `meanwhile`. */
	crash(meanwhile?: () => Promise<void>): Promise<void>;
}

/** A database of that server. */
export interface Database {
	readonly name: string;
	readonly url: Secret;
	ask(sql: string, values?: readonly unknown[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** SQL: connections that are open end, those a pooler keeps too; the next ones have the settings of now. */
export const FRESH_SESSIONS =
	"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'showrun' AND pid <> pg_backend_pid()";

let running: Promise<Server> | undefined;

/** The server, which is started once a process. */
export function postgresServer(): Promise<Server> {
	running ??= started();
	return running;
}

/** The address of a database behind a host and a port, or a folder with a socket. */
export function urlOf(name: string, host: string, port = 5432): Secret {
	return new Secret(`postgres://showrun@localhost:${port}/${name}?host=${encodeURIComponent(host)}`);
}

async function started(): Promise<Server> {
	const user = ordinaryUser();
	const folder = mkdtempSync(join(user === undefined ? tmpdir() : openFolder(), "pg-"));
	chmodSync(folder, 0o711);
	if (user !== undefined) chownSync(folder, user.uid, user.gid);
	const data = join(folder, "data");
	const begin = ["-D", data, "-U", "showrun", "-A", "trust", "-E", "UTF8", "--no-sync", "--no-instructions"];
	execFileSync(...as(user, join(programs(), "initdb"), begin), { cwd: folder, env: ENV, stdio: "ignore" });
	let server: ChildProcess | undefined;
	const start = async () => {
		const until = performance.now() + START_MS;
		// What a killed one left, processes that still end among it, refuses the next for a moment.
		do {
			server = spawn(...as(user, join(programs(), "postgres"), ["-D", data, ...settings(folder)]), {
				...{ cwd: folder, env: ENV, stdio: "ignore" },
			});
			server.unref();
		} while (!(await answers(folder, server, until)));
	};
	const kill = async () => {
		server?.ref();
		const gone = new Promise((done) => server?.once("exit", done));
		server?.kill("SIGKILL");
		await gone;
	};
	await start();
	process.once("exit", () => {
		server?.kill("SIGQUIT");
		rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
	});
	const front = isPooled ? await pooled(folder, user) : folder;
	return {
		...{ folder: front, database: () => emptied(folder, front) },
		async crash(meanwhile = async () => {}) {
			await kill();
			await meanwhile().finally(start);
		},
	};
}

/** The folder of the socket of a pooler before the server. */
async function pooled(folder: string, user: ReturnType<typeof ordinaryUser>): Promise<string> {
	const pooler = startPooler(folder, (program, args) => as(user, program, args));
	const isThere = await answers(pooler.folder, pooler.process, performance.now() + START_MS);
	if (!isThere) throw new Error("PgBouncer ended");
	return pooler.folder;
}

const ENV = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };

/** A program under an ordinary user. It does not outlive the tests, however they end. */
function as(
	user: ReturnType<typeof ordinaryUser>,
	program: string,
	args: readonly string[],
): [string, string[]] {
	const who = user === undefined ? [] : [`--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"];
	return ["setpriv", ["--pdeathsig=KILL", ...who, program, ...args]];
}

function settings(folder: string): readonly string[] {
	const all = {
		...{ listen_addresses: "", unix_socket_directories: folder, unix_socket_permissions: "0777" },
		// Segments in memory would stay after a kill.
		...{ fsync: "off", dynamic_shared_memory_type: "mmap", shared_buffers: "16MB" },
		...{ max_connections: "60", log_min_messages: "fatal" },
	};
	return Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** Removing tables is faster than making a database. */
async function emptied(folder: string, front: string): Promise<Database> {
	const name = "postgres";
	const direct = urlOf(name, folder);
	await asked(direct, "DROP SCHEMA IF EXISTS showrun, showrun_service CASCADE");
	return { name, url: urlOf(name, front), ask: (sql, values) => asked(direct, sql, values) };
}

async function asked(
	url: Secret,
	sql: string,
	values: readonly unknown[] = [],
): Promise<readonly Readonly<Record<string, unknown>>[]> {
	const client = new pg.Client({ connectionString: url.reveal() });
	await client.connect();
	try {
		return (await client.query<Readonly<Record<string, unknown>>>(sql, [...values])).rows;
	} finally {
		await client.end();
	}
}

/** Waits until the server answers. False: it ended instead. Throws where it does neither in time. */
async function answers(folder: string, server: ChildProcess, until: number): Promise<boolean> {
	for (;;) {
		try {
			await asked(urlOf("postgres", folder), "SELECT 1");
			return true;
		} catch (error) {
			if (performance.now() > until) throw error;
			await new Promise((done) => setTimeout(done, 25));
			if (server.exitCode !== null || server.signalCode !== null) return false;
		}
	}
}

/** The folder of the tests is closed to other users. */
function openFolder(): string {
	return existsSync("/dev/shm") ? "/dev/shm" : "/tmp";
}

/** PostgreSQL refuses to run as root. Undefined: this user will do. */
function ordinaryUser(): { readonly uid: number; readonly gid: number } | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const idOf = (what: "-u" | "-g") => Number(execFileSync("id", [what, "nobody"], { encoding: "utf8" }));
	return { uid: idOf("-u"), gid: idOf("-g") };
}

/** The folder with the programs of the newest version. */
function programs(): string {
	const found = HOMES.filter((home) => existsSync(home))
		.flatMap((home) => readdirSync(home).map((version) => join(home, version, "bin")))
		.filter((folder) => existsSync(join(folder, "initdb")))
		.sort();
	const newest = found.at(-1);
	if (newest === undefined) throw new Error("PostgreSQL is not installed: apt-get install postgresql");
	return newest;
}
