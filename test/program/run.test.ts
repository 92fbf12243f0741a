import { suite } from "uvu";
import * as assert from "uvu/assert";
import { startRun } from "../../src/program/run.ts";

const run = suite("a run of a program");

run("gives every event to each loop that begins at once, and then its result", async () => {
	const counted = startRun<number, string>(async (emit) => {
		for (const each of [1, 2, 3]) {
			emit(each);
			await Promise.resolve();
		}
		return "done";
	});
	assert.equal(await Promise.all([all(counted), all(counted)]), [
		[1, 2, 3],
		[1, 2, 3],
	]);
	assert.is(await counted.result, "done");
});

run("goes on when a loop is left", async () => {
	const counted = startRun<number, string>(async (emit) => {
		emit(1);
		await new Promise((later) => setTimeout(later, 5));
		emit(2);
		return "done";
	});
	for await (const each of counted) if (each === 1) break;
	assert.is(await counted.result, "done");
});

run("throws in the loop and in its result what went wrong, after the events before it", async () => {
	const failing = startRun<number, never>(async (emit) => {
		emit(1);
		throw new Error("no disk");
	});
	const seen: number[] = [];
	const loop = (async () => {
		for await (const each of failing) seen.push(each);
	})();
	await loop.then(
		() => assert.unreachable(),
		(error) => assert.is(error.message, "no disk"),
	);
	assert.equal(seen, [1]);
	await failing.result.then(
		() => assert.unreachable(),
		(error) => assert.is(error.message, "no disk"),
	);
});
run.run();

async function all<Event>(events: AsyncIterable<Event>): Promise<readonly Event[]> {
	const found: Event[] = [];
	for await (const each of events) found.push(each);
	return found;
}
