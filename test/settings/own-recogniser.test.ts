import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { knowsLanguage } from "../../src/model/own-recogniser.ts";
import { loadSettings } from "../../src/settings/load.ts";
import { withFiles } from "../campaign/files.ts";

const settings = suite("settings of a recogniser");
const HASH = "A".repeat(64);
const file = (name: string) => `{ path: ${name}, sha256: ${HASH} }`;

async function settled(recogniser: string) {
	return withFiles({ "showrun.config.yaml": `embedded:\n  recogniser: ${recogniser}\n` }, async (folder) => {
		const checked = await loadSettings({
			...{ given: [], cwd: folder, env: {}, flags: {}, signal: AbortSignal.timeout(300_000) },
		});
		return { folder, checked };
	});
}

settings("name the files of its kind from their own folder, and its languages", async () => {
	const { folder, checked } = await settled(
		`{ kind: nemo-ctc, files: { model: ${file("m.onnx")}, tokens: ${file("/srv/t.txt")} }, languages: [de, en] }`,
	);
	assert.equal(checked.diagnostics, []);
	const sha256 = "a".repeat(64);
	assert.equal(checked.ok && checked.value.embedded.recogniser, {
		kind: "nemo-ctc",
		files: { model: { path: join(folder, "m.onnx"), sha256 }, tokens: { path: "/srv/t.txt", sha256 } },
		languages: ["de", "en"],
	});
});

const refused: Record<string, readonly [recogniser: string, found: readonly string[]]> = {
	"a file of the kind is missing": [
		`{ kind: whisper, files: { encoder: ${file("e")}, tokens: ${file("t")} } }`,
		[
			"missing-key: A recogniser of kind whisper is made of `encoder`, `decoder`, `tokens`; decoder is missing.",
		],
	],
	"a file is of another kind": [
		`{ kind: sense-voice, files: { model: ${file("m")}, tokens: ${file("t")}, joiner: ${file("j")} } }`,
		["unknown-key: A recogniser of kind sense-voice is made of `model`, `tokens`, and has no `joiner`."],
	],
};
for (const [title, [recogniser, found]] of Object.entries(refused))
	settings(`${title}: that is an error`, async () => {
		const { checked } = await settled(recogniser);
		assert.equal(
			checked.diagnostics.map(({ rule, detail }) => `${rule}: ${detail}`),
			found,
		);
		assert.is(checked.ok, false);
	});

settings("without a sha256, or with one that is none, are refused", async () => {
	for (const [written, rule] of [
		["{ path: m }", "missing-key"],
		["{ path: m, sha256: abc }", "bad-format"],
	] as const) {
		const { checked } = await settled(
			`{ kind: nemo-ctc, files: { model: ${written}, tokens: ${file("t")} } }`,
		);
		assert.equal([checked.ok, checked.diagnostics.map((each) => each.rule)], [false, [rule]]);
	}
});

settings("that name languages keep it from others, whatever their country", () => {
	const own = { languages: ["pt", "en"] };
	assert.equal(
		["pt-BR", "EN", "de", undefined].map((language) => knowsLanguage(own, language)),
		[true, true, false, true],
	);
	assert.is(knowsLanguage({}, "de"), true);
});

settings.run();
