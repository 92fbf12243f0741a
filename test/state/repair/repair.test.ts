import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../../src/model/brand.ts";
import type { Snapshot } from "../../../src/model/snapshot.ts";
import { openOperation } from "../../../src/plan/video.ts";
import { resolutionOf } from "../../../src/reconcile/resolution.ts";
import { fileStore, type StatePlace } from "../../../src/state/file/store.ts";
import { diagnose, repair } from "../../../src/state/repair/repair.ts";
import { sentLine } from "../../../src/views/unknown.ts";
import { armed, numbered, outcome, postedEntries, postIntent, videoIntent } from "../../builders/entries.ts";
import { TALK } from "../../builders/world.ts";
import { faultOf, journalBytes, openNow, ran, textOf } from "../folder.ts";

interface Broken {
	readonly root: string;
	readonly path: string;
	readonly journal: string;
	readonly place: StatePlace;
}

/**
 * A run that was killed: three posts folded in (one unknown), two in the journal (one unanswered),
 * and all of it known outside.
 */
async function withKilled(
	work: (broken: Broken, whole: Snapshot) => Promise<void>,
	guarded: "guarded" | "alone" = "guarded",
): Promise<void> {
	const root = await mkdtemp(join(tmpdir(), "showrun-repair-"));
	try {
		const path = join(root, "w", ".showrun", "state.json");
		const place = { path, ...(guarded === "guarded" && { outside: { folder: join(root, "home") } }) };
		const unknown = [postIntent("op-3", 3), armed("op-3"), outcome("op-3", "unknown")];
		await ran(fileStore(place), [
			numbered(1),
			...postedEntries("op-1", 1),
			...postedEntries("op-2", 2),
			...unknown,
		]);
		const writer = await openNow(fileStore(place));
		for (const entry of [...postedEntries("op-4", 4), postIntent("op-5", 5), armed("op-5")])
			await writer.append(entry);
		for (const name of await readdir(root, { recursive: true }))
			if (/\.lock(\.\w+\.sock)?$/.test(name)) await rm(join(root, name));
		await work({ root, path, journal: `${path}.journal`, place }, await fileStore(place).read());
	} finally {
		await rm(root, { recursive: true, force: true });
	}
}

const options = { command: "test", waitMs: 0, signal: AbortSignal.timeout(300_000) };
const POSTED = ["op-1", "op-2", "op-3", "op-4", "op-5"];
const moments = ({ ledger }: Snapshot) => ledger.map(({ operation }) => operation).sort();

/** Refused, explained, repaired: every moment is still there, and everything unknown still is. */
async function recovers({ place }: Broken, whole: Snapshot): Promise<void> {
	const fault = await faultOf(fileStore(place).read());
	const { problems, repaired } = await diagnose(place);
	assert.is(problems[0], fault.message);
	assert.ok(repaired);
	for (const kept of await repair(place, options)) assert.match(kept, /\.damaged-\d+$/);
	const state = await fileStore(place).read();
	assert.equal(moments(state), POSTED);
	assert.equal(state.operations["op-3"], whole.operations["op-3"]);
	assert.is(state.operations["op-5"]?.phase, "unknown");
	assert.ok(state.serial >= whole.serial);
	await ran(fileStore(place), [numbered(2)]);
	assert.equal((await diagnose(place)).problems, []);
}

const repairs = suite("state repair");

repairs("finds nothing wrong with a run that was killed", () =>
	withKilled(async ({ place }, whole) => {
		assert.equal(await diagnose(place), { problems: [], repaired: undefined, sources: [] });
		assert.equal([moments(whole), Object.keys(whole.operations).sort()], [POSTED, ["op-3", "op-5"]]);
	}),
);

const DAMAGES: Readonly<Record<string, (broken: Broken) => Promise<void>>> = {
	"a deleted state": async ({ path }) => rm(path),
	"a deleted state and journal": async ({ path, journal }) =>
		void (await Promise.all([rm(path), rm(journal)])),
	"an empty state": async ({ path }) => writeFile(path, ""),
	"a changed moment": async ({ path }) => writeFile(path, (await textOf(path)).replace("140000", "150000")),
	"a flipped number of the format": async ({ path }) =>
		writeFile(path, (await textOf(path)).replace('"format": 2', '"format": 3')),
	"a gap in the journal": async ({ journal }) => writeFile(journal, without(await textOf(journal), 2)),
	"a journal without its first line": async ({ journal }) =>
		writeFile(journal, without(await textOf(journal), 0)),
	"a changed line in the journal": async ({ journal }) =>
		writeFile(journal, (await textOf(journal)).replace('"p-1"', '"p-2"')),
	"a journal of another state": async ({ journal, path }) => {
		const own = await readFile(journal);
		await writeFile(
			journal,
			journalBytes("another", 40, [...postedEntries("op-4", 4), postIntent("op-5", 5), armed("op-5")]),
		);
		assert.ok(own.length > 0 && path !== "");
	},
	"a merge conflict in the state": async ({ path }) => {
		const text = await textOf(path);
		await writeFile(path, `<<<<<<< ours\n${text}=======\n{}\n>>>>>>> theirs\n`);
	},
	"a merge conflict in the journal": async ({ journal }) =>
		writeFile(journal, `${await textOf(journal)}<<<<<<< ours\n=======\n>>>>>>> theirs\n`),
};

for (const [what, damage] of Object.entries(DAMAGES)) {
	repairs(`recovers from ${what}`, () =>
		withKilled(async (broken, whole) => {
			await damage(broken);
			await recovers(broken, whole);
		}),
	);
}

function without(text: string, line: number): string {
	const lines = text.split("\n");
	return [...lines.slice(0, line), ...lines.slice(line + 1)].join("\n");
}

repairs("takes both sides of a merge conflict", () =>
	withKilled(async ({ path, journal, place }) => {
		const store = fileStore({ path });
		await rm(journal);
		const base = await textOf(path);
		await ran(store, postedEntries("op-6", 6));
		const ours = await textOf(path);
		await writeFile(path, base);
		await ran(store, postedEntries("op-7", 7));
		await writeFile(
			path,
			`<<<<<<< ours\n${ours}||||||| base\n${base}=======\n${await textOf(path)}>>>>>>> theirs\n`,
		);
		const { repaired } = await diagnose(place);
		assert.equal(repaired && moments(repaired), [...POSTED, "op-6", "op-7"]);
	}),
);

repairs("goes without the memory of the machine as far as anything can be read", () =>
	withKilled(async ({ journal, place }, whole) => {
		await writeFile(journal, (await textOf(journal)).replace('"type":"intent"', '"type":"intenT"'));
		await repair(place, options);
		const state = await fileStore(place).read();
		assert.equal([moments(state).includes("op-4"), moments(state).includes("op-5")], [true, true]);
		assert.equal(state.operations["op-5"], whole.operations["op-5"]);
	}, "alone"),
);

repairs("asks what became of a submission whose record is damaged, and never sends it again", async () => {
	const root = await mkdtemp(join(tmpdir(), "showrun-repair-"));
	try {
		const path = join(root, "state.json");
		const place = { path, outside: { folder: join(root, "home") } };
		await ran(fileStore(place), [numbered(1)]);
		const writer = await openNow(fileStore(place));
		for (const entry of [videoIntent("op-1"), armed("op-1")]) await writer.append(entry);
		for (const name of await readdir(root, { recursive: true }))
			if (/\.lock(\.\w+\.sock)?$/.test(name)) await rm(join(root, name));
		await writeFile(
			`${path}.journal`,
			(await textOf(`${path}.journal`)).replace('"type":"intent"', '"type":"intenT"'),
		);
		await repair(place, options);
		const operation = (await fileStore(place).read()).operations["op-1"];
		assert.equal([operation?.address, operation?.kind, operation?.phase], [TALK, "submit", "unknown"]);
		if (operation === undefined) return;
		const repeats = { idempotency: true, now: operation.at };
		assert.is(openOperation(operation, { address: TALK }, repeats).action, "unknown");
		assert.match(sentLine(operation, "UTC"), /clipping task.*was lost/);
		const said = { by: "ann", at: epochMs(operation.at + 3_600_000) };
		assert.throws(() => resolutionOf(operation, { as: "posted", taskId: "t" }, said), /was lost/);
		await ran(fileStore(place), [resolutionOf(operation, { as: "not-posted" }, said)]);
		assert.equal((await fileStore(place).read()).operations, {});
	} finally {
		await rm(root, { recursive: true, force: true });
	}
});

repairs("leaves a newer format alone, and takes a damaged number of the format for what it is", () =>
	withKilled(async (broken, whole) => {
		await rm(broken.journal);
		const text = await textOf(broken.path);
		await writeFile(broken.path, '{ "format": 3, "moments": {} }');
		assert.match((await faultOf(diagnose(broken.place))).message, /newer showrun/);
		await writeFile(broken.path, text.replace('"format": 2', '"format": 9'));
		await recovers(broken, { ...whole, serial: 0 });
	}),
);

repairs("says so when nothing is left", async () => {
	const root = await mkdtemp(join(tmpdir(), "showrun-repair-"));
	await writeFile(join(root, "state.json"), "{");
	const { problems, repaired } = await diagnose({ path: join(root, "state.json") });
	assert.equal([problems.length, repaired], [1, undefined]);
	await rm(root, { recursive: true });
});

repairs("a journal cut at any byte of its last record is noticed, or says the same", () =>
	withKilled(async (broken, whole) => {
		const bytes = await readFile(broken.journal);
		const start = bytes.lastIndexOf(10, -2) + 1;
		for (let at = start; at < bytes.length; at++) {
			await writeFile(broken.journal, bytes.subarray(0, at));
			assert.equal(await fileStore(broken.place).read(), whole, `cut at ${at - start}`);
		}
		const second = bytes.lastIndexOf(10, start - 2) + 1;
		for (let at = second; at < start; at += 7) {
			await writeFile(broken.journal, bytes.subarray(0, at));
			assert.match((await faultOf(fileStore(broken.place).read())).message, /went back in time/);
		}
		await recovers(broken, { ...whole, serial: 0 });
	}),
);

const flips = suite("flipped bytes");

flips("anywhere in the state or its journal are never misread, always explained, and recovered from", () =>
	withKilled(async (broken, whole) => {
		await cp(broken.root, `${broken.root}-whole`, { recursive: true });
		const files = await Promise.all(
			[broken.path, broken.journal].map(async (path) => ({ path, bytes: await readFile(path) })),
		);
		const flip = fc.record({
			file: fc.constantFrom(...files),
			at: fc.nat(),
			bits: fc.integer({ min: 1, max: 255 }),
			repaired: fc.constantFrom(true, false, false, false),
		});
		try {
			await fc.assert(
				fc.asyncProperty(flip, async ({ file, at, bits, repaired }) => {
					const changed = Buffer.from(file.bytes);
					const place = at % changed.length;
					changed[place] = (changed[place] ?? 0) ^ bits;
					await writeFile(file.path, changed);
					const same = await fileStore(broken.place)
						.read()
						.then(
							(state) => assert.equal(state, whole) ?? true,
							() => false,
						);
					if (!same) assert.ok((await diagnose(broken.place)).repaired);
					if (!same && repaired) {
						await recovers(broken, whole);
						await rm(broken.root, { recursive: true });
						await cp(`${broken.root}-whole`, broken.root, { recursive: true });
					} else await writeFile(file.path, file.bytes);
				}),
				{ numRuns: 300 },
			);
		} finally {
			await rm(`${broken.root}-whole`, { recursive: true, force: true });
		}
	}),
);

repairs.run();
flips.run();
