/** Workspaces of one process share a ledger for as long as it runs. */
import { copyFileSync, renameSync, rmSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { partOf } from "../../../src/state/ledger/folder.ts";
import { openLedger } from "../../../src/state/ledger/ledger.ts";
import { PostedFault } from "../../../src/state/ledger/ledger-fault.ts";
import { StateFault } from "../../../src/state/state-fault.ts";
import { FILES, refusal, withDisk } from "../disk.ts";
import { DAY, post, withFolder } from "./posts.ts";

const test = suite("a ledger that one process shares");
const { scope, account } = post();
const other = post({ operation: "op-2", moment: { from: 60_000, to: 80_000 } });

const outcomeOf = (work: Promise<void>) =>
	work.then(
		() => "armed",
		(error: unknown) => (error instanceof PostedFault ? "taken" : String(error)),
	);

test("of those that want one moment at the same time one gets it", () =>
	withFolder(async (path) => {
		const ledger = openLedger({ path }, { command: "test" });
		const wanted = Array.from({ length: 8 }, (_, at) =>
			post({ operation: `op-${at}`, lineage: `L${at}`, workspace: `w${at}` }),
		);
		const became = await Promise.all(wanted.map((each) => outcomeOf(ledger.arm(each, {}))));
		assert.equal(became.sort(), ["armed", ...Array.from({ length: 7 }, () => "taken")]);
	}));

test("others have their turn while more is written all the time", () =>
	withFolder(async (path) => {
		const [busy, other] = [0, 1].map(() => openLedger({ path }, { command: "test" }));
		if (busy === undefined || other === undefined) throw new Error("no ledger");
		let [written, isOver] = [0, false];
		const writing = [0, 1, 2].map(async () => {
			while (!isOver) await busy.note(() => [{ type: "state", lineage: `L${written++}`, at: post().at }]);
		});
		for (let at = 0; at < 4; at++)
			await other.arm(post({ operation: `o-${at}`, moment: { from: at * DAY, to: at * DAY + 1_000 } }), {});
		isOver = true;
		await Promise.all(writing);
		assert.is((await busy.facts()).states.size, written);
		assert.is((await busy.entriesOf(scope, account)).length, 4);
	}));

test("where one file cannot be written, the others are on the disk before anybody hears of it", () =>
	withFolder(async (path) => {
		const ledger = openLedger({ path }, { command: "test" });
		const elsewhere = { ...account, id: "acc-2", handle: "other" };
		for (const each of [account, elsewhere])
			await ledger.arm(post({ operation: `o-${each.id}`, account: each }), {});
		let [asked, synced] = [0, 0];
		const failing = (real: typeof FILES) => ({
			fdatasync: ((fd, done) => {
				if (asked++ === 0) return process.nextTick(done, refusal("EIO"));
				const finish: typeof done = (error) => {
					synced++;
					done(error);
				};
				setTimeout(() => real.fdatasync(fd, finish), 20);
			}) as typeof FILES.fdatasync,
		});
		const moment = { from: 60_000, to: 80_000 };
		await withDisk(FILES, failing, () =>
			Promise.all(
				[account, elsewhere].map(async (each, at) => {
					const became = await outcomeOf(
						ledger.arm(post({ operation: `p-${at}`, account: each, moment }), {}),
					);
					assert.match(became, /StateFault/);
					assert.equal([asked, synced], [2, 1]);
				}),
			),
		);
	}));

for (const how of ["read", "write"] as const)
	test(`what another file took the place of is a fault once on a ${how}, and read anew then`, () =>
		withFolder(async (path) => {
			const [ledger, beside] = [0, 1].map(() => openLedger({ path }, { command: "test" }));
			if (ledger === undefined || beside === undefined) throw new Error("no ledger");
			await ledger.arm(post(), {});
			const part = partOf({ path }, scope, account);
			copyFileSync(part, `${part}.backup`);
			await beside.arm(other, {});
			assert.is((await ledger.entriesOf(scope, account)).length, 2);
			rmSync(part);
			renameSync(`${part}.backup`, part);

			const again = () => ledger.arm(other, {});
			const found = how === "read" ? () => ledger.entriesOf(scope, account) : again;
			const fault = await found().then(
				() => undefined,
				(error: unknown) => error,
			);
			assert.instance(fault, StateFault);
			assert.is((await ledger.entriesOf(scope, account)).length, 1);
			assert.is(await outcomeOf(again()), "armed");
			assert.is(await outcomeOf(ledger.arm(post({ operation: "op-3", lineage: "L3" }), {})), "taken");
		}));

test.run();
