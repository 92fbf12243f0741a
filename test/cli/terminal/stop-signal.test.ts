import { setImmediate as nextTurn } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { stopSignal } from "../../../src/cli/terminal/terminal.ts";

const stopping = suite("the signal that stops a command");

stopping("is listened to by any number of requests without a warning", async () => {
	const warnings: string[] = [];
	const hear = ({ name }: Error) => warnings.push(name);
	process.on("warning", hear);
	const signal = stopSignal();
	for (let count = 0; count < 20; count++) signal.addEventListener("abort", () => {});
	await nextTurn();
	process.off("warning", hear);
	assert.equal(warnings, []);
});

stopping.run();
