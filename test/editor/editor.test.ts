import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { init } from "../../src/cli/commands/init.ts";
import { DURATIONS, RATIOS } from "../../src/model/task.ts";
import { type Completion, type Editor, withEditor } from "./language-server.ts";

/** Where the cursor stands in a text. */
const CURSOR = "‸";
const HEADER = "# yaml-language-server: $schema=.showrun/schemas/campaign.schema.json\n";

const SETTINGS = HEADER.replace("campaign", "settings");
const CLIPS = HEADER.replace("campaign", "clips");

/** A text in an editor, and what is asked of it at its cursor. */
interface Asked {
	offers(marked: string): Promise<readonly Completion[]>;
	shows(marked: string): Promise<string>;
	marks(text: string): Promise<readonly string[]>;
}

/**
 * Everything is asked of one server, beside what `showrun init` wrote, so that the header leads to our
 * schema.
 */
async function asked<Answers>(ask: (editor: Asked, starter: string) => Promise<Answers>): Promise<Answers> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-editor-"));
	try {
		await silently(() => init(folder, { name: "talks" }, new Command()));
		const starter = await readFile(join(folder, "talks.campaign.yaml"), "utf8");
		return await withEditor((open) => {
			let count = 0;
			const at = <Answer>(
				marked: string,
				use: (editor: Editor, line: number, column: number) => Promise<Answer>,
			) => {
				const text = marked.startsWith("#") ? marked : `${HEADER}${marked}`;
				const lines = text.split("\n");
				const line = lines.findIndex((each) => each.includes(CURSOR));
				return use(
					open(join(folder, `${++count}.campaign.yaml`), text.replace(CURSOR, "")),
					line,
					lines[line]?.indexOf(CURSOR) ?? 0,
				);
			};
			const offers: Asked["offers"] = (marked) =>
				at(marked, (editor, line, column) => editor.completions(line, column));
			const shows: Asked["shows"] = (marked) =>
				at(marked, (editor, line, column) => editor.hover(line, column));
			return ask({ offers, shows, marks: (text) => at(text, (editor) => editor.problems()) }, starter);
		});
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function silently(work: () => Promise<void>): Promise<void> {
	const { write } = process.stdout;
	Object.assign(process.stdout, { write: () => true });
	await work().finally(() => Object.assign(process.stdout, { write }));
}

const REFRAME = "campaign: c\nvideos:\n  talk:\n    export:\n      reframe:\n";
const answers = await asked(async ({ offers, shows, marks }, starter) => ({
	keys: await offers(`campaign: c\nvideos:\n  talk:\n    source: talk.mp4\n    ${CURSOR}\n`),
	topKeys: await offers(`campaign: c\n${CURSOR}\n`),
	deepKeys: await offers(`${REFRAME}        ${CURSOR}\n`),
	ratios: await offers(`${REFRAME}        ratio: ${CURSOR}\n`),
	durations: await offers(`campaign: c\nvideos:\n  talk:\n    clipping:\n      duration: ${CURSOR}\n`),
	reviews: await offers(`campaign: c\nposts:\n  p:\n    review: ${CURSOR}\n`),
	entries: await offers(`campaign: c\nposts:\n  ${CURSOR}\n`),
	layout: await shows(`${REFRAME}        lay${CURSOR}out: Auto\n`),
	wrong: await marks(
		"campaign: c\nvideos:\n  a: { sorce: a.mp4 }\n  b: { source: b.mp4, export: { resolution: 1081p } }\nposts:\n  p: { to: [a] }\n",
	),
	good: await marks("campaign: c\nvideos: { talk: { source: talk.mp4, export: {} } }\n"),
	starter: await marks(starter),
	settings: await offers(`${SETTINGS}embedded: {}\n${CURSOR}\n`),
	wrongSettings: await marks(`${SETTINGS}embeded: {}\n`),
	clips: await offers(`${CLIPS}videos:\n  talk:\n    0-40000:\n      ${CURSOR}\n`),
}));
const labels = (offered: readonly Completion[]) => offered.map(({ label }) => label).sort();

const editors = suite("a campaign in an editor");

editors("keys are completed where they can stand, each with its description", () => {
	const keys = ["clipping", "each", "export", "like", "matrix", "preset", "renditions", "transcript"];
	assert.equal(labels(answers.keys), keys);
	assert.equal(
		answers.keys.filter(({ documentation }) => documentation === ""),
		[],
	);
});

editors("keys are completed at the top and deep inside", () => {
	for (const key of ["videos", "posts", "accounts", "schedules", "moved"])
		assert.ok(labels(answers.topKeys).includes(key), key);
	assert.equal(labels(answers.deepKeys), ["layout", "ratio"]);
});

editors("values are completed: every word that is allowed", () => {
	for (const ratio of RATIOS) assert.ok(labels(answers.ratios).includes(ratio), ratio);
	for (const duration of DURATIONS) assert.ok(labels(answers.durations).includes(duration), duration);
	assert.equal(labels(answers.reviews), ["auto", "required"]);
});

editors("an empty part offers a whole entry to fill in", () => {
	assert.match(
		answers.entries[0]?.text ?? "",
		/from: \$\{\d:talk\}\n {2}clips: .*\n {2}to:\n.*\n.*title: "\{\{ clip\.title/,
	);
});

editors("a key says what it means under the pointer, with its table", () => {
	assert.match(answers.layout, "How the picture is arranged");
	assert.match(answers.layout, "| 1:1 | Auto, Full");
});

editors("what is wrong is marked where it stands", () => {
	for (const problem of [
		/^3:7 Property sorce is not allowed/,
		/^4:44 Value is not accepted.*"1080p"/,
		/^6:\d+ Missing property "from"/,
	])
		assert.ok(
			answers.wrong.some((each) => problem.test(each)),
			`${problem} in ${answers.wrong.join("\n")}`,
		);
});

editors("a good campaign has no mark, nor has what init writes", () => {
	assert.equal([answers.good, answers.starter], [[], []]);
});

editors("settings and reviewed clips have schemas of their own", () => {
	for (const key of ["service", "daemon", "state", "policy"])
		assert.ok(labels(answers.settings).includes(key), key);
	assert.match(answers.wrongSettings.join("\n"), "1:0 Property embeded is not allowed");
	for (const key of ["approve", "title", "tags"]) assert.ok(labels(answers.clips).includes(key), key);
});

editors.run();
