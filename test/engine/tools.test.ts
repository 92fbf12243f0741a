import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createEngine } from "../../src/engine/engine.ts";
import { pullModels } from "../../src/models/pull.ts";
import { withCache } from "../models/cache.ts";
import { builds, signal, withFolder } from "./media.ts";

const tools = suite("what a machine has for clips");
const [build] = await builds();

tools("is its ffmpeg, the models that were pulled, and the recogniser of the settings that is whole", () =>
	withFolder((folder) =>
		withCache(async ({ models, work }) => {
			const settings = { ffmpeg: { wanted: build?.path ?? "", searchPath: "" }, cache: folder, models };
			assert.equal(await createEngine(settings).tools(signal()), ["ffmpeg"]);
			await pullModels(models, ["faces"], work);
			assert.equal(await createEngine(settings).tools(signal()), ["faces", "ffmpeg"]);
			const file = { path: join(folder, "gone.onnx"), sha256: "0".repeat(64) };
			const recogniser = { kind: "whisper", files: { encoder: file, decoder: file, tokens: file } } as const;
			const ffmpeg = { wanted: join(folder, "no-ffmpeg"), searchPath: "" };
			assert.equal(await createEngine({ ...settings, ffmpeg, recogniser }).tools(signal()), ["faces"]);
		}),
	),
);
tools.run();
