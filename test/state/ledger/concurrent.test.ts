import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../../src/model/brand.ts";
import { openLedger } from "../../../src/state/ledger/ledger.ts";
import { post, withFolder } from "./posts.ts";

const AT = epochMs(1_795_000_000_000);
const POSTS = Array.from({ length: 40 }, (_, index) =>
	post({ operation: `op-${index}`, moment: { from: index * 30_000, to: index * 30_000 + 20_000 } }),
);

const concurrent = suite("one ledger, used by many attempts at once");
concurrent("holds each post once, and is not mistaken for one that another program changed", () =>
	withFolder(async (path) => {
		const ledger = openLedger({ path }, { command: "test" });
		const { scope, account } = post();
		await Promise.all(
			POSTS.map(async (each) => {
				await ledger.note(() => [{ type: "state", lineage: each.operation, at: AT }]);
				await ledger.facts();
				await ledger.arm(each, {});
				await ledger.entriesOf(scope, account);
				await ledger.end(each, "done", AT);
			}),
		);
		const again = openLedger({ path }, { command: "test" });
		const [here, there] = [await ledger.entriesOf(scope, account), await again.entriesOf(scope, account)];
		assert.equal(here, there);
		assert.equal(
			here.map(({ operation, as }) => `${operation} ${as}`).sort(),
			POSTS.map(({ operation }) => `${operation} done`).sort(),
		);
		assert.is((await again.facts()).states.size, POSTS.length);
	}),
);

concurrent("is read once, however many read it at the same time", () =>
	withFolder(async (path) => {
		const { scope, account } = post();
		await openLedger({ path }, { command: "test" }).arm(post(), {});
		const ledger = openLedger({ path }, { command: "test" });
		const read = () => Promise.all([ledger.facts(), ledger.entriesOf(scope, account)]);
		await Promise.all(Array.from({ length: 10 }, read));
		assert.is((await ledger.entriesOf(scope, account)).length, 1);
		await ledger.end(post(), "done", AT);
	}),
);
concurrent.run();
