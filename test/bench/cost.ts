import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Build } from "../engine/media.ts";
import { COST_GOAL, costOf } from "../models/real/cost.ts";
import { pulled } from "../models/real/pulled.ts";

const PICTURE = "talk75s_720p.mp4";
const SOUND = "librivox6097.wav";

/**
 * Prints what an analysis with models costs, where all of them are pulled and the samples are
 * there; else says what is missing.
 */
export async function printCost({ path }: Build, media: string | undefined): Promise<void> {
	console.log("\nAnalysis with models, in CPU seconds of all processes");
	const models = [await pulled("speech"), await pulled("vad"), await pulled("faces")];
	const [picture, sound] = [PICTURE, SOUND].map((name) => join(media ?? "", name));
	const lacking =
		media === undefined
			? [PICTURE, SOUND]
			: [PICTURE, SOUND].filter((name) => !existsSync(join(media, name)));
	for (const name of lacking)
		console.log(`lacks ${name}${media === undefined ? " (--media DIR names the folder of samples)" : ""}`);
	if (lacking.length > 0 || models.includes(undefined) || !models[0] || !picture || !sound) return;
	const { scan, recognised, voiced, all } = await costOf({ ffmpeg: path, models: models[0], picture, sound });
	console.log(`${all.toFixed(3)} for a second of the source (goal: at most ${COST_GOAL})`);
	console.log(
		`scan ${scan.toFixed(3)}, with the recogniser ${recognised.toFixed(3)}, with voices ${voiced.toFixed(3)}; ${(1 / all).toFixed(0)} × on one core`,
	);
}
