import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { drawingFor } from "../../src/engine/captions/drawing.ts";
import { openFonts } from "../../src/engine/captions/font-choice.ts";
import type { SceneFaces } from "../../src/engine/captions/text-positions.ts";
import { defined } from "../../src/model/defined.ts";
import { signal, TALK_SRT, withFolder } from "./media.ts";

export const TALL = { width: 1080, height: 1920 };
export const SHORTS = {
	output: TALL,
	span: { begin: 0, end: 18_400 },
	durationMs: 60_000,
	fonts: openFonts(undefined),
	shapes: async () => true,
	signal: signal(),
};
export const caption = (style = "temp-7", display: "original" | "both" | "translation" = "original") => ({
	caption: { style, display },
});
export const hook = (position: "beginning" | "end" = "beginning") => ({ hook: { style: "calm", position } });

export async function drawn(
	request: object,
	given: {
		readonly srt?: string;
		readonly output?: typeof TALL;
		readonly cutMs?: number;
		readonly scenes?: readonly SceneFaces[];
	} = {},
) {
	return withFolder(async (folder) => {
		const transcript = join(folder, "talk.srt");
		await writeFile(transcript, given.srt ?? TALK_SRT);
		const { script, notes, leftOut } = await drawingFor({
			...SHORTS,
			...defined({ output: given.output }),
			...defined({ scenes: given.scenes }),
			...(given.cutMs !== undefined && {
				scenes: [
					{ begin: 0, end: given.cutMs },
					{ begin: given.cutMs, end: SHORTS.span.end },
				],
			}),
			request: { transcript, ...request },
		});
		const lines = script?.text.split("\n") ?? [];
		const events = lines
			.filter((line) => line.startsWith("Dialogue:"))
			.map((line) => line.split(",").slice(9).join(","));
		return { text: script?.text ?? "", lines, events, notes, leftOut };
	});
}

/** Without changes of look and marks of direction. */
export const plain = (event: string) => event.replace(/\{[^}]*\}|[\u200E\u202B\u202C]/g, "");
