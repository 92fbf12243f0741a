import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { postgresStore } from "../../src/state/postgres/store.ts";
import type { StateStore } from "../../src/state/store.ts";
import { armed, outcome, postIntent } from "../builders/entries.ts";
import { clip, posted } from "../builders/world.ts";
import { openNow } from "../state/folder.ts";
import { type Between, type Fault, proxyTo } from "./proxy.ts";
import { postgresServer, type Server, urlOf } from "./server.ts";

const cuts = suite("postgres, cut at every statement");

interface Ground {
	readonly server: Server;
	readonly proxy: Between;
	/** Through the proxy. */
	readonly store: StateStore;
	/** Without it. */
	readonly direct: StateStore;
	readonly other: StateStore;
}

async function withGround<Result>(work: (ground: Ground) => Promise<Result>): Promise<Result> {
	const server = await postgresServer();
	const { url, name } = await server.database();
	const folder = mkdtempSync(join(tmpdir(), "px-"));
	const proxy = await proxyTo(server.folder, folder);
	try {
		return await work({
			...{ server, proxy },
			store: postgresStore({ url: urlOf(name, folder), workspace: "one" }),
			direct: postgresStore({ url, workspace: "one" }),
			other: postgresStore({ url, workspace: "other" }),
		});
	} finally {
		await proxy.close();
		rmSync(folder, { recursive: true, force: true });
	}
}

/** One attempt at a post as `sendOnce` makes it. Gives whether its last byte left. */
async function attempt(store: StateStore, id: string): Promise<boolean> {
	let sent = false;
	const writer = await openNow(store, 10_000);
	try {
		await writer.append(postIntent(id));
		await writer.append(armed(id));
		sent = true;
		await writer.append(outcome(id, "done", posted(clip(0))));
	} finally {
		await writer.close();
	}
	return sent;
}

/** What came of the first attempt, and of one that another workspace makes at the same moment afterwards. */
async function tried(
	{ proxy, server, store, direct, other }: Ground,
	fault: Omit<Fault, "act"> & { crash: boolean },
) {
	let executed = 0;
	let back: Promise<void> | undefined;
	proxy.fault = {
		...fault,
		async act() {
			if (!fault.crash) return;
			back = server.crash();
			await back;
		},
	};
	const count = (sent: boolean) => {
		if (sent) executed++;
	};
	const watched = counted(store, () => executed++);
	await attempt(watched, "op-1").catch(() => {});
	await back;
	const { operations, ledger } = await direct.read();
	const isUnknown = operations["op-1"]?.phase === "unknown";
	const knows = ledger.some(({ operation }) => operation === "op-1");
	const first = executed;
	await attempt(other, "op-2").then(count, () => {});
	return { first, executed, isUnknown, knows };
}

/** The same store, which says when an arming was acknowledged: from then on the service has the post. */
function counted(store: StateStore, onArmed: () => void): StateStore {
	return {
		read: () => store.read(),
		async open(options) {
			const writer = await store.open(options);
			return {
				...writer,
				async append(entry) {
					await writer.append(entry);
					if (entry.type === "armed") onArmed();
				},
			};
		},
	};
}

/** What must hold whatever was cut. */
function mustHold(found: Awaited<ReturnType<typeof tried>>, what: string): void {
	assert.ok(found.executed <= 1, `doubled: ${what}`);
	if (found.first === 1) assert.ok(found.knows, `forgotten: ${what}`);
	assert.ok(found.executed === 1 || found.isUnknown, `lost without a word: ${what}`);
}

/** The statements of a whole attempt. */
async function statementsOf(): Promise<readonly string[]> {
	return withGround(async ({ proxy, store }) => {
		assert.is(await attempt(store, "op-1"), true);
		return [...proxy.statements];
	});
}

cuts("a connection that is cut at any statement doubles and loses nothing", async () => {
	const statements = await statementsOf();
	assert.ok(statements.length > 20, `${statements.length} statements`);
	for (let at = 1; at <= statements.length; at++)
		for (const when of ["before", "after"] as const)
			mustHold(
				await withGround((ground) => tried(ground, { at, when, crash: false })),
				`cut ${when} ${at}: ${statements[at - 1]}`,
			);
});

cuts("kill -9 of PostgreSQL at every statement of arm and settle doubles and loses nothing", async () => {
	const statements = await statementsOf();
	const begins = statements.map((sql) => sql.startsWith("BEGIN ISOLATION LEVEL READ COMMITTED"));
	const first = begins.lastIndexOf(
		true,
		statements.findIndex((sql) => sql.includes("showrun.accounts")),
	);
	const last = statements.findLastIndex((sql) => sql.startsWith("UPDATE showrun.posts")) + 2;
	assert.ok(first > 0 && last > first + 8, `${first} to ${last}`);
	for (let at = first + 1; at <= last; at++)
		for (const when of ["before", "after"] as const)
			mustHold(
				await withGround((ground) => tried(ground, { at, when, crash: true })),
				`kill -9 ${when} ${at}: ${statements[at - 1]}`,
			);
});

cuts.run();
