import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { safeArea } from "../../src/engine/captions/captions.ts";
import { drawingFor, putDrawing } from "../../src/engine/captions/drawing.ts";
import { openFonts } from "../../src/engine/captions/font-choice.ts";
import type { Size } from "../../src/engine/compose/output-size.ts";
import { options } from "../../src/engine/io/ffmpeg-arguments.ts";
import { type Build, builds, signal, withFolder } from "./media.ts";

const drawn = suite("what is drawn");
const call = promisify(execFile);

const SIZES: Readonly<Record<string, Size>> = {
	"9:16": { width: 480, height: 854 },
	"4:5": { width: 480, height: 600 },
	"1:1": { width: 480, height: 480 },
	"16:9": { width: 854, height: 480 },
};
const SAYINGS: Readonly<Record<string, string>> = {
	"é ü ş ж and smart punctuation": "Déjà vu: über “şişe” — Жизнь прекрасна… €5",
	Greek: "Πώς γίνεται ο άνθρωπος σοφός;",
	Hebrew: "האם אתה יודע איך זה עובד? שָׁלוֹם!",
	Arabic: "هل تعرف كيف تبدأ يومك؟ مرحبا بالعالم!",
	"Thai, which writes no spaces": "สวัสดีชาวโลก วันนี้เราจะพูดถึงเรื่องสำคัญที่สุดของชีวิตทุกคนในเมืองนี้",
	Hindi: "क्या आप जानते हैं कि यह कैसे काम करता है?",
	"words too wide, and emoji":
		"Donaudampfschifffahrtsgesellschaftskapitänswitwe 👩🏽‍🚀🇩🇪 ❤️ https://example.com/a-long-path/a-long-path/a-long-path/a-long-path",
};
/** Outlines and plates reach a little further than letters: shares of the width. */
const EDGE = 0.025;

interface Seen {
	readonly box:
		| { readonly x1: number; readonly x2: number; readonly y1: number; readonly y2: number }
		| undefined;
	/** Letters the renderer looked for in vain; marks of direction are not drawn. */
	readonly missed: readonly string[];
}

/**
 * Draws a text in captions and as hook text over black, on a machine without fonts of its own, and looks at
 * one frame.
 */
async function look(
	build: Build,
	text: string,
	{ output, style }: { readonly output: Size; readonly style: string },
): Promise<Seen> {
	return withFolder(async (folder) => {
		const transcript = join(folder, "talk.srt");
		await writeFile(transcript, `1\n00:00:00,000 --> 00:00:03,900\n${text}\n`);
		const request = {
			transcript,
			caption: { style, display: "original" },
			hook: { style: "calm", position: "beginning" },
		} as const;
		const given = {
			request,
			span: { begin: 0, end: 4_000 },
			durationMs: 4_000,
			shapes: async () => true,
			signal: signal(),
		};
		await putDrawing(await drawingFor({ ...given, output, fonts: openFonts(undefined) }), folder);
		const size = `${output.width}x${output.height}`;
		const shown = "ass=words.ass:fontsdir=.,select=eq(n\\,1),bbox=min_val=60";
		const picture = `color=black:s=${size}:r=2:d=3,format=yuv420p,${shown}`;
		const args = options(`-hide_banner -nostdin -f lavfi -i ${picture} -f null -`);
		const env = { ...process.env, FONTCONFIG_FILE: "/nonexistent" };
		const { stderr } = await call(build.path, args, { cwd: folder, env, timeout: 300_000 });
		const [, x1, x2, y1, y2] = (/ x1:(\d+) x2:(\d+) y1:(\d+) y2:(\d+)/.exec(stderr) ?? []).map(Number);
		const box =
			x1 === undefined || x2 === undefined || y1 === undefined || y2 === undefined
				? undefined
				: { x1, x2, y1, y2 };
		return {
			box,
			missed: stderr.match(/^.*(?:[Gg]lyph 0x(?!20[0-9A-F]{2}\b).* not found|failed to find).*$/gm) ?? [],
		};
	});
}

for (const build of await builds()) {
	for (const [title, text] of Object.entries(SAYINGS)) {
		drawn(
			`${build.name}: ${title}: no boxes, and all of it where platforms leave room, on every ratio`,
			async () => {
				for (const [ratio, output] of Object.entries(SIZES)) {
					const { box, missed } = await look(build, text, {
						output,
						style: ratio === "9:16" ? "temp-7" : "temp-static-2",
					});
					assert.equal(missed, []);
					const { sides, top, bottom } = safeArea(output);
					const edge = EDGE * output.width;
					const { x1 = 0, x2 = 0, y1 = 0, y2 = 0 } = box ?? {};
					const inside = [
						x1 >= sides - edge,
						x2 <= output.width - sides + edge,
						y1 >= top - edge,
						y2 <= output.height - bottom + edge,
					];
					assert.ok(box && inside.every(Boolean), `${ratio}: ${JSON.stringify({ box, sides, top, bottom })}`);
				}
			},
		);
	}
}

drawn.run();
