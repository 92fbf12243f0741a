import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { escaped } from "../../src/engine/captions/ass.ts";
import { drawingFor, putDrawing } from "../../src/engine/captions/drawing.ts";
import { captionFont } from "../../src/engine/captions/fonts.ts";
import { linesOf } from "../../src/engine/captions/lines.ts";
import { STYLES } from "../../src/engine/captions/styles.ts";
import { wordsIn } from "../../src/engine/transcript/read-transcript.ts";
import { caption, drawn, hook, plain, SHORTS } from "./drawn-script.ts";
import { TALK_SRT, withFolder } from "./media.ts";

const drawing = suite("captions and hook text");

drawing("each word stands out in turn, and the line does not change", async () => {
	const { events } = await drawn(caption());
	assert.equal(events.slice(0, 4).map(plain), [
		"Why do most talks",
		"Why do most talks",
		"Why do most talks",
		"Why do most talks",
	]);
	assert.match(events[1] ?? "", /^Why \{\\1c&H000AD6FF&\}do\{\\1c&H00FFFFFF&\} most talks$/);
});

drawing("marks of subtitles are not shown: sounds, what was not understood, who speaks", async () => {
	const said = ["[Music]", ">> JOHN: We ship", "(APPLAUSE) on [inaudible] Friday."];
	const cue = (text: string, at: number) => `00:00:0${2 * at},000 --> 00:00:0${2 * at + 2},000\n${text}\n`;
	const { events } = await drawn(caption(), { srt: said.map(cue).join("\n") });
	assert.equal([...new Set(events.map(plain))].join(" ").split(" "), ["We", "ship", "on", "Friday."]);
});

drawing("events follow each other without a gap or an overlap inside a line", async () => {
	const { lines } = await drawn(caption());
	const times = lines
		.filter((line) => line.startsWith("Dialogue:"))
		.map((line) => line.split(",").slice(1, 3));
	assert.equal(
		times.slice(0, 3).map(([, end]) => end),
		times.slice(1, 4).map(([begin]) => begin),
	);
	assert.ok(times.every(([begin = "", end = ""], at) => begin < end && begin >= (times[at - 1]?.[1] ?? "")));
});

drawing(
	"captions keep out of the lowest fifth and the outer eight hundredths of an upright picture",
	async () => {
		const { lines } = await drawn(caption());
		const [left, right, vertical] = (lines.find((line) => line.startsWith("Style: Caption")) ?? "")
			.split(",")
			.slice(19, 22)
			.map(Number);
		assert.ok(
			(left ?? 0) >= 0.08 * 1080 && (right ?? 0) >= 0.08 * 1080 && (vertical ?? 0) >= 0.2 * 1920,
			`${left} ${right} ${vertical}`,
		);
	},
);

drawing("no line is wider than the safe area, and one endless word is made smaller", async () => {
	const { glyphs } = await captionFont();
	const { events } = await drawn(caption(), {
		srt: `00:00:00,000 --> 00:00:08,000\n${"W".repeat(30)} and several extraordinarily disproportionate internationalisations\n`,
	});
	assert.match(events[0] ?? "", /^\{\\fs\d+\}/);
	const em = 76;
	assert.equal(
		events.map(plain).filter((text) => text.includes(" ") && em * glyphs.width(text) > 1080 * 0.84),
		[],
	);
});

for (const [id, style] of Object.entries(STYLES)) {
	drawing(`the style ${id} is drawn without a note`, async () => {
		const { events, notes } = await drawn(caption(id));
		assert.equal(notes, []);
		assert.is(plain(events[0] ?? "").startsWith(style.capitals ? "WHY DO" : "Why do"), true);
		assert.is(/\{/.test(events[0] ?? ""), style.emphasis !== "none");
	});
}

drawing("an unknown style is drawn as the default and named", async () => {
	const [unknown, usual] = [await drawn(caption("constructor")), await drawn(caption())];
	assert.is(unknown.text, usual.text);
	assert.match(unknown.notes.join(), /style "constructor" is not known to this engine: temp-7/);
});

drawing("words that look like commands are shown, not obeyed", async () => {
	const { events, text } = await drawn(
		{ ...caption(), ...hook() },
		{
			srt: "00:00:00,000 --> 00:00:04,000\nRead {\\p1}m 0 0\n\n00:00:05,000 --> 00:00:07,000\n\\N {\\fs900}this\\h {x\\b1} }{\n",
		},
	);
	assert.not.match(text, /\\p1|\\N|\\fs900|\\h/);
	assert.match(events.map(plain).join("\n"), /Read m 0 0[\s\S]*\/N this\/h \(x\/b1\)/);
	assert.is(escaped("a\nDialogue: 0,{\\b1}\u2028x"), "a Dialogue: 0,(/b1) x");
});

drawing("the hook text is the strongest sentence, at the beginning or the end, at the top", async () => {
	const hookOf = async (position: "beginning" | "end") =>
		(await drawn(hook(position))).lines.filter((line) => line.includes(",Hook,")).at(-1);
	assert.is(
		await hookOf("beginning"),
		"Dialogue: 2,0:00:00.00,0:00:03.00,Hook,,0,0,0,,Why do most talks fail\\Nin the first minute?",
	);
	assert.is(
		await hookOf("end"),
		"Dialogue: 2,0:00:15.40,0:00:18.40,Hook,,0,0,0,,Why do most talks fail\\Nin the first minute?",
	);
});

const hookLine = (lines: readonly string[]) =>
	plain(lines.find((line) => line.includes(",Hook,")) ?? "").replaceAll("\\N", " ");

drawing("the hook text is never what captions show at the same time", async () => {
	const first = await drawn({ ...caption(), ...hook("beginning") });
	assert.match(hookLine(first.lines), /The speaker explains the agenda/);
	const last = await drawn({ ...caption(), ...hook("end") });
	assert.match(hookLine(last.lines), /Why do most talks fail/);
	const repeated = {
		...caption(),
		...hook(),
		clip: { hook: { text: "Why most talks do fail!", tone: "calm" } },
	};
	assert.match(hookLine((await drawn(repeated)).lines), /The speaker explains the agenda/);
});

drawing(
	"where all that could be the hook text is captioned then, it is left out, and a note says so",
	async () => {
		const alone = { srt: "00:00:00,000 --> 00:00:18,000\nWhy do most talks fail in the first minute?\n" };
		const { lines, notes: said } = await drawn({ ...caption(), ...hook() }, alone);
		assert.is(hookLine(lines), "");
		assert.match(said.join(), /The hook text is left out: it would repeat the captions/);
	},
);

drawing("captions are split at the cut of a scene, at the frame that shows it first", async () => {
	const { lines } = await drawn(caption("temp-static-1"), { cutMs: 3_980 });
	const times = lines
		.filter((line) => line.startsWith("Dialogue:"))
		.map((line) => line.split(",").slice(1, 3));
	assert.ok(
		times.some(([, end]) => end === "0:00:03.96"),
		JSON.stringify(times),
	);
	assert.ok(times.every(([begin = "", end = ""]) => end <= "0:00:03.96" || begin >= "0:00:03.96"));
});

const notes: Record<string, readonly [object, RegExp]> = {
	"a tone is not applied": [hook(), /no language model wrote one in the tone "calm"/],
	"a hook text in another tone does not count": [
		{ ...hook(), clip: { hook: { text: "Wow!", tone: "excited" } } },
		/in the tone "calm"/,
	],
	"a translation is not made": [
		{ ...caption("temp-7", "translation"), target: "de" },
		/There is no translation of what is said/,
	],
	"there is no language to translate to": [caption("temp-static-1", "both"), /No target language was given/],
	"without a transcript nothing is drawn": [
		{ ...caption(), ...hook(), transcript: undefined },
		/^No transcript was given: captions and hook text are left out\.$/,
	],
};
for (const [title, [request, note]] of Object.entries(notes))
	drawing(`the notes say that ${title}`, async () => assert.match((await drawn(request)).notes.join(), note));

const GERMAN = {
	target: "de",
	clip: {
		captions: { language: "de", lines: [{ begin: 500, end: 3_000, text: "Warum scheitern Vorträge?" }] },
	},
};

drawing("a hook text that was written in the tone is shown", async () => {
	const { events, notes } = await drawn({
		...hook(),
		clip: { hook: { text: "Breathe first.", tone: "calm" } },
	});
	assert.equal([events.map(plain), notes], [["Breathe first."], []]);
});

drawing(
	"translated captions take the place of the original, word by word over the time of their sentence",
	async () => {
		const { events, notes, lines } = await drawn({ ...caption("temp-7", "translation"), ...GERMAN });
		assert.equal([[...new Set(events.map(plain))].join(" "), notes], ["Warum scheitern Vorträge?", []]);
		assert.match(lines.find((line) => line.startsWith("Dialogue:")) ?? "", /^Dialogue: 0,0:00:00\.50,/);
	},
);

drawing(
	"both languages: the translation stands below the original, smaller, and neither covers the other",
	async () => {
		const { lines, notes } = await drawn({ ...caption("temp-7", "both"), ...GERMAN });
		const [above, below] = ["Caption", "Below"].map(
			(name) => lines.find((line) => line.startsWith(`Style: ${name},`))?.split(",") ?? [],
		);
		const [bottoms, sizes] = [21, 2].map((at) => [Number(above?.[at]), Number(below?.[at])]);
		// The translation has one row.
		assert.ok((bottoms?.[0] ?? 0) - (bottoms?.[1] ?? 0) >= (sizes?.[1] ?? 0), `${bottoms} ${sizes}`);
		assert.ok((sizes?.[1] ?? 0) < (sizes?.[0] ?? 0));
		const shown = lines
			.filter((line) => line.includes(",Below,"))
			.map((line) => line.split(",").slice(9).join(","));
		assert.equal([shown.map(plain), notes], [["Warum scheitern Vorträge?"], []]);
	},
);

drawing("where nothing is said nothing is drawn, and the notes say so", async () => {
	const { text, notes: said } = await drawn(caption(), { srt: "00:00:50,000 --> 00:00:54,000\nLate\n" });
	assert.equal([text, said], ["", ["Nothing is said in this clip: captions are left out."]]);
});

drawing("lines end with a sentence and with a pause, and no word is left alone", () => {
	const words = wordsIn(
		"00:00:00,000 --> 00:00:02,000\nOne two. Three four\n\n00:00:04,000 --> 00:00:05,000\nfive six seven eight nine\n",
		9_000,
	);
	const lines = linesOf(words, {
		words: 4,
		width: (text) => text.length,
		widest: 100,
		length: 9_000,
		cuts: [],
		isOne: () => true,
	});
	assert.equal(
		lines.map((line) => line.words.map((word) => word.text).join(" ")),
		["One two.", "Three four", "five six seven", "eight nine"],
	);
	assert.ok(lines.every((line, at) => line.end > line.begin && line.end <= (lines[at + 1]?.begin ?? 9_000)));
});

drawing("no line goes over a cut, and a word that a cut is in stands where more of it is said", () => {
	const words = ["one", "two", "three", "four"].map((text, at) => ({
		text,
		begin: at * 500,
		end: (at + 1) * 500,
	}));
	const linesWith = (cuts: readonly number[]) =>
		linesOf(words, { words: 9, width: () => 1, widest: 2, length: 3_000, cuts, isOne: () => true }).map(
			({ begin, end, words: own }) => [own.map(({ text }) => text).join(" "), begin, end],
		);
	assert.equal(linesWith([]), [["one two three four", 0, 2_400]]);
	assert.equal(linesWith([1_100]), [
		["one two", 0, 1_100],
		["three four", 1_100, 2_400],
	]);
	assert.equal(linesWith([1_400, 2_100]), [
		["one two three", 0, 1_400],
		["four", 1_500, 2_100],
	]);
});

drawing("the script and its font are put into the folder of the encoder", async () => {
	await withFolder(async (folder) => {
		const transcript = join(folder, "talk.srt");
		await writeFile(transcript, TALK_SRT);
		await mkdir(join(folder, "work"));
		await putDrawing(
			await drawingFor({ ...SHORTS, request: { transcript, ...caption() } }),
			join(folder, "work"),
		);
		assert.equal((await readdir(join(folder, "work"))).sort(), ["Montserrat_800ExtraBold.ttf", "words.ass"]);
	});
});

drawing.run();
