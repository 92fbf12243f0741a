import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openVosk } from "../../src/speech/vosk.ts";
import { configured, loadConfigured } from "../../src/speech/vosk-config.ts";
import { inTemporaryFolder } from "../../src/system/temporary.ts";

const CONFIG = "--beam=10.0\n--lattice-beam=2.0\n--acoustic-scale=1.0";

/** Works with a folder laid out like a model. */
function withModel(work: (folder: string) => Promise<void>): Promise<void> {
	return inTemporaryFolder("test", async (folder) => {
		for (const name of ["am", "conf"]) mkdirSync(join(folder, name));
		writeFileSync(join(folder, "am", "final.mdl"), "sounds");
		writeFileSync(join(folder, "conf", "model.conf"), CONFIG);
		writeFileSync(join(folder, "conf", "mfcc.conf"), "--use-energy=false\n");
		await work(folder);
	});
}

const config = suite("configuration of the recogniser");

config("keeps more alternatives, computes more at once, and changes nothing else", () => {
	const text = configured("model.conf", Buffer.from(CONFIG)).toString();
	assert.is(text, "--beam=10.0\n--acoustic-scale=1.0\n--lattice-beam=6\n--frames-per-chunk=60\n");
	const other = Buffer.from(CONFIG);
	assert.is(configured("mfcc.conf", other), other);
});

config("is given to what loads a model, whose own files stay as they are", () =>
	withModel(async (folder) => {
		let place = "";
		const loaded = await loadConfigured(folder, (own) => {
			place = own;
			const read = (...path: readonly string[]) => readFileSync(join(own, ...path), "utf8");
			return [
				...readdirSync(own).sort(),
				read("am", "final.mdl"),
				read("conf", "model.conf"),
				read("conf", "mfcc.conf"),
			];
		});
		const ours = "--beam=10.0\n--acoustic-scale=1.0\n--lattice-beam=6\n--frames-per-chunk=60\n";
		assert.equal(loaded, ["am", "conf", "sounds", ours, "--use-energy=false\n"]);
		assert.not(existsSync(place));
		assert.is(readFileSync(join(folder, "am", "final.mdl"), "utf8"), "sounds");
		assert.is(readFileSync(join(folder, "conf", "model.conf"), "utf8"), CONFIG);
	}),
);

config("leaves nothing behind where a model cannot be loaded", () =>
	withModel(async (folder) => {
		let place = "";
		const failing = loadConfigured(folder, (own) => {
			place = own;
			throw new Error("not a model");
		});
		const why = await failing.catch((error: Error) => error.message);
		assert.equal([why, existsSync(place)], ["not a model", false]);
	}),
);
/** Stands in for what calls the native library: it loads what is configured like that, and nothing else. */
const BINDING = `
const { readFileSync } = require("node:fs");
const load = (folder) => readFileSync(folder + "/conf/model.conf", "utf8").includes("--lattice-beam=6\\n--frames-per-chunk=60\\n") ? {} : null;
exports.load = () => ({ func: (text) => text.includes("vosk_model_new") ? load : () => {} });`;

config("is what the native library gets", () =>
	withModel(async (folder) => {
		const binding = join(folder, "binding.cjs");
		writeFileSync(binding, BINDING);
		const loaded = await openVosk(folder, [{ kind: "native", files: { binding, library: "" } }]);
		assert.type(loaded.start, "function");
	}),
);
config.run();
