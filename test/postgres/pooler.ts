// May share a process: its pooler goes with the process.
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Where Debian and others put the program. */
const PROGRAMS = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/opt/homebrew/bin/pgbouncer"];

/** Says that every test goes through a PgBouncer, which gives each transaction another session. */
export const isPooled = process.env.SHOWRUN_TEST_POOLER === "1";

/** A pooler that was started, and the folder of its socket. */
export interface Pooler {
	readonly folder: string;
	readonly process: ChildProcess;
}

/** Starts a PgBouncer before the server whose socket is in `server`; `as` runs a program as its user. */
export function startPooler(
	server: string,
	as: (program: string, args: readonly string[]) => [string, string[]],
): Pooler {
	const program = PROGRAMS.find((path) => existsSync(path));
	if (program === undefined) throw new Error("PgBouncer is not installed: apt-get install pgbouncer");
	const folder = join(server, "pooler");
	mkdirSync(folder);
	chmodSync(folder, 0o777);
	const config = join(folder, "pgbouncer.ini");
	writeFileSync(config, settings(server, folder));
	const pooler = spawn(...as(program, [config]), { cwd: folder, env: {}, stdio: "ignore" });
	pooler.unref();
	process.once("exit", () => pooler.kill("SIGKILL"));
	return { folder, process: pooler };
}

function settings(server: string, folder: string): string {
	const all = {
		...{ pool_mode: "transaction", auth_type: "any", listen_addr: "", unix_socket_dir: folder },
		...{ listen_port: "5432", max_client_conn: "400", default_pool_size: "40", server_login_retry: "1" },
	};
	const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
	return ["[databases]", `* = host=${server} port=5432 user=showrun`, "[pgbouncer]", ...lines, ""].join("\n");
}
