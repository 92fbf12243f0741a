import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { drawingFor } from "../../src/engine/captions/drawing.ts";
import { openFonts } from "../../src/engine/captions/font-choice.ts";
import { byScript, fontFallback } from "../../src/engine/captions/font-fallback.ts";
import { captionFont, type Font } from "../../src/engine/captions/fonts.ts";
import { wordsIn } from "../../src/engine/transcript/read-transcript.ts";
import { joinWords } from "../../src/engine/transcript/sentences.ts";
import { caption, drawn, hook, plain, SHORTS } from "./drawn-script.ts";
import { signal, withFolder } from "./media.ts";

const writing = suite("captions in every script");
const SCRIPTS = {
	Greek: ["Γειά σου", "Manrope ExtraBold"],
	Hebrew: ["שָׁלוֹם", "Heebo ExtraBold"],
	Arabic: ["مرحبا", "Noto Sans Arabic ExtraBold"],
	Thai: ["สวัสดีชาวโลก", "Noto Sans Thai ExtraBold"],
	Hindi: ["नमस्ते", "Noto Sans Devanagari ExtraBold"],
} as const;
for (const [script, [words, family]] of Object.entries(SCRIPTS)) {
	writing(`${script} is drawn with a font that came along`, async () => {
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
	writing(
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

writing("marks do not stand alone where their letters cannot be drawn", () => {
	const only = font("only", "ab(),!");
	assert.is(fontFallback(only, []).clean("a, (xx), - b! x!", only).replace(/\s+/g, " "), "a, b! ");
});

writing("emoji leave nothing behind, and the words around them stay in one breath", async () => {
	const { events, lines, notes } = await drawn(
		caption("temp-static-1"),
		saying("Wow 👩🏽‍🚀 🇩🇪 ❤️ so 1️⃣ good™"),
	);
	assert.equal([events, notes], [["Wow so 1 good™"], ["Emoji are left out of captions and hook text."]]);
	assert.match(lines.join("\n"), /^Dialogue: 0,0:00:00\.00,0:00:04/m);
});

writing(
	"wide letters are drawn plainly where no font has them, and accents written apart as one",
	async () => {
		const { events, notes } = await drawn(caption("temp-static-1"), saying("Ｈｅｌｌｏ cafe\u0301 １２％"));
		assert.equal([events, notes], [["Hello café 12%"], []]);
	},
);

writing("capitals are those of the language the source is in", async () => {
	const { events } = await drawn({ ...caption("temp-static-3"), language: "tr" }, saying("iyi işler"));
	assert.equal(events, ["İYİ İŞLER"]);
});

writing("a hook text that no one font draws loses letters, and the notes say so", async () => {
	const { events, notes } = await drawn({
		hook: { style: "calm", position: "beginning" },
		clip: { hook: { text: "Hello สวัสดี α", tone: "calm" } },
	});
	assert.equal(
		[events.map(plain), notes],
		[["Hello สวัสดี"], ["No one font draws all of the hook text: letters of its rarer scripts are left out."]],
	);
});

writing("a line that no one font draws is shown as two", async () => {
	const { events } = await drawn(caption("temp-static-1"), saying("Hello สวัสดี مرحبا"));
	assert.equal(
		events.map((event) => /\\fn([\w ]+)/.exec(event)?.[1]),
		["Noto Sans Thai ExtraBold", "Noto Sans Arabic ExtraBold"],
	);
});

writing(
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

writing("the first font that has all letters is taken; what none has is left out", () => {
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

writing(
	"a line read from right to left is given in the order it is seen in, and the first word stands out first",
	async () => {
		const { events } = await drawn(caption(), saying("שלום לכל העולם!"));
		assert.equal([...new Set(events.map(plain))], ["העולם! לכל שלום"]);
		assert.match(events[0] ?? "", /\{\\1c&H000AD6FF&\}\u202Bשלום\u202C\{/);
	},
);

writing("words of another direction keep their order in it", async () => {
	const { events } = await drawn({ ...caption(), language: "he" }, saying("אמר Steve Jobs 2024"));
	assert.equal([...new Set(events.map(plain))], ["2024 Steve Jobs אמר"]);
});

writing("a line that stands still is laid out whole, its closing mark at its end", async () => {
	const { events } = await drawn(caption("temp-static-1"), saying("שלום עולם!"));
	assert.match(events.join(), /\u202Bשלום עולם!\u202C$/);
});

writing("a word read the other way does not turn the line around", async () => {
	const { events } = await drawn(caption(), saying("We say שלום too"));
	assert.equal(events.map(plain), ["We say שלום too"]);
});

writing("Chinese and Japanese are cut into words without spaces between them", () => {
	const words = wordsIn("00:00:00,000 --> 00:00:04,000\n中文字幕也要清楚。\n", 9_000);
	assert.ok(words.length > 2 && words.every((word) => word.end > word.begin));
	assert.equal(
		[joinWords(words.map((word) => word.text)), words.at(-1)?.text.endsWith("。")],
		["中文字幕也要清楚。", true],
	);
});

writing(
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

writing("a hook word wider than the safe area is made smaller", async () => {
	const size = async (text: string) => {
		const { events, lines } = await drawn(hook(), { srt: `00:00:00,000 --> 00:00:04,000\n${text}\n` });
		const style = lines.find((line) => line.startsWith("Style: Hook"))?.split(",")[2];
		return Number(/\\fs(\d+)/.exec(events[0] ?? "")?.[1] ?? style);
	};
	assert.ok(
		(await size("Donaudampfschifffahrtsgesellschaftskapitän kommt")) < (await size("Who is coming?")),
	);
});

writing.run();
