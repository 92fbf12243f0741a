// May share a process: a server and its folder go with the process.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { Secret } from "../../src/model/secret.ts";
import { errorCode } from "../../src/system/error-code.ts";

/** Where Debian and others put the programs of a server. */
const HOMES = ["/usr/lib/postgresql", "/usr/pgsql", "/opt/homebrew/opt/postgresql"];
const START_MS = 30_000;
const ENV = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };

/** The data of a server, which may run. */
export interface Cluster {
	/** Folder of its socket, `.s.PGSQL.5432`. */
	readonly folder: string;
	/** Its files, in that folder. */
	readonly data: string;
	/** Runs one of PostgreSQL's programs as the user who owns the data. */
	run(program: string, args: readonly string[]): void;
	/** Starts another program as that user. It does not outlive the tests, however they end. */
	spawn(path: string, args: readonly string[]): ChildProcess;
	/** Starts the server, and waits until it answers. */
	start(): Promise<void>;
	/** Ends it, if it runs, as a power cut would. */
	kill(): Promise<void>;
}

/** A folder for the data of a server, still empty. */
export function newCluster(): Cluster {
	const user = ordinaryUser();
	const folder = mkdtempSync(join(user === undefined ? tmpdir() : openFolder(), "pg-"));
	const data = join(folder, "data");
	chmodSync(folder, 0o711);
	if (user !== undefined) chownSync(folder, user.uid, user.gid);
	const begun = (path: string, args: readonly string[]) => {
		const child = spawn(...as(user, path, args), { cwd: folder, env: ENV, stdio: "ignore" });
		child.unref();
		return child;
	};
	let server: ChildProcess | undefined;
	process.once("exit", () => {
		server?.kill("SIGQUIT");
		rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
	});
	return {
		...{ folder, data, spawn: begun },
		run(program, args) {
			const options = { cwd: folder, env: ENV, stdio: "ignore" } as const;
			execFileSync(...as(user, join(programs(), program), args), options);
		},
		async start() {
			const until = performance.now() + START_MS;
			// What a killed one left, processes that still end among it, refuses the next for a moment.
			do server = begun(join(programs(), "postgres"), ["-D", data, ...settings(folder)]);
			while (!(await answers(folder, server, until)));
		},
		async kill() {
			if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
			server.ref();
			const gone = once(server, "exit");
			for (const pid of familyOf(server.pid)) killed(pid);
			await gone;
		},
	};
}

/** One that has ended meanwhile is as good. */
function killed(pid: number): void {
	try {
		process.kill(pid, "SIGKILL");
	} catch (error) {
		if (errorCode(error) !== "ESRCH") throw error;
	}
}

/** A server and the processes that answer for it, which would go on for a moment. */
function familyOf(pid = 0): readonly number[] {
	const path = `/proc/${pid}/task/${pid}/children`;
	return [
		pid,
		...(existsSync(path) ? readFileSync(path, "utf8").split(" ").filter(Boolean).map(Number) : []),
	];
}

/** The address of a database behind a host and a port, or a folder with a socket. */
export function urlOf(name: string, host: string, port = 5432): Secret {
	return new Secret(`postgres://showrun@localhost:${port}/${name}?host=${encodeURIComponent(host)}`);
}

/** Asks over a connection of its own. */
export async function asked(
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
export async function answers(
	folder: string,
	server: ChildProcess,
	until = performance.now() + START_MS,
): Promise<boolean> {
	for (;;) {
		try {
			await asked(urlOf("postgres", folder), "SELECT 1");
			return true;
		} catch (error) {
			if (performance.now() > until) throw error;
			await setTimeout(25);
			if (server.exitCode !== null || server.signalCode !== null) return false;
		}
	}
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

function as(
	user: ReturnType<typeof ordinaryUser>,
	path: string,
	args: readonly string[],
): [string, string[]] {
	const who = user === undefined ? [] : [`--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"];
	return ["setpriv", ["--pdeathsig=KILL", ...who, path, ...args]];
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
