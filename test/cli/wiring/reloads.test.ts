import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openReloads } from "../../../src/cli/wiring/reloads.ts";

const reloads = suite("requests to read the settings again");

reloads("reach who listens, each once", () => {
	const opened = openReloads();
	const heard: string[] = [];
	const end = opened.listen(() => heard.push("first"));
	opened.ask();
	opened.ask();
	end();
	opened.listen(() => heard.push("second"));
	assert.equal(heard, ["first", "first"]);
});

reloads("that came while nobody listened are told once to who listens next", () => {
	const opened = openReloads();
	const heard: string[] = [];
	opened.ask();
	opened.listen(() => heard.push("first"))();
	opened.ask();
	opened.ask();
	opened.listen(() => heard.push("second"));
	assert.equal(heard, ["first", "second"]);
});

reloads.run();
