// May share a process: its pooler goes with the process.
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { answers, type Cluster } from "./cluster.ts";

/** Where Debian and others put the program. */
const PROGRAMS = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/opt/homebrew/bin/pgbouncer"];

/** Says that every test goes through a PgBouncer, which gives each transaction another session. */
export const isPooled = process.env.SHOWRUN_TEST_POOLER === "1";

/** Starts a PgBouncer before a server, and waits until it answers. Returns the folder of its socket. */
export async function startPooler(server: Cluster): Promise<string> {
	const program = PROGRAMS.find((path) => existsSync(path));
	if (program === undefined) throw new Error("PgBouncer is not installed: apt-get install pgbouncer");
	const folder = join(server.folder, "pooler");
	mkdirSync(folder);
	chmodSync(folder, 0o777);
	const config = join(folder, "pgbouncer.ini");
	writeFileSync(config, settings(server.folder, folder));
	const pooler = server.spawn(program, [config]);
	process.once("exit", () => pooler.kill("SIGKILL"));
	if (!(await answers(folder, pooler))) throw new Error("PgBouncer ended");
	return folder;
}

function settings(server: string, folder: string): string {
	const all = {
		...{ pool_mode: "transaction", auth_type: "any", listen_addr: "", unix_socket_dir: folder },
		...{ listen_port: "5432", max_client_conn: "400", default_pool_size: "40", server_login_retry: "1" },
	};
	const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
	const databases = `* = host=${server} port=5432 user=showrun`;
	return ["[databases]", databases, "[pgbouncer]", ...lines, ""].join("\n");
}
