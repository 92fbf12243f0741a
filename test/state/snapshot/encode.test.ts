import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Snapshot } from "../../../src/model/snapshot.ts";
import { encodeBytes, encodeSnapshot } from "../../../src/state/snapshot/encode.ts";
import { EMPTY } from "../../../src/state/snapshot/fold.ts";

/** All of it in order at once: what the bytes that are made entry by entry must equal. */
function atOnce(snapshot: Snapshot): string {
	const canonical = ordered({ ...snapshot, format: 2 }) as object;
	const checksum = crc32(JSON.stringify(canonical)).toString(16).padStart(8, "0");
	return `${JSON.stringify(ordered({ ...canonical, checksum }), undefined, 2)}\n`;
}

function ordered(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(ordered);
	if (typeof value !== "object" || value === null) return value;
	const entries = Object.entries(value).map(([key, each]) => [key, ordered(each)] as const);
	return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const text = fc.string({ unit: "binary", maxLength: 8 });
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 4 },
		fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)),
		fc.array(tie("value"), { maxLength: 4 }),
		fc.dictionary(text, fc.oneof(tie("value"), fc.constant(undefined)), {
			maxKeys: 4,
			noNullPrototype: true,
		}),
	),
}));
const map = fc.dictionary(text, fc.oneof(value, fc.constant(undefined)), {
	maxKeys: 4,
	noNullPrototype: true,
});

const encoding = suite("a state as bytes");
encoding("is what it is as one text, whatever its entries hold", () =>
	fc.assert(
		fc.property(fc.record({ resources: map, ledger: fc.array(map), plans: map }), (parts) => {
			const snapshot = { ...EMPTY, ...parts } as unknown as Snapshot;
			assert.is(encodeSnapshot(snapshot), atOnce(snapshot));
		}),
		{ numRuns: 300 },
	),
);

encoding("comes in pieces, with the digest of all of them", () => {
	const plans = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`p-${at}`, "ж🙂".repeat(100)]));
	const snapshot = { ...EMPTY, plans } as unknown as Snapshot;
	const { pieces, sha256 } = encodeBytes(snapshot);
	assert.ok(pieces.length > 2, `${pieces.length} pieces`);
	assert.is(Buffer.concat(pieces).toString(), atOnce(snapshot));
	assert.is(sha256, createHash("sha256").update(atOnce(snapshot)).digest("hex"));
});
encoding.run();
