import { execFile } from "node:child_process";
import { appendFile, readdir, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../../src/model/brand.ts";
import { ledgerLock } from "../../../src/state/ledger/folder.ts";
import { type Ledger, openLedger } from "../../../src/state/ledger/ledger.ts";
import { DamagedLedgerFault, LedgerBusyFault, PostedFault } from "../../../src/state/ledger/ledger-fault.ts";
import type { LedgerPost } from "../../../src/state/ledger/records.ts";
import { StateFault } from "../../../src/state/state-fault.ts";
import { takeLock } from "../../../src/system/lock.ts";
import { builtScript } from "../../journeys/built-program.ts";
import { post, withFolder } from "./posts.ts";

const AT = epochMs(1_795_000_000_000);
const BY = { by: "ann", at: AT };
const ACCOUNT = { id: "acc-1", platform: "youtube", handle: "acme" };
const MADE = "acc_0123456789abcdef01234567";
const SECOND = post({ operation: "op-2", lineage: "L2", workspace: "d4e5f6" });

function opened(path: string): Ledger {
	return openLedger({ path }, { command: "test" });
}

/** What a second workspace hears when it wants to post, after the first one did what is given. */
async function second(
	wanted: Partial<LedgerPost>,
	first: (ledger: Ledger) => Promise<unknown>,
): Promise<string> {
	return withFolder(async (path) => {
		await first(opened(path));
		const listed = new Set(["acc-1", "listed-too"]);
		return opened(path)
			.arm({ ...SECOND, ...wanted }, { listed })
			.then(
				() => "armed",
				(error: Error) =>
					error instanceof PostedFault ? `taken, ${error.matches[0]?.account}` : String(error),
			);
	});
}

const arm =
	(over: Partial<LedgerPost> = {}) =>
	(ledger: Ledger) =>
		ledger.arm(post(over), {});
const ended =
	(as: "done" | "refused" | "not-sent" | "unknown" | "not-posted" | "abandoned") =>
	async (ledger: Ledger) => {
		await ledger.arm(post(), {});
		await ledger.end(post(), as, AT);
	};
const said = (a: string, b: string, as: "same" | "other") => async (ledger: Ledger) => {
	await ledger.arm(post({ account: { ...ACCOUNT, id: a } }), {});
	await ledger.note(() => [{ type: "account-word", scope: SECOND.scope, a, b, as, ...BY }]);
};

const cases: Readonly<Record<string, [Partial<LedgerPost>, (ledger: Ledger) => Promise<unknown>, string]>> = {
	"the same moment from another workspace is taken": [{}, arm(), "taken, same"],
	"so it is while its outcome is unknown": [{}, ended("unknown"), "taken, same"],
	"and when a person gave it up": [{}, ended("abandoned"), "taken, same"],
	"a refused one is free again": [{}, ended("refused"), "armed"],
	"one that was not sent is free again": [{}, ended("not-sent"), "armed"],
	"one that a person says was not posted is free again": [{}, ended("not-posted"), "armed"],
	"most of the moment is the moment": [{ moment: { from: 5_000, to: 25_000 } }, arm(), "taken, same"],
	"a bit of it is another moment": [{ moment: { from: 15_000, to: 35_000 } }, arm(), "armed"],
	"another content is free": [{ content: "sha256:other" }, arm(), "armed"],
	"another service with other accounts is free": [
		{ scope: "https://other.example.com", account: { ...ACCOUNT, id: "acc-2" } },
		arm(),
		"armed",
	],
	"the same id at another address is asked about": [
		{ scope: "https://other.example.com" },
		arm(),
		"taken, probable",
	],
	"a local data folder is its own service": [{ scope: "outbox:0a1b" }, arm(), "armed"],
	"so are two of them, whose ids are made of names": [
		{ scope: "outbox:0b", account: { ...ACCOUNT, id: MADE } },
		arm({ scope: "outbox:0a", account: { ...ACCOUNT, id: MADE } }),
		"armed",
	],
	"a channel that is connected to two of them is one": [
		{ scope: "outbox:0b", account: { ...ACCOUNT, id: "UCacme", handle: "acme-tv" } },
		arm({ scope: "outbox:0a", account: { ...ACCOUNT, id: "UCacme" } }),
		"taken, same",
	],
	"also what was posted to it there under the id of its name": [
		{ scope: "outbox:0b", account: { ...ACCOUNT, id: "UCacme" } },
		async (ledger) => {
			await ledger.arm(post({ scope: "outbox:0a", account: { ...ACCOUNT, id: MADE } }), {});
			await ledger.note(() => [
				{ type: "account-word", scope: "outbox:0a", a: MADE, b: "UCacme", as: "same", ...BY },
			]);
		},
		"taken, same",
	],
	"another account is free": [{ account: { ...ACCOUNT, id: "acc-2", handle: "two" } }, arm(), "armed"],
	"an account that was renamed is the same": [
		{ account: { ...ACCOUNT, handle: "acme-2" } },
		arm(),
		"taken, same",
	],
	"a handle under a new id is probably the same": [
		{ account: { ...ACCOUNT, id: "new" } },
		arm({ account: { ...ACCOUNT, id: "old" } }),
		"taken, probable",
	],
	"two ids that are both listed are two accounts": [
		{ account: { ...ACCOUNT, id: "listed-too" } },
		arm(),
		"armed",
	],
	"a person says that the new id is another account": [
		{ account: { ...ACCOUNT, id: "new" } },
		said("old", "new", "other"),
		"armed",
	],
	"a person says that another handle is the same account": [
		{ account: { ...ACCOUNT, id: "new", handle: "renamed" } },
		said("old", "new", "same"),
		"taken, same",
	],
	"a handle whose id was never known is the same": [
		{},
		(ledger) => ledger.adopt([{ ...post({ account: { platform: "youtube", handle: "acme" } }), as: "done" }]),
		"taken, same",
	],
	"an id whose handle changed since it was adopted by name is the same": [
		{ account: { ...ACCOUNT, handle: "acme-2" } },
		async (ledger) => {
			await ledger.adopt([
				{ ...post({ operation: "old", account: { platform: "youtube", handle: "acme" } }), as: "done" },
			]);
			await ledger.arm(post({ operation: "teaches", content: "sha256:x" }), {});
		},
		"taken, same",
	],
	"a second occurrence may go once": [{ occurrence: 2 }, arm(), "armed"],
	"and not a third time": [
		{ occurrence: 2 },
		async (ledger) => {
			await ledger.arm(post(), {});
			await ledger.arm(post({ operation: "again", occurrence: 2 }), {});
		},
		"taken, same",
	],
	"what a person took out is free": [
		{},
		async (ledger) => {
			await ledger.arm(post(), {});
			await ledger.forget(post(), { ...BY, reason: "deleted on the platform" });
		},
		"armed",
	],
};

const ledgers = suite("the ledger");

ledgers("knows the time of a post that was moved", () =>
	withFolder(async (path) => {
		await opened(path).arm(post({ scheduledAt: AT }), {});
		await opened(path).reschedule(post(), epochMs(AT + 60_000), AT);
		const [entry] = await opened(path).all();
		assert.equal([entry?.scheduledAt, entry?.as], [AT + 60_000, "armed"]);
	}),
);

for (const [title, [wanted, first, expected]] of Object.entries(cases)) {
	ledgers(title, async () => assert.is(await second(wanted, first), expected));
}

ledgers("of many at once in one process, each moment is armed once", () =>
	withFolder(async (path) => {
		const ledger = opened(path);
		const tries = Array.from({ length: 60 }, (_, index) =>
			ledger
				.arm(
					post({
						operation: `op-${index}`,
						moment: { from: (index % 20) * 30_000, to: (index % 20) * 30_000 + 20_000 },
					}),
					{},
				)
				.then(
					() => 1,
					() => 0,
				),
		);
		assert.is(
			(await Promise.all(tries)).reduce<number>((sum, each) => sum + each, 0),
			20,
		);
		assert.is((await opened(path).all()).length, 20);
	}),
);

ledgers("of four processes at once, each moment is armed by one", () =>
	withFolder(async (path) => {
		const script = await builtScript(fileURLToPath(new URL("contender.ts", import.meta.url)));
		const run = (name: string) =>
			promisify(execFile)(process.execPath, [script, path, name, "25"], {
				timeout: 300_000,
			});
		const said = await Promise.all(["a", "b", "c", "d"].map(run));
		const got: number[] = said.flatMap(({ stdout }) => JSON.parse(stdout));
		assert.equal(
			got.sort((a, b) => a - b),
			Array.from({ length: 25 }, (_, index) => index),
		);
	}),
);

async function onlyPart(path: string): Promise<string> {
	const [name = ""] = await readdir(join(path, "posts"));
	return join(path, "posts", name);
}

ledgers("a line that a crash tore is cut off, and what comes next is whole", () =>
	withFolder(async (path) => {
		await opened(path).arm(post(), {});
		await opened(path).arm(post({ operation: "torn", content: "sha256:b" }), {});
		const part = await onlyPart(path);
		await truncate(part, (await readFile(part)).length - 7);
		await opened(path).arm(post({ operation: "next", content: "sha256:c" }), {});
		assert.equal(
			(await opened(path).all()).map(({ operation }) => operation),
			["op-1", "next"],
		);
	}),
);

ledgers("a damaged part stops its own account and no other", () =>
	withFolder(async (path) => {
		await opened(path).arm(post(), {});
		await opened(path).arm(post({ operation: "b", content: "sha256:b" }), {});
		const part = await onlyPart(path);
		const bytes = await readFile(part);
		bytes[20] = bytes.at(20) === 65 ? 66 : 65;
		await writeFile(part, bytes);
		const fault = await opened(path)
			.arm(SECOND, {})
			.catch((error: unknown) => error);
		assert.instance(fault, DamagedLedgerFault);
		await opened(path).arm(
			post({ operation: "c", account: { id: "z", platform: "tiktok", handle: "z" } }),
			{},
		);
	}),
);

ledgers("somebody else's whole line in a file that is being written is noticed", () =>
	withFolder(async (path) => {
		await opened(path).arm(post(), {});
		await appendFile(await onlyPart(path), "no line of ours\n");
		const fault = await opened(path)
			.arm(SECOND, {})
			.catch((error: unknown) => error);
		assert.instance(fault, DamagedLedgerFault);
	}),
);

ledgers("a ledger that another run holds for too long sends nothing, and is tried again", () =>
	withFolder(async (path) => {
		const { signal } = new AbortController();
		const lock = await takeLock(ledgerLock({ path }), { command: "another", waitMs: 0, signal });
		const fault = await opened(path)
			.arm(post(), {})
			.catch((error: unknown) => error);
		assert.instance(fault, LedgerBusyFault);
		assert.is((fault as LedgerBusyFault).next, "retry");
		await lock.release();
		await opened(path).arm(post(), {});
	}),
);

ledgers("where it cannot be written nothing may be sent", () =>
	withFolder(async (path) => {
		const file = join(path, "file");
		await writeFile(file, "");
		const fault = await opened(join(file, "ledger"))
			.arm(post(), {})
			.catch((error: unknown) => error);
		assert.instance(fault, StateFault);
	}),
);

ledgers("its id is made with the first line and stays", () =>
	withFolder(async (path) => {
		assert.is(await opened(path).id(), undefined);
		await opened(path).arm(post(), {});
		const id = await opened(path).id();
		await opened(path).arm(post({ operation: "b", content: "sha256:b" }), {});
		assert.type(id, "string");
		assert.is(await opened(path).id(), id);
	}),
);

ledgers.run();
