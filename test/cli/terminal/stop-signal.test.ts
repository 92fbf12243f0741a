import { getMaxListeners } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { stopSignal } from "../../../src/cli/terminal/terminal.ts";

const stopping = suite("the signal that stops a command");

stopping("is listened to by any number of requests without a warning", () => {
	assert.is(getMaxListeners(stopSignal()), 0);
});

stopping.run();
