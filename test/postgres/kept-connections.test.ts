import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LostConnection } from "../../src/database/database-fault.ts";
import { connectAgain, keepConnections } from "../../src/database/kept-connections.ts";
import { postgresStore } from "../../src/state/postgres/store.ts";
import { openNow } from "../state/folder.ts";
import { isPooled } from "./pooler.ts";
import { type Database, postgresServer } from "./server.ts";

const test = suite("connections that are kept");

/** Who is connected, but for who asks. */
const CONNECTED = `SELECT pid FROM pg_stat_activity
	WHERE application_name = 'showrun' AND pid <> pg_backend_pid() ORDER BY pid`;

const pids = async ({ ask }: Database) => (await ask(CONNECTED)).map(({ pid }) => String(pid));

/** The server notices a moment later that a client left. */
async function untilNobody(database: Database): Promise<void> {
	while ((await pids(database)).length > 0) await new Promise((done) => setTimeout(done, 20));
}

/** Opens and closes a state so many times; gives whom the server knew in between. */
async function openings(database: Database, times: number): Promise<readonly string[]> {
	const seen = new Set<string>();
	for (let at = 0; at < times; at++) {
		const writer = await openNow(storeOf(database, `w${at}`));
		for (const pid of await pids(database)) seen.add(pid);
		await writer.close();
	}
	return [...seen];
}

test("one writer has a state, whichever connection it was opened on before", async () => {
	const database = await (await postgresServer()).database();
	const stop = keepConnections(database.url);
	try {
		for (let time = 0; time < 3; time++) {
			const writer = await openNow(storeOf(database, "one"));
			const refused = await openNow(storeOf(database, "one")).then(
				() => "opened",
				(error: Error) => error.name,
			);
			await (await openNow(storeOf(database, "two"))).close();
			await writer.close();
			assert.is(refused, "LockedFault");
		}
	} finally {
		await stop();
	}
});

test("one that was closed twice is not used by two, nor by who closed it", async () => {
	const database = await (await postgresServer()).database();
	const stop = keepConnections(database.url);
	const first = await connectAgain(database.url);
	await first.close();
	await first.close();
	const [one, two] = [await connectAgain(database.url), await connectAgain(database.url)];
	const begun = (connection: typeof one) =>
		connection.transaction("write", async (ask) => {
			const [row] = await ask("SELECT pg_sleep(0.1), txid_current() AS id");
			return String(row?.id);
		});
	const [a, b] = await Promise.all([begun(one), begun(two)]);
	assert.is.not(a, b);
	assert.instance(await begun(first).catch((error: unknown) => error), LostConnection);
	await Promise.all([one.close(), two.close()]);
	await stop();
});

// A pooler has connections of its own.
if (!isPooled) {
	test("one is used again and again where somebody wants that, and closed with the last of them", async () => {
		const database = await (await postgresServer()).database();
		const [one, two] = [keepConnections(database.url), keepConnections(database.url)];
		assert.is((await openings(database, 5)).length, 1);
		await one();
		assert.is((await pids(database)).length, 1);
		await two();
		await untilNobody(database);
		await openings(database, 1);
		await untilNobody(database);
	});

	test("those that a server took along are not used", async () => {
		const server = await postgresServer();
		const database = await server.database();
		const stop = keepConnections(database.url);
		try {
			const both = await Promise.all([0, 1].map((at) => openNow(storeOf(database, `w${at}`))));
			for (const writer of both) await writer.close();
			const before = await pids(database);
			assert.is(before.length, 2);
			await server.crash();
			const after = await openings(database, 3);
			assert.is(after.length, 1);
			assert.not(before.includes(after[0] ?? ""));
		} finally {
			await stop();
		}
	});

	test("one whose work failed is closed", async () => {
		const database = await (await postgresServer()).database();
		const stop = keepConnections(database.url);
		try {
			const refused = () => Promise.reject(new Error("not now"));
			const message = await openNow(storeOf(database, "one", refused)).then(
				() => "opened",
				(error: Error) => error.message,
			);
			assert.match(message, "not now");
			await untilNobody(database);
		} finally {
			await stop();
		}
	});
}

function storeOf({ url }: Database, workspace: string, admit?: () => Promise<never>) {
	return postgresStore({ url, workspace, ...(admit && { admit }) });
}

test.run();
