import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Ledger, openLedger } from "../../src/state/ledger/ledger.ts";
import { LedgerBusyFault } from "../../src/state/ledger/ledger-fault.ts";
import { withLedger } from "../../src/state/ledger/ledgered-store.ts";
import { postOfMoment } from "../../src/state/ledger/posts.ts";
import { memoryStore } from "../../src/state/memory.ts";
import type { StateStore } from "../../src/state/store.ts";
import { LockedFault } from "../../src/system/lock.ts";
import { run } from "../builders/run.ts";
import {
	addressOf,
	campaign,
	clip,
	ledgerOf,
	NOW,
	operation,
	post,
	settledVideo,
	snapshot,
	TALK,
} from "../builders/world.ts";
import { fakeService } from "../fakes/service.ts";
import { withFolder } from "../state/ledger/posts.ts";

/** A workspace of its own, with clips and nothing posted, that keeps the ledger. */
function workspace(name: string, ledger: Ledger): StateStore {
	const state = { ...snapshot({ [TALK]: settledVideo([clip(0)]) }), lineage: `L${name}` };
	const named = async (lineage: string) => ({ ...(await naming(lineage)), workspace: name });
	const ledgered = { ledger, naming: named, listed: () => undefined, guards: async () => [], local: false };
	return withLedger(memoryStore(state), ledgered);
}

async function naming(lineage: string) {
	return { scope: "https://clips.example.com", lineage, workspace: "A" };
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

/** A workspace whose post has no answer. */
function unanswered(ledger: Ledger): StateStore {
	const open = operation({
		...{ kind: "publish", id: "01JD3V0Q00000000000000000A", address: addressOf() },
		payload: JSON.stringify({ project_id: "task-1", idx: 0, publish_configs: { "acc-1": {} } }),
	});
	const state = snapshot({ [TALK]: settledVideo([clip(0)]) }, { operations: { [open.id]: open } });
	const ledgered = { ledger, naming, listed: () => undefined, guards: async () => [], local: false };
	return withLedger(memoryStore(state), ledgered);
}

/** Applies it with a service that recognises keys. */
async function repeated(ledger: Ledger, store = unanswered(ledger)): Promise<readonly unknown[]> {
	const campaigns = [campaign({ posts: [post({ clips: { top: 1 } })] })];
	const options = { idempotency: true, publishStatus: false, replace: [] };
	const { report } = await run({ store, service: fakeService(), campaigns, over: { options } });
	return [report.published, ...report.failures.map(({ message }) => message.split(/[.(]/)[0]?.trim())];
}

keeping("an attempt without an answer is sent again under its key while nothing else took its moment", () =>
	withFolder(async (path) => {
		const ledger = openLedger({ path }, { command: "test" });
		assert.equal(await repeated(ledger), [1]);
	}),
);

keeping("what was posted elsewhere since is not sent again under its key", () =>
	withFolder(async (path) => {
		const ledger = openLedger({ path }, { command: "test" });
		assert.equal(await applied(workspace("B", ledger)), [1]);
		assert.equal(await repeated(ledger), [0, TAKEN]);
	}),
);

keeping("what a person settled elsewhere is not sent again under its key", () =>
	withFolder(async (path) => {
		const ledger = openLedger({ path }, { command: "test" });
		const moment = ledgerOf(clip(0), { operation: "01JD3V0Q00000000000000000A" });
		const known = postOfMoment(moment, await naming("LB"));
		await ledger.adopt([{ ...known, account: { ...known.account, id: "acc-1" }, as: "unknown" }]);
		await ledger.end(known, "not-posted", NOW);
		assert.equal(await repeated(ledger), [0, "The ledger says that this attempt is settled"]);
	}),
);

keeping("what was refused, as the ledger heard before its run died, is made anew and asks nobody", () =>
	withFolder(async (path) => {
		const ledger = openLedger({ path }, { command: "test" });
		const moment = ledgerOf(clip(0), { operation: "01JD3V0Q00000000000000000A" });
		const known = postOfMoment(moment, await naming("LB"));
		await ledger.adopt([{ ...known, account: { ...known.account, id: "acc-1" }, as: "armed" }]);
		await ledger.end(known, "refused", NOW);
		const store = unanswered(ledger);
		const said = "the earlier attempt was refused, and its run ended before that was recorded";
		assert.equal(await repeated(ledger, store), [0, said]);
		assert.equal((await store.read()).operations, {});
		assert.equal(await repeated(ledger, store), [1]);
	}),
);

keeping.run();
