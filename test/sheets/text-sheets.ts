import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { STYLES } from "../../src/engine/captions/styles.ts";
import type { FoundClip } from "../../src/engine/port.ts";
import { type Studio, writeSheet } from "./sheet.ts";
import { clipOf, RATIOS, type Ratio, type Shot } from "./shots.ts";

const SENTENCES = [
	"Here is the mistake almost everyone makes when they start a company.",
	"They build the product first and look for customers second.",
];
const TRANSLATED = [
	"Das ist der Fehler, den fast alle machen, wenn sie eine Firma gründen.",
	"Sie bauen zuerst das Produkt und suchen erst danach nach Kunden.",
];
const SECOND_MS = 4_000;
const LENGTH_MS = 8_000;
const DISPLAYS = ["original", "both", "translation"] as const;
const POSITIONS = ["beginning", "end"] as const;

/**
 * Sheets of words over real faces: every style, every display and both places of the hook text, in every
 * ratio.
 */
export async function textSheets(
	studio: Studio,
	source: { readonly file: string; readonly beginMs: number; readonly name: string },
): Promise<void> {
	const clip: FoundClip = {
		...clipOf(source.beginMs, source.beginMs + LENGTH_MS),
		captions: {
			language: "de",
			lines: TRANSLATED.map((text, at) => ({
				text,
				begin: source.beginMs + at * SECOND_MS,
				end: source.beginMs + (at + 1) * SECOND_MS,
			})),
		},
	};
	const transcript = await transcriptOf(studio.folder, source.beginMs);
	const given = { file: source.file, transcript, clip, target: "de" };
	for (const ratio of RATIOS) {
		const named = (what: string) => `${what}-${source.name}-${ratio.replace(":", "x")}`;
		await writeSheet(studio, {
			name: named("styles"),
			shots: Object.keys(STYLES).map((style) => styleShot(given, style, ratio)),
		});
		await writeSheet(studio, {
			name: named("texts"),
			shots: DISPLAYS.flatMap((display) => displayShots(given, display, ratio)),
			across: 6,
		});
	}
}

type Given = Pick<Shot["request"], "file" | "transcript" | "clip" | "target">;

function styleShot(given: Given, style: string, ratio: Ratio): Shot {
	return {
		label: style,
		request: { ...given, reframe: { ratio, layout: "Auto" }, caption: { style, display: "original" } },
		atMs: [1_000],
	};
}

/** With the hook text, and without it. */
function displayShots(given: Given, display: (typeof DISPLAYS)[number], ratio: Ratio): readonly Shot[] {
	return POSITIONS.map((position) => ({
		label: `${display}, ${position}`,
		request: {
			...given,
			reframe: { ratio, layout: "Auto" },
			caption: { style: "temp-7", display },
			hook: { style: "calm", position },
		},
		atMs: [1_000, LENGTH_MS - 1_000],
	}));
}

async function transcriptOf(folder: string, beginMs: number): Promise<string> {
	const stamp = (ms: number) => new Date(ms).toISOString().slice(11, 23).replace(".", ",");
	const file = join(folder, "texts.srt");
	const cues = SENTENCES.map(
		(text, at) =>
			`${at + 1}\n${stamp(beginMs + at * SECOND_MS)} --> ${stamp(beginMs + (at + 1) * SECOND_MS)}\n${text}\n`,
	);
	await writeFile(file, cues.join("\n"));
	return file;
}
