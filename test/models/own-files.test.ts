import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { problemOfOwn } from "../../src/models/own-files.ts";
import { inTemporaryFolder } from "../../src/system/temporary.ts";

const files = suite("the files of a model of one's own");
const signal = () => AbortSignal.timeout(60_000);
const hash = (text: string) => createHash("sha256").update(text).digest("hex");

files("are used where each holds what the settings say", () =>
	inTemporaryFolder("own", async (folder) => {
		const [model, tokens] = [join(folder, "m.onnx"), join(folder, "tokens.txt")];
		await writeFile(model, "weights");
		await writeFile(tokens, "words");
		const own = (sha256: string, path = model) => ({
			files: { tokens: { path: tokens, sha256: hash("words") }, model: { path, sha256 } },
		});
		assert.is(await problemOfOwn(own(hash("weights")), signal()), undefined);
		assert.is(
			await problemOfOwn(own(hash("others")), signal()),
			`its model (${model}) has the sha256 ${hash("weights")}, not the one that the settings name`,
		);
		const missing = join(folder, "none");
		assert.is(await problemOfOwn(own("", missing), signal()), `its model (${missing}) is not there`);
		await mkdir(missing);
		assert.is(await problemOfOwn(own("", missing), signal()), `its model (${missing}) is not there`);
	}),
);

files.run();
