import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { defined } from "../../src/model/defined.ts";
import { type Sheet, type Studio, writeSheet } from "./sheet.ts";
import { clipOf, layoutShots, RATIOS } from "./shots.ts";
import { makePeople, makeScreencast } from "./synthetic-videos.ts";

const STYLES = [
	...["smart-bg-focus", "box-highlight", "word-focus", "underline-focus"],
	...Array.from({ length: 18 }, (_, at) => `temp-${at}`),
	...Array.from({ length: 6 }, (_, at) => `temp-static-${at + 1}`),
	...Array.from({ length: 7 }, (_, at) => `game-streamer-${at + 1}`),
];
/**
 * What is said, the language it is in where that matters, and the caption style where it is not the usual
 * one.
 */
const SAYINGS: readonly (readonly [text: string, language?: string, style?: string])[] = [
	["Why do cafe\u0301 owners never sleep before “übung”?"],
	["İstanbul'da ışık ve şişe çok güzel", "tr", "game-streamer-1"],
	["Жизнь прекрасна и удивительна"],
	["Πώς γίνεται ο άνθρωπος σοφός;", "el", "game-streamer-1"],
	["Tiếng Việt có rất nhiều dấu, đúng không?"],
	["中文字幕也要清楚，这是今天最重要的一句话。", "zh-cn"],
	["這個標題說的是繁體中文字幕，今天很重要。", "zh-tw"],
	["今日は東京で直接、骨のある話を聞きました！", "ja"],
	["한국어 자막을 확인합니다"],
	["هل تعرف كيف تبدأ يومك؟ مرحبا بالعالم!", "ar"],
	["האם אתה יודע איך זה עובד? שלום עולם!", "he"],
	["สวัสดีชาวโลก วันนี้เราจะพูดถึงเรื่องสำคัญที่สุดของชีวิต", "th"],
	["क्या आप जानते हैं कि यह कैसे काम करता है?", "hi"],
	["Wow 👩🏽‍🚀🇩🇪 that costs €5, ₹500 or １２％ ❤️ ♪ la"],
	["Extraordinary Donaudampfschifffahrtsgesellschaft!"],
];
const CLIP = clipOf(0, 4_000);

/** Sheets of made figures: layouts by ratio, caption styles, scripts. */
export async function madeSheets(studio: Studio): Promise<void> {
	const sources = await sourcesIn(studio);
	for (const [name, file] of Object.entries(sources)) {
		for (const ratio of RATIOS)
			await writeSheet(studio, {
				name: `layouts-${name}-${ratio.replace(":", "x")}`,
				shots: layoutShots({ file, clip: CLIP, atMs: 1_500 }, ratio),
			});
	}
	await writeSheet(studio, await styles(studio.folder, sources.room));
	await writeSheet(studio, await scripts(studio.folder, sources.room));
}

async function sourcesIn({ folder }: Studio) {
	const four = [60, 360, 660, 960].map((x) => ({ x, y: 260, width: 200, height: 440 }));
	return {
		room: makePeople(join(folder, "four.mp4"), { size: "1280x720", figures: four }),
		speaker: makePeople(join(folder, "one.mp4"), {
			size: "1280x720",
			figures: [{ x: 760, y: 140, width: 340, height: 580 }],
		}),
		screen: makeScreencast(join(folder, "screen.mp4"), {
			size: "1280x720",
			window: { x: 930, y: 40, width: 300, height: 220 },
		}),
	};
}

async function styles(folder: string, file: string): Promise<Sheet> {
	const transcript = await said(folder, "styles", "This is the sentence that every style shows");
	const shots = STYLES.map((style) => ({
		label: style,
		request: {
			file,
			transcript,
			clip: CLIP,
			reframe: { ratio: "9:16", layout: "Full" },
			caption: { style, display: "original" },
		} as const,
		atMs: [800],
	}));
	return { name: "captions", shots };
}

async function scripts(folder: string, file: string): Promise<Sheet> {
	const transcripts = await Promise.all(SAYINGS.map(([text], at) => said(folder, `script-${at}`, text)));
	const hook = { style: "calm", position: "beginning" } as const;
	const shots = RATIOS.flatMap((ratio) =>
		SAYINGS.map(([, language, style = "temp-7"], at) => {
			const words = { caption: { style, display: "original" }, hook, ...defined({ language }) } as const;
			const request = {
				file,
				transcript: transcripts[at] ?? "",
				clip: CLIP,
				reframe: { ratio, layout: "Full" },
				...words,
			};
			return { label: `${ratio} ${at + 1}`, request, atMs: [900] };
		}),
	);
	return { name: "scripts", shots, across: SAYINGS.length };
}

/** A transcript of one sentence that fills the clip. */
async function said(folder: string, name: string, text: string): Promise<string> {
	const file = join(folder, `${name}.srt`);
	await writeFile(file, `1\n00:00:00,000 --> 00:00:03,900\n${text}\n`);
	return file;
}
