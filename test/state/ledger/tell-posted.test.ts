import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../../src/model/brand.ts";
import type { Snapshot } from "../../../src/model/snapshot.ts";
import { openLedger } from "../../../src/state/ledger/ledger.ts";
import { tellPosted } from "../../../src/state/ledger/tell-posted.ts";
import { post, withFolder } from "./posts.ts";

const telling = suite("what a state counts as posted and the ledger does not");

const AT = epochMs(1_795_000_000_000);
const naming = { scope: "https://clips.example.com", lineage: "L1", workspace: "a1b2c3" };

/** A state that counts posts of these attempts to one account. */
function stateOf(operations: readonly string[], account = "youtube:acme"): Snapshot {
	const ledger = operations.map((operation, index) => ({
		source: "sha256:talk",
		moment: { from: index * 60_000, to: index * 60_000 + 20_000 },
		...{ account, address: post().address, operation, at: AT },
	}));
	return { format: 1, lineage: "L1", serial: 1, resources: {}, operations: {}, ledger };
}

/** Tells it; gives whether all posts of the user were read, and what the ledger then knows. */
function told(known: readonly Parameters<typeof post>[0][], state: Snapshot) {
	return withFolder(async (path) => {
		const ledger = openLedger({ path }, { command: "test" });
		await ledger.adopt(known.map((each) => ({ ...post(each), as: "done" })));
		const again = openLedger({ path }, { command: "test" });
		let readAll = 0;
		const all = () => {
			readAll++;
			return again.all();
		};
		await tellPosted({ snapshot: () => state }, { ledger: { ...again, all }, naming: async () => naming });
		const entries = (await ledger.all()).map(({ operation, account }) => `${operation} ${account.handle}`);
		return { readAll, entries: entries.sort() };
	});
}

telling("is looked for at its own accounts first: what is known there needs no more reading", async () => {
	const known = ["op-1", "op-2"].map((operation, index) => ({
		operation,
		moment: { from: index * 60_000, to: index * 60_000 + 20_000 },
	}));
	assert.equal(await told(known, stateOf(["op-1", "op-2"])), {
		readAll: 0,
		entries: ["op-1 acme", "op-2 acme"],
	});
});

telling("is told, and nothing that the ledger knows of another account is told again", async () => {
	const elsewhere = {
		operation: "op-2",
		account: { id: "acc-9", platform: "youtube", handle: "former" },
	} as const;
	assert.equal(await told([{}, elsewhere], stateOf(["op-1", "op-2", "op-3"])), {
		readAll: 1,
		entries: ["op-1 acme", "op-2 former", "op-3 acme"],
	});
});

telling("reads nothing for a state without posts", async () => {
	assert.equal(await told([{}], stateOf([])), { readAll: 0, entries: ["op-1 acme"] });
});
telling.run();
