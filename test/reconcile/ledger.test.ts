import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Ledger, openLedger } from "../../src/state/ledger/ledger.ts";
import { LedgerBusyFault } from "../../src/state/ledger/ledger-fault.ts";
import { withLedger } from "../../src/state/ledger/ledgered-store.ts";
import { memoryStore } from "../../src/state/memory.ts";
import type { StateStore } from "../../src/state/store.ts";
import { LockedFault } from "../../src/system/lock.ts";
import { run } from "../builders/run.ts";
import { campaign, clip, post, settledVideo, snapshot, TALK } from "../builders/world.ts";
import { fakeService } from "../fakes/service.ts";
import { withFolder } from "../state/ledger/posts.ts";

/** A workspace of its own, with clips and nothing posted, that keeps the ledger. */
function workspace(name: string, ledger: Ledger): StateStore {
	const naming = async (lineage: string) => ({
		...{ scope: "https://clips.example.com", lineage, workspace: name },
	});
	const state = { ...snapshot({ [TALK]: settledVideo([clip(0)]) }), lineage: `L${name}` };
	const ledgered = { ledger, naming, listed: () => undefined, guards: async () => [], local: false };
	return withLedger(memoryStore(state), ledgered);
}

/** Applies a campaign of one post, and says how many posts were made and what failed. */
async function applied(store: StateStore): Promise<readonly unknown[]> {
	const campaigns = [campaign({ posts: [post({ clips: { top: 1 } })] })];
	const { report } = await run({ store, service: fakeService(), campaigns });
	return [report.published, ...report.failures.map(({ message }) => message.split(/[.(]/)[0]?.trim())];
}

const TAKEN = "This moment was already posted to this account";
const keeping = suite("sending with the ledger");

keeping("of two workspaces one posts, and the other says that it is posted", () =>
	withFolder(async (path) => {
		const open = () => openLedger({ path }, { command: "test" });
		assert.equal(await applied(workspace("A", open())), [1]);
		assert.equal(await applied(workspace("B", open())), [0, TAKEN]);
	}),
);

keeping("a ledger that is locked for a moment is waited for, and the post leaves once", () =>
	withFolder(async (path) => {
		const ledger = openLedger({ path }, { command: "test" });
		let tries = 0;
		const arm: Ledger["arm"] = async (...args) => {
			if (tries++ === 0) throw new LedgerBusyFault(new LockedFault("Another run.", { remedy: "Wait." }));
			return ledger.arm(...args);
		};
		assert.equal(await applied(workspace("A", { ...ledger, arm })), [1]);
		assert.is(tries, 2);
		assert.equal(
			(await ledger.all()).map(({ as }) => as),
			["done"],
		);
	}),
);

keeping("a ledger that is locked when the answer comes is waited for, and nothing is sent again", () =>
	withFolder(async (path) => {
		const ledger = openLedger({ path }, { command: "test" });
		let tries = 0;
		const end: Ledger["end"] = async (...args) => {
			if (tries++ < 3) throw new LedgerBusyFault(new LockedFault("Another run.", { remedy: "Wait." }));
			return ledger.end(...args);
		};
		assert.equal(await applied(workspace("A", { ...ledger, end })), [1]);
		assert.equal([tries, (await ledger.all()).map(({ as }) => as)], [4, ["done"]]);
	}),
);

keeping("a ledger that is locked at the first attempt of a run is asked again by the next", () =>
	withFolder(async (path) => {
		const ledger = openLedger({ path }, { command: "test" });
		let tries = 0;
		const note: Ledger["note"] = async (...args) => {
			if (tries++ === 0) throw new LedgerBusyFault(new LockedFault("Another run.", { remedy: "Wait." }));
			return ledger.note(...args);
		};
		assert.equal(await applied(workspace("A", { ...ledger, note })), [1]);
		assert.equal(
			(await ledger.all()).map(({ as }) => as),
			["done"],
		);
	}),
);

keeping.run();
