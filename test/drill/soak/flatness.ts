/** Memory in MiB, open handles and processor time in seconds of a program. */
export interface Sample {
	readonly memory: number;
	readonly handles: number;
	readonly cpu: number;
}

/** What a program took at one time, and when. */
export interface Dated extends Sample {
	/** Which of its lives: a program that starts again begins anew. */
	readonly life: number;
	/** Share of the soak that was over, from 0 to 1. */
	readonly share: number;
	/** Processor time while nothing was due, as a share of one processor. Undefined: it was not idle. */
	readonly idle?: number;
}

/**
 * How much more the last quarter may take than the first. Processor time may double and more: a year adds 52
 * campaigns to 41, and each pass looks at all of them.
 */
const BOUNDS = { memoryFactor: 1.25, memoryMiB: 32, handles: 4, idleFactor: 2.5, idle: 0.03 };

/** Of one program: medians of the first and of the last quarter, and what grew beyond the bounds. */
export interface Flatness {
	readonly line: string;
	readonly broken: readonly string[];
}

/** Compares the quarters; a program that grows in one life is noticed in the calm end of the soak. */
export function flatnessOf(kind: string, samples: readonly Dated[]): Flatness {
	const first = samples.filter(({ share }) => share <= 0.25);
	const last = samples.filter(({ share }) => share >= 0.75);
	const of = (from: readonly Dated[], what: "memory" | "handles" | "idle") =>
		median(from.flatMap((each) => each[what] ?? []));
	const [memory, memoryNow] = [of(first, "memory"), of(last, "memory")];
	const [handles, handlesNow] = [of(first, "handles"), of(last, "handles")];
	const [idle, idleNow] = [of(first, "idle"), of(last, "idle")];
	const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
	const line = `${kind}: memory ${round(memory)} → ${round(memoryNow)} MiB, handles ${handles} → ${handlesNow}, idle CPU ${percent(idle)} → ${percent(idleNow)} (${first.length} and ${last.length} samples)`;
	const broken: string[] = [];
	if (memoryNow > memory * BOUNDS.memoryFactor + BOUNDS.memoryMiB) broken.push(`${kind} grew: ${line}`);
	if (handlesNow > handles + BOUNDS.handles) broken.push(`${kind} keeps handles open: ${line}`);
	if (idleNow > idle * BOUNDS.idleFactor + BOUNDS.idle) broken.push(`${kind} is ever busier: ${line}`);
	return { line, broken: [...broken, ...grownInOneLife(kind, samples)] };
}

/** The longest life: its first third with its last. */
function grownInOneLife(kind: string, samples: readonly Dated[]): readonly string[] {
	const lives = [...new Set(samples.map(({ life }) => life))].map((life) =>
		samples.filter((each) => each.life === life),
	);
	const longest = lives.sort((a, b) => b.length - a.length)[0] ?? [];
	const third = Math.floor(longest.length / 3);
	if (third < 3) return [];
	const [begin, end] = [longest.slice(0, third), longest.slice(-third)];
	const grown = (what: "memory" | "handles") =>
		[median(begin.map((each) => each[what])), median(end.map((each) => each[what]))] as const;
	const [memory, memoryNow] = grown("memory");
	const [handles, handlesNow] = grown("handles");
	const life = `${kind} in one life of ${longest.length} samples: ${round(memory)} → ${round(memoryNow)} MiB, handles ${handles} → ${handlesNow}`;
	const isGrown = memoryNow > memory * BOUNDS.memoryFactor + BOUNDS.memoryMiB;
	return isGrown || handlesNow > handles + BOUNDS.handles ? [life] : [];
}

function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function round(value: number): number {
	return Math.round(value);
}
