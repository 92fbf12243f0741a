import { suite } from "uvu";
import * as assert from "uvu/assert";
import { operationId } from "../../src/system/operation-id.ts";

const ids = suite("ids of operations");

ids("are ULIDs, of this time, and each of them another", () => {
	const before = Date.now();
	const made = Array.from({ length: 5_000 }, operationId);
	assert.is(new Set(made).size, made.length);
	assert.ok(made.every((id) => /^0[0-9A-HJKMNP-TV-Z]{25}$/.test(id)));
	const times = made.map((id) => Number(timeOf(id)));
	assert.ok(times.every((at) => at >= before && at <= Date.now()));
});

ids("have every letter at every place behind their time", () => {
	const made = Array.from({ length: 5_000 }, operationId);
	for (let at = 10; at < 26; at++) assert.is(new Set(made.map((id) => id[at])).size, 32, `place ${at}`);
});

const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

function timeOf(id: string): bigint {
	return [...id.slice(0, 10)].reduce((sum, letter) => sum * 32n + BigInt(LETTERS.indexOf(letter)), 0n);
}

ids.run();
