import { suite } from "uvu";
import * as assert from "uvu/assert";
import { noAttempts, type OwnAttempts, othersIn } from "../../../src/state/ledger/own-attempts.ts";
import { addToPart, emptyPart, type Part } from "../../../src/state/ledger/records.ts";
import { post } from "./posts.ts";

const test = suite("own attempts");

function add(part: Part, ...operations: readonly string[]): void {
	for (const operation of operations) addToPart(part, { type: "armed", ...post({ operation }) });
}

function others(part: Part, own: OwnAttempts): string {
	return othersIn(part, own)
		.map(({ operation, as }) => `${operation} ${as}`)
		.join(", ");
}

test("others are who posted before the run and who posts while it lasts, with what became of it since", () => {
	const [part, own] = [emptyPart(), noAttempts()];
	add(part, "before");
	own.operations.add("mine");
	add(part, "mine");
	assert.is(others(part, own), "before armed");
	add(part, "meanwhile");
	const at = post().at;
	addToPart(part, { type: "ended", operation: "before", at, as: "refused" });
	addToPart(part, { type: "ended", operation: "mine", at, as: "done" });
	assert.is(others(part, own), "before refused, meanwhile armed");
});

test("an attempt that the run takes up again is its own from then on", () => {
	const [part, own] = [emptyPart(), noAttempts()];
	add(part, "earlier");
	assert.is(others(part, own), "earlier armed");
	own.operations.add("earlier");
	assert.is(others(part, own), "");
});

test("a part that was read again and the part of another run are looked through from their beginning", () => {
	const [part, own] = [emptyPart(), noAttempts()];
	own.operations.add("mine");
	add(part, "mine", "theirs");
	assert.is(others(part, own), "theirs armed");
	const again = emptyPart();
	add(again, "theirs", "mine", "new");
	assert.is(others(again, own), "theirs armed, new armed");
	assert.is(others(part, noAttempts()), "mine armed, theirs armed");
	assert.equal(othersIn(undefined, own), []);
});

test.run();
