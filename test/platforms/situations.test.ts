import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withPlatforms } from "./call.ts";
import { PLATFORMS } from "./core/platform.ts";
import { type Situation, situationsOf } from "./situations.ts";
import type { Handle } from "./start.ts";

const situations = suite("situations");

/** Throws where the platforms know no such route, setting or operation. */
async function setUp(platforms: Handle, { platform, faults = [], settings = {}, meanwhile }: Situation) {
	await platforms.settings(platform, settings);
	await platforms.faults(...faults);
	if (meanwhile && "operation" in meanwhile)
		await platforms.operate(platform, meanwhile.operation, meanwhile.input);
	return platforms.clearFaults();
}

for (const platform of PLATFORMS)
	situations(`those of ${platform} can be set up, each once`, () =>
		withPlatforms(async (platforms) => {
			const all = situationsOf(platform);
			for (const each of all) assert.equal(await setUp(platforms, each), each.faults ?? []);
			const titles = new Set(all.map(({ title }) => title));
			assert.equal([titles.size, all.every(({ ends }) => ends.length > 0)], [all.length, true]);
		}),
	);

situations.run();
