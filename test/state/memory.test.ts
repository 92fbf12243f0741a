import { suite } from "uvu";
import * as assert from "uvu/assert";
import { memoryStore } from "../../src/state/memory.ts";
import { operation, snapshot } from "../builders/world.ts";
import { stateStoreSuite } from "../conformance/state-store.ts";

stateStoreSuite("memory", (work) => work(memoryStore()));

const memory = suite("memory store");

memory("what it starts with is read as a dead run left it", async () => {
	const given = snapshot(
		{},
		{
			operations: {
				"op-1": operation({ phase: "armed" }),
				"op-2": operation({ id: "op-2", phase: "intent" }),
			},
		},
	);
	const { operations, serial } = await memoryStore(given).read();
	assert.equal([serial, Object.keys(operations), operations["op-1"]?.phase], [7, ["op-1"], "unknown"]);
});

memory.run();
