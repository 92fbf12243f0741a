import { type Ink, paint, plain } from "./ink.ts";

/** What became of one line. */
interface Edit {
	readonly mark: " " | "-" | "+";
	readonly line: string;
}

const CONTEXT = 3;
/** Beyond so many changes a comparison line by line costs more than it says. */
const MOST_EDITS = 2_000;

/** Two texts of a file as a unified diff, with a newline at the end; empty where they are the same. */
export function renderLines(
	file: string,
	{ before, after }: { readonly before: string; readonly after: string },
	ink: Pick<Ink, "colour">,
): string {
	if (before === after) return "";
	const color = paint(ink);
	const tint = { " ": (text: string) => text, "-": color.red, "+": color.green };
	const body = hunks(edits(linesOf(before), linesOf(after))).flatMap(({ head, lines }) => [
		color.cyan(head),
		...lines.map(({ mark, line }) => tint[mark](`${mark}${plainLine(line)}`)),
	]);
	const name = plain(file);
	return `${[color.bold(`--- ${name}`), color.bold(`+++ ${name}`), ...body].join("\n")}\n`;
}

const NO_END = "\n\\ No newline at end of file";

function linesOf(text: string): readonly string[] {
	const lines = text.split("\n");
	return lines.at(-1) === "" ? lines.slice(0, -1) : [...lines.slice(0, -1), `${lines.at(-1)}${NO_END}`];
}

function plainLine(line: string): string {
	return line.endsWith(NO_END) ? `${plain(line.slice(0, -NO_END.length))}${NO_END}` : plain(line);
}

/** The shortest way from one list of lines to the other (Myers' algorithm), lines at both ends that are the same left aside. */
function edits(before: readonly string[], after: readonly string[]): readonly Edit[] {
	const least = Math.min(before.length, after.length);
	let head = 0;
	while (head < least && before[head] === after[head]) head++;
	let tail = 0;
	while (tail < least - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
	const [left, right] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
	return [
		...marked(" ", before.slice(0, head)),
		...changes(left, right),
		...marked(" ", tail === 0 ? [] : before.slice(-tail)),
	];
}

function marked(mark: Edit["mark"], lines: readonly string[]): Edit[] {
	return lines.map((line) => ({ mark, line }));
}

function changes(left: readonly string[], right: readonly string[]): readonly Edit[] {
	const reached = new Map([[1, 0]]);
	const steps: ReadonlyMap<number, number>[] = [];
	for (let count = 0; count <= Math.min(left.length + right.length, MOST_EDITS); count++) {
		steps.push(new Map(reached));
		for (let diagonal = -count; diagonal <= count; diagonal += 2) {
			let at = from(reached, diagonal, count).at;
			while (at < left.length && at - diagonal < right.length && left[at] === right[at - diagonal]) at++;
			reached.set(diagonal, at);
			if (at >= left.length && at - diagonal >= right.length) return wayBack(steps, left, right);
		}
	}
	return [...marked("-", left), ...marked("+", right)];
}

/** How far a step comes from the better of its two neighbours, and which that is. */
function from(
	reached: ReadonlyMap<number, number>,
	diagonal: number,
	count: number,
): { readonly at: number; readonly added: boolean } {
	const [below = -1, above = -1] = [reached.get(diagonal - 1), reached.get(diagonal + 1)];
	const added = diagonal === -count || (diagonal !== count && below < above);
	return { at: added ? above : below + 1, added };
}

function wayBack(
	steps: readonly ReadonlyMap<number, number>[],
	left: readonly string[],
	right: readonly string[],
): readonly Edit[] {
	const found: Edit[] = [];
	let [x, y] = [left.length, right.length];
	for (const [count, reached] of [...steps.entries()].reverse()) {
		const { at, added } = from(reached, x - y, count);
		while (x > Math.max(at, 0) && y > Math.max(at - (x - y), 0)) {
			found.push({ mark: " ", line: left[--x] ?? "" });
			y--;
		}
		if (count === 0) break;
		found.push(added ? { mark: "+", line: right[--y] ?? "" } : { mark: "-", line: left[--x] ?? "" });
	}
	return found.reverse();
}

interface Hunk {
	readonly head: string;
	readonly lines: readonly Edit[];
}

/** Changes with a few lines around them; those close together in one piece. */
function hunks(all: readonly Edit[]): readonly Hunk[] {
	const changed = all.flatMap(({ mark }, index) => (mark === " " ? [] : [index]));
	const spans: { start: number; end: number }[] = [];
	for (const index of changed) {
		const last = spans.at(-1);
		if (last !== undefined && index - CONTEXT <= last.end) last.end = index + CONTEXT + 1;
		else spans.push({ start: Math.max(0, index - CONTEXT), end: index + CONTEXT + 1 });
	}
	return spans.map(({ start, end }) => {
		const lines = all.slice(start, end);
		const range = (mark: "-" | "+") => {
			const count = (edits: readonly Edit[]) =>
				edits.filter((each) => each.mark === mark || each.mark === " ").length;
			return `${mark}${count(all.slice(0, start)) + Math.min(1, count(lines))},${count(lines)}`;
		};
		return { head: `@@ ${range("-")} ${range("+")} @@`, lines };
	});
}
