import { existsSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { builds } from "../../engine/media.ts";
import { COST_GOAL, costOf } from "./cost.ts";
import { pulled, sample } from "./pulled.ts";

const cost = suite("what an analysis with models costs");
const [build] = await builds();
const models = [await pulled("speech"), await pulled("vad"), await pulled("faces")];
/**
 * Where more wants to run than there are processors, each second of theirs does less: there the figure is
 * printed and proves nothing.
 */
const CROWDED = 1.5 * availableParallelism();

cost(`at most ${COST_GOAL} CPU seconds a second of the source`, async () => {
	const [picture, sound] = ["talk75s_720p.mp4", "librivox6097.wav"].map((name) => models[0] && sample(name));
	const [speech] = models;
	if (!build || models.includes(undefined) || !speech || !picture || !sound) return;
	if (!existsSync("/proc/self/stat"))
		return console.log("\nnot run: this system does not tell what processes cost (/proc)");
	const { scan, recognised, voiced, all, notes } = await costOf({
		ffmpeg: build.path,
		models: speech,
		picture,
		sound,
	});
	assert.match(notes.join(" "), /recognised on this machine/);
	assert.match(notes.join(" "), /by a model/);
	const parts = `scan ${scan.toFixed(3)}, with the recogniser ${recognised.toFixed(3)}, with voices ${voiced.toFixed(3)}`;
	const load = loadavg()[0] ?? 0;
	console.log(
		`\nmeasured: ${all.toFixed(3)} CPU s a second of the source (goal: at most ${COST_GOAL}) at a load of ${load.toFixed(1)}: ${parts}`,
	);
	assert.ok(all <= COST_GOAL || load > CROWDED, parts);
});
cost.run();
