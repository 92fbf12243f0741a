import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SuspendedFault } from "../../src/model/suspension.ts";
import { loopOnce } from "../../src/reconcile/loop.ts";
import { emptyMemory } from "../../src/reconcile/memory.ts";
import { memoryStore } from "../../src/state/memory.ts";
import { recordingWith, run } from "../builders/run.ts";
import { fakeService } from "../fakes/service.ts";

const suspended = suite("a suspension");

/** A run that is suspended from the nth time on that it asks. */
async function suspendedFrom(nth: number) {
	const [store, service] = [memoryStore(), fakeService()];
	let asked = 0;
	const suspension = () => (++asked >= nth ? { reason: "stop" } : undefined);
	const fault = await run({ store, service, over: { suspension } }).then(
		() => undefined,
		(error: unknown) => error,
	);
	assert.instance(fault, SuspendedFault);
	const { operations, resources } = await store.read();
	return [service.commits.length, Object.keys(operations).length, Object.keys(resources).length];
}

suspended("that stands before a request sends nothing and writes nothing", async () =>
	assert.equal(await suspendedFrom(1), [0, 0, 0]),
);

suspended(
	"that comes right before the request is armed still sends nothing, and leaves nothing open",
	async () => assert.equal(await suspendedFrom(2), [0, 0, 0]),
);

suspended("of a daemon's pass plans and leaves it at that", async () => {
	const [store, service] = [memoryStore(), fakeService()];
	const over = { suspension: () => ({ reason: "stop" }) };
	const { rest } = await recordingWith({ store, service, over }, ({ recording, known }) =>
		loopOnce(recording, known, { memory: emptyMemory(), skip: [] }),
	);
	assert.equal([service.commits.length, rest.changes[0]?.action], [0, "submit"]);
});
suspended.run();
