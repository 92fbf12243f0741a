import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { epochMs } from "../../../src/model/brand.ts";
import type { LedgerPost } from "../../../src/state/ledger/records.ts";

export const DAY = 86_400_000;

/** A post of one moment to one account. */
export function post(over: Partial<LedgerPost> = {}): LedgerPost {
	return {
		operation: "op-1",
		at: epochMs(1_795_000_000_000),
		scope: "https://clips.example.com",
		account: { id: "acc-1", platform: "youtube", handle: "acme" },
		content: "sha256:talk",
		moment: { from: 0, to: 20_000 },
		occurrence: 1,
		lineage: "L1",
		workspace: "a1b2c3",
		address: 'k.post.shorts["talk@0-20000"].tube' as LedgerPost["address"],
		...over,
	};
}

/** Works in a folder that is gone afterwards. */
export async function withFolder<Result>(work: (path: string) => Promise<Result>): Promise<Result> {
	const path = await mkdtemp(join(tmpdir(), "showrun-ledger-"));
	try {
		return await work(path);
	} finally {
		await rm(path, { recursive: true });
	}
}
