/** Commands that may run long, beside others that need memory as well. */
export const LONG = /^(apply|watch|serve)$/;

/** What is changed for them. */
interface Runtime {
	readonly v8: Pick<typeof import("node:v8"), "setFlagsFromString" | "getHeapSpaceStatistics">;
	/** Loads a module of Node. */
	readonly load: (name: string) => unknown;
	/** Of Node. */
	readonly version: string;
}

/** Modules of Node that all need: those that it brings compiled are taken only before flags change. */
const NEEDED = ["child_process", "crypto", "fs/promises", "stream/promises", "timers/promises"];
/**
 * How much of a function's code the V8 of Node 20 runs before it optimises the function, in bytes: nine times
 * as much as by itself. Optimising was a quarter of the processor time of an apply, most of it for code that
 * ran no more. Later versions wait longer by themselves, and know no such flag.
 */
const BUDGET = 600_000;
/** What new values get, in bytes: two halves of 4 MiB. */
const NEW_SPACE = 8 << 20;
/** So many lists of 8 kB, kept, make V8 give new values more space; far fewer do. */
const MOST_LISTS = 2_000;
const GROWTH = "--semi-space-growth-factor";

/**
 * Keeps V8 from optimising what is hardly used, and from letting garbage pile up in proportion to the
 * machine: new values get 4 MiB in place of up to 16, and the heap grows by 30 % between two collections in
 * place of up to four times. V8 takes no limit for new values once it runs, and begins with 1 MiB, with which
 * collecting takes twice as long: so it is made to grow once, here, and then no more.
 */
export function makeLean({ v8, load, version }: Runtime): void {
	for (const name of NEEDED) load(`node:${name}`);
	if (version.startsWith("v20.")) v8.setFlagsFromString(`--interrupt-budget=${BUDGET}`);
	v8.setFlagsFromString("--heap-growing-percent=30");
	v8.setFlagsFromString(`${GROWTH}=4`);
	const lists: unknown[] = [];
	while (lists.length < MOST_LISTS && newSpaceOf(v8) < NEW_SPACE) lists.push(Array(1_000).fill(lists.length));
	v8.setFlagsFromString(`${GROWTH}=1`);
}

function newSpaceOf(v8: Runtime["v8"]): number {
	return v8.getHeapSpaceStatistics().find((each) => each.space_name === "new_space")?.space_size ?? NEW_SPACE;
}
