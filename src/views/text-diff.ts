import { type StructuredPatchHunk, structuredPatch } from "diff";
import { type Ink, paint, plain } from "./ink.ts";

const CONTEXT = 3;
/** Beyond so many changes a comparison line by line costs more than it says. */
const MAX_EDITS = 2_000;

/** Two texts of a file as a unified diff, with a newline at the end; empty where they are the same. */
export function renderDiff(
	file: string,
	{ before, after }: { readonly before: string; readonly after: string },
	ink: Pick<Ink, "colour">,
): string {
	if (before === after) return "";
	const color = paint(ink);
	const tint = (line: string) =>
		line.startsWith("-") ? color.red(line) : line.startsWith("+") ? color.green(line) : line;
	const body = hunksOf(before, after).flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
		color.cyan(`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`),
		...lines.map((line) => tint(plain(line))),
	]);
	const name = plain(file);
	return `${[color.bold(`--- ${name}`), color.bold(`+++ ${name}`), ...body].join("\n")}\n`;
}

function hunksOf(before: string, after: string): readonly StructuredPatchHunk[] {
	const options = { context: CONTEXT, maxEditLength: MAX_EDITS };
	return structuredPatch("", "", before, after, "", "", options)?.hunks ?? [replaced(before, after)];
}

/** All lines go, all lines come. */
function replaced(before: string, after: string): StructuredPatchHunk {
	const [old, fresh] = [structuredPatch("", "", before, ""), structuredPatch("", "", "", after)].map(
		({ hunks: [hunk] }) => hunk,
	);
	return {
		oldStart: 1,
		oldLines: old?.oldLines ?? 0,
		newStart: 1,
		newLines: fresh?.newLines ?? 0,
		lines: [...(old?.lines ?? []), ...(fresh?.lines ?? [])],
	};
}
