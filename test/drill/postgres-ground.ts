import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { PostgresPlace } from "../../src/state/postgres/place.ts";
import { postgresStore } from "../../src/state/postgres/store.ts";
import { adoptDatabase, postsInDatabase } from "../../src/state/postgres/upkeep.ts";
import { type Database, postgresServer } from "../postgres/server.ts";
import {
	copyOf,
	type Ground,
	type Home,
	homesIn,
	type Place,
	type Process,
	removed,
	roomFor,
} from "./ground.ts";
import { knownIn } from "./known-posts.ts";
import { ledgerIn } from "./process.ts";

/** A process was killed: its connection is gone, and nobody renews its lease. */
const CUT = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
	WHERE datname = current_database() AND pid <> pg_backend_pid()`;
const EXPIRE = "UPDATE showrun.leases SET until = clock_timestamp() - interval '1 s'";

/**
 * State in a database that all homes share. A clone, a worktree and a copy are the same workspace, as their
 * settings say; a folder below one is another.
 */
export async function onPostgres(): Promise<Ground> {
	const [room, database] = [await roomFor(), await (await postgresServer()).database()];
	const workspaces = new Map<string, string>();
	let count = 0;
	return {
		isShared: true,
		isAlone: false,
		hasOldPrograms: false,
		home: homesIn(room),
		async begin(home, from) {
			const name = `w${++count}`;
			const isSame = from !== undefined && from.way !== "subfolder";
			const workspace = (isSame && workspaces.get(from.place.name)) || name;
			workspaces.set(name, workspace);
			const folder = join(home.folder, name);
			if (from?.way === "copy" && from.place.home === home)
				await cp(join(home.folder, from.place.name), folder, { recursive: true });
			else await mkdir(folder);
			return placeAt(home, { name, workspace, database });
		},
		async lose({ home, name }) {
			await removed(join(home.folder, name));
			await mkdir(join(home.folder, name));
		},
		save: ({ folder }) => copyOf(folder, room),
		remove: () => removed(room),
	};
}

interface At {
	readonly name: string;
	readonly workspace: string;
	readonly database: Database;
}

function placeAt(home: Home, { name, workspace, database }: At): Place {
	const placedFor = (process: Process | undefined): PostgresPlace => ({
		...{ url: database.url, workspace, campaigns: async () => ["k"] },
		witness: join(home.folder, name, "witness.json"),
		...(process && { posts: { listed: process.listed, ...knownIn(home, workspace) } }),
	});
	return {
		...{ name, home, guards: async () => [] },
		open: (process) => postgresStore(placedFor(process)),
		remote: (naming, names) => postsInDatabase(placedFor(undefined), naming, names),
		async abandon(writer) {
			await database.ask(CUT);
			await writer.close().catch(() => {});
			await database.ask(EXPIRE);
		},
		adopt() {
			const signal = new AbortController().signal;
			const options = { command: "adopt", waitMs: 0, signal, ledger: ledgerIn(home) };
			return adoptDatabase(placedFor(undefined), options, async () => {});
		},
	};
}
