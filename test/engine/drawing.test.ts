import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { escaped } from "../../src/engine/ass.ts";
import { drawingFor, putDrawing } from "../../src/engine/drawing.ts";
import { openFonts } from "../../src/engine/font-choice.ts";
import { byScript, fontFallback } from "../../src/engine/font-fallback.ts";
import { captionFont, type Font } from "../../src/engine/fonts.ts";
import { linesOf } from "../../src/engine/lines.ts";
import { wordsIn } from "../../src/engine/read-transcript.ts";
import { joinWords } from "../../src/engine/sentences.ts";
import { STYLES } from "../../src/engine/styles.ts";
import { defined } from "../../src/model/defined.ts";
import { signal, TALK_SRT, withFolder } from "./media.ts";

const drawing = suite("captions and hook text");
const TALL = { width: 1080, height: 1920 };
const SHORTS = {
	output: TALL,
	span: { begin: 0, end: 18_400 },
	durationMs: 60_000,
	fonts: openFonts(undefined),
	shapes: async () => true,
	signal: signal(),
};
const caption = (style = "temp-7", display: "original" | "both" | "translation" = "original") => ({
	caption: { style, display },
});
const hook = (position: "beginning" | "end" = "beginning") => ({ hook: { style: "calm", position } });

async function drawn(request: object, given: { readonly srt?: string; readonly output?: typeof TALL } = {}) {
	return withFolder(async (folder) => {
		const transcript = join(folder, "talk.srt");
		await writeFile(transcript, given.srt ?? TALK_SRT);
		const { script, notes } = await drawingFor({
			...SHORTS,
			...defined({ output: given.output }),
			request: { transcript, ...request },
		});
		const lines = script?.text.split("\n") ?? [];
		const events = lines
			.filter((line) => line.startsWith("Dialogue:"))
			.map((line) => line.split(",").slice(9).join(","));
		return { text: script?.text ?? "", lines, events, notes };
	});
}

/** Without changes of look and marks of direction. */
const plain = (event: string) => event.replace(/\{[^}]*\}|[\u200E\u202B\u202C]/g, "");

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
		assert.ok((bottoms?.[0] ?? 0) - (bottoms?.[1] ?? 0) >= 2 * (sizes?.[1] ?? 0), `${bottoms} ${sizes}`);
		assert.ok((sizes?.[1] ?? 0) < (sizes?.[0] ?? 0));
		const shown = lines
			.filter((line) => line.includes(",Below,"))
			.map((line) => line.split(",").slice(9).join(","));
		assert.equal([shown.map(plain), notes], [["Warum scheitern Vorträge?"], []]);
	},
);

const SCRIPTS = {
	Greek: ["Γειά σου", "Manrope ExtraBold"],
	Hebrew: ["שָׁלוֹם", "Heebo ExtraBold"],
	Arabic: ["مرحبا", "Noto Sans Arabic ExtraBold"],
	Thai: ["สวัสดีชาวโลก", "Noto Sans Thai ExtraBold"],
	Hindi: ["नमस्ते", "Noto Sans Devanagari ExtraBold"],
} as const;
for (const [script, [words, family]] of Object.entries(SCRIPTS)) {
	drawing(`${script} is drawn with a font that came along`, async () => {
		const { events, notes } = await drawn(caption("temp-static-1"), {
			srt: `00:00:00,000 --> 00:00:04,000\n${words}\n`,
		});
		assert.equal(
			[events.map(plain), notes, events[0]?.includes(`\\fn${family}\\`)],
			[[words.normalize("NFC")], [], true],
		);
	});
}

for (const [script, words] of Object.entries({ Chinese: "漢字", Korean: "한국어", Cyrillic: "Ѩ" })) {
	drawing(
		`${script}: a font of this machine draws it, or it is left out and named; never a box`,
		async () => {
			const { fonts } = await openFonts(undefined).choose({
				text: words,
				language: undefined,
				signal: signal(),
			});
			const { events, notes } = await drawn(caption(), {
				srt: `00:00:00,000 --> 00:00:04,000\nHello.\n\n00:00:05,000 --> 00:00:06,000\n${words}\n`,
			});
			const shown = events.filter((event) => !plain(event).includes("Hello")).map(plain);
			if (fonts[1])
				assert.equal(
					[joinWords([...new Set(shown)]), notes, events.at(-1)?.includes(`\\fn${fonts[1].family}`)],
					[words, [], true],
				);
			else
				assert.equal(
					[shown, notes.length, notes[0]?.startsWith(`No font on this machine draws ${script} (`)],
					[[], 1, true],
				);
		},
	);
}

const font = (family: string, letters: string): Font => ({
	family,
	file: `${family}.ttf`,
	glyphs: {
		lineHeight: 1,
		width: (text) => text.length,
		missing: (text) => [...text].filter((letter) => !letters.includes(letter)),
	},
});

drawing("marks do not stand alone where their letters cannot be drawn", () => {
	const only = font("only", "ab(),!");
	assert.is(fontFallback(only, []).clean("a, (xx), - b! x!", only).replace(/\s+/g, " "), "a, b! ");
});

drawing("emoji leave nothing behind, and the words around them stay in one breath", async () => {
	const { events, lines, notes } = await drawn(
		caption("temp-static-1"),
		saying("Wow 👩🏽‍🚀 🇩🇪 ❤️ so 1️⃣ good™"),
	);
	assert.equal([events, notes], [["Wow so 1 good™"], ["Emoji are left out of captions and hook text."]]);
	assert.match(lines.join("\n"), /^Dialogue: 0,0:00:00\.00,0:00:04/m);
});

drawing(
	"wide letters are drawn plainly where no font has them, and accents written apart as one",
	async () => {
		const { events, notes } = await drawn(caption("temp-static-1"), saying("Ｈｅｌｌｏ cafe\u0301 １２％"));
		assert.equal([events, notes], [["Hello café 12%"], []]);
	},
);

drawing("capitals are those of the language the source is in", async () => {
	const { events } = await drawn({ ...caption("temp-static-3"), language: "tr" }, saying("iyi işler"));
	assert.equal(events, ["İYİ İŞLER"]);
});

drawing("a hook text that no one font draws loses letters, and the notes say so", async () => {
	const { events, notes } = await drawn({
		hook: { style: "calm", position: "beginning" },
		clip: { hook: { text: "Hello สวัสดี α", tone: "calm" } },
	});
	assert.equal(
		[events.map(plain), notes],
		[["Hello สวัสดี"], ["No one font draws all of the hook text: letters of its rarer scripts are left out."]],
	);
});

drawing("a line that no one font draws is shown as two", async () => {
	const { events } = await drawn(caption("temp-static-1"), saying("Hello สวัสดี مرحبا"));
	assert.equal(
		events.map((event) => /\\fn([\w ]+)/.exec(event)?.[1]),
		["Noto Sans Thai ExtraBold", "Noto Sans Arabic ExtraBold"],
	);
});

drawing(
	"a renderer that cannot join letters is told of where a script needs it, and nowhere else",
	async () => {
		await withFolder(async (folder) => {
			const noted: (readonly string[])[] = [];
			for (const words of ["नमस्ते", "Xin chào, مرحبا"]) {
				const transcript = join(folder, "talk.srt");
				await writeFile(transcript, saying(words).srt);
				noted.push(
					(await drawingFor({ ...SHORTS, shapes: async () => false, request: { transcript, ...caption() } }))
						.notes,
				);
			}
			assert.equal([noted[0]?.length, noted[1]], [1, []]);
			assert.match(noted[0]?.[0] ?? "", /without HarfBuzz.*Use a current ffmpeg/);
		});
	},
);

drawing("the first font that has all letters is taken; what none has is left out", () => {
	const fallback = fontFallback(font("first", "ab "), [font("second", "bc "), font("third", "cd ")]);
	assert.equal(
		["ab", "bc", "cd", "xyd"].map((text) => [
			fallback.fontFor(text).family,
			fallback.clean(text, fallback.fontFor(text)),
		]),
		[
			["first", "ab"],
			["second", "bc"],
			["third", "cd"],
			["third", "d"],
		],
	);
	assert.equal(
		[...byScript(["漢", "한", "字", "😀"])],
		[
			["Chinese", ["漢", "字"]],
			["Korean", ["한"]],
			["emoji", ["😀"]],
		],
	);
});

const saying = (text: string) => ({ srt: `00:00:00,000 --> 00:00:04,000\n${text}\n` });

drawing(
	"a line read from right to left is given in the order it is seen in, and the first word stands out first",
	async () => {
		const { events } = await drawn(caption(), saying("שלום לכל העולם!"));
		assert.equal([...new Set(events.map(plain))], ["העולם! לכל שלום"]);
		assert.match(events[0] ?? "", /\{\\1c&H000AD6FF&\}\u202Bשלום\u202C\{/);
	},
);

drawing("words of another direction keep their order in it", async () => {
	const { events } = await drawn({ ...caption(), language: "he" }, saying("אמר Steve Jobs 2024"));
	assert.equal([...new Set(events.map(plain))], ["2024 Steve Jobs אמר"]);
});

drawing("a line that stands still is laid out whole, its closing mark at its end", async () => {
	const { events } = await drawn(caption("temp-static-1"), saying("שלום עולם!"));
	assert.match(events.join(), /\u202Bשלום עולם!\u202C$/);
});

drawing("a word read the other way does not turn the line around", async () => {
	const { events } = await drawn(caption(), saying("We say שלום too"));
	assert.equal(events.map(plain), ["We say שלום too"]);
});

drawing("Chinese and Japanese are cut into words without spaces between them", () => {
	const words = wordsIn("00:00:00,000 --> 00:00:04,000\n中文字幕也要清楚。\n", 9_000);
	assert.ok(words.length > 2 && words.every((word) => word.end > word.begin));
	assert.equal(
		[joinWords(words.map((word) => word.text)), words.at(-1)?.text.endsWith("。")],
		["中文字幕也要清楚。", true],
	);
});

drawing(
	"a word that is too wide at any size is shown part by part, all of it inside of the picture",
	async () => {
		const { glyphs } = await captionFont();
		const address = `https://example.com/${"a-rather-long-path/".repeat(6)}`;
		for (const style of ["temp-7", "temp-static-1"]) {
			const { events } = await drawn({ ...caption(style), ...hook() }, saying(`See ${address} there`));
			const rows = events.flatMap((event) =>
				plain(event)
					.split("\\N")
					.map((row) => ({ row, size: Number(/\\fs(\d+)/.exec(event)?.[1] ?? 119) })),
			);
			assert.equal(
				rows
					.filter(({ row, size }) => (size / glyphs.lineHeight) * glyphs.width(row) > 1080 * 0.84)
					.map(({ row }) => row),
				[],
			);
			assert.ok(
				rows
					.map(({ row }) => row)
					.join("")
					.includes(address),
			);
		}
	},
);

drawing("a hook word wider than the safe area is made smaller", async () => {
	const size = async (text: string) => {
		const { events, lines } = await drawn(hook(), { srt: `00:00:00,000 --> 00:00:04,000\n${text}\n` });
		const style = lines.find((line) => line.startsWith("Style: Hook"))?.split(",")[2];
		return Number(/\\fs(\d+)/.exec(events[0] ?? "")?.[1] ?? style);
	};
	assert.ok(
		(await size("Donaudampfschifffahrtsgesellschaftskapitän kommt")) < (await size("Who is coming?")),
	);
});

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
		isOne: () => true,
	});
	assert.equal(
		lines.map((line) => line.words.map((word) => word.text).join(" ")),
		["One two.", "Three four", "five six seven", "eight nine"],
	);
	assert.ok(lines.every((line, at) => line.end > line.begin && line.end <= (lines[at + 1]?.begin ?? 9_000)));
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
