import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { JournalEntry } from "../../src/model/snapshot.ts";
import { decodeJournal, encodeLine } from "../../src/state/journal-lines.ts";
import { StateFault } from "../../src/state/state-fault.ts";
import { postedEntries } from "../builders/entries.ts";
import { journalBytes } from "./folder.ts";

const ENTRIES: readonly JournalEntry[] = [
	...postedEntries("op-1", 0),
	...postedEntries("op-2", 1),
	...postedEntries("op-3", 2),
];
const WHOLE = journalBytes("l", 0, ENTRIES);
/** Where the last whole line before each line ends. */
const ENDS = [...WHOLE.entries()].filter(([, byte]) => byte === 10).map(([at]) => at + 1);
const LAST_LINES_FROM = ENDS.at(-4) ?? 0;

/** The entries a journal gives, or the fault it is refused with. */
function read(bytes: Buffer): readonly JournalEntry[] | StateFault {
	try {
		return decodeJournal(bytes, "state.json.journal").lines.map(({ entry }) => entry);
	} catch (error) {
		if (error instanceof StateFault) return error;
		throw error;
	}
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const damaged = (bytes: Buffer) => {
	const found = read(bytes);
	return found instanceof StateFault ? found.message : "it was read";
};

const lines = suite("journal lines");

lines("what is written is read", () => {
	assert.equal(read(WHOLE), ENTRIES);
	assert.equal(decodeJournal(WHOLE, "j").header, { journal: 1, lineage: "l" });
	assert.equal([read(Buffer.alloc(0)), decodeJournal(Buffer.alloc(0), "j").wholeBytes], [[], 0]);
});

lines("text of every script survives", () => {
	const entry: JournalEntry = {
		type: "forget",
		address: "k.video.\u{1f3ac}\ufffd\u2028é\u0000\n" as never,
		at: 1 as never,
	};
	assert.equal(read(journalBytes("l", 0, [entry])), [entry]);
});

lines("cut at any byte, the whole lines before the cut are read, and no more", () => {
	for (let cut = 0; cut <= WHOLE.length; cut++) {
		const journal = decodeJournal(WHOLE.subarray(0, cut), "j");
		const whole = ENDS.filter((end) => end <= cut);
		assert.equal(
			[journal.lines.length, journal.wholeBytes],
			[Math.max(0, whole.length - 1), whole.at(-1) ?? 0],
			`cut at ${cut}`,
		);
	}
});

lines("zeros from any byte to the end count as torn off", () => {
	for (let from = LAST_LINES_FROM; from < WHOLE.length; from++) {
		const bytes = Buffer.from(WHOLE);
		bytes.fill(0, from);
		const whole = ENDS.filter((end) => end <= from);
		assert.equal(
			[decodeJournal(bytes, "j").lines.length, decodeJournal(bytes, "j").wholeBytes],
			[whole.length - 1, whole.at(-1)],
			`from ${from}`,
		);
	}
	assert.equal(read(Buffer.concat([WHOLE, Buffer.alloc(4096)])), ENTRIES);
});

lines("a sector that never reached the disk tears off a last line, and no other", () => {
	const long = { type: "forget", address: "x".repeat(1500), at: 1 } as unknown as JournalEntry;
	const bytes = journalBytes("l", 0, [...ENTRIES, long]);
	const start = WHOLE.length;
	const sector = Math.ceil(start / 512) * 512;
	const holes: [number, number][] = [
		[start, sector],
		[sector, sector + 512],
	];
	for (const [from, to] of holes) {
		const holed = Buffer.from(bytes);
		holed.fill(0, from, to);
		assert.equal(read(holed), ENTRIES);
	}
	const holed = Buffer.from(bytes);
	holed.fill(0, sector - 1, sector);
	assert.match(damaged(holed), /damaged at line 11/);
	const middle = Buffer.from(WHOLE);
	middle.fill(0, 512, 1024);
	assert.match(damaged(middle), /damaged at line/);
});

lines("no flipped bit of an acknowledged line goes unnoticed", () => {
	let noticed = 0;
	for (const bit of randomBits(4_000, WHOLE.length)) {
		const bytes = flipped(WHOLE, bit);
		if (read(bytes) instanceof StateFault) noticed++;
	}
	assert.is(noticed, 4_000);
	for (let bit = (ENDS.at(-2) ?? 0) * 8; bit < WHOLE.length * 8; bit++)
		assert.instance(read(flipped(WHOLE, bit)), StateFault, `bit ${bit}`);
});

lines("a flipped bit in a torn tail never invents or loses anything before it", () => {
	const acknowledged = ENDS.at(-2) ?? 0;
	const torn = WHOLE.subarray(0, acknowledged + 150);
	for (const bit of randomBits(1_000, 150)) {
		const found = read(flipped(torn, acknowledged * 8 + bit));
		assert.ok(found instanceof StateFault || same(found, ENTRIES.slice(0, -1)), `bit ${bit}`);
	}
});

const others: Record<string, [Buffer, RegExp]> = {
	"a gap in the sequence is refused": [
		Buffer.from(encodeLine({ journal: 1, lineage: "l" }) + [1, 2, 4].map((seq) => line(seq)).join("")),
		/damaged at line 4: a checksum or a sequence number/,
	],
	"a line that comes twice is refused": [
		Buffer.from(encodeLine({ journal: 1, lineage: "l" }) + line(1) + line(1)),
		/damaged at line 3/,
	],
	"a journal without its header is refused": [Buffer.from(line(1) + line(2)), /damaged at line 1/],
	"a newer format is refused": [
		Buffer.from(encodeLine({ journal: 2, lineage: "l" } as never)),
		/written by a newer showrun \(format 2\)/,
	],
	"merge-conflict markers are named": [
		Buffer.from(
			`${encodeLine({ journal: 1, lineage: "l" })}<<<<<<< HEAD\n${line(1)}=======\n${line(1)}>>>>>>> other\n`,
		),
		/damaged at line 2: it holds a git merge conflict/,
	],
	"text of another kind is refused": [Buffer.from("hello\n"), /damaged at line 1/],
	"a checksum over something that is no object is refused": [
		Buffer.from(encodeLine(null as never)),
		/damaged at line 1/,
	],
	"an entry without a type is refused": [
		Buffer.from(encodeLine({ journal: 1, lineage: "l" }) + encodeLine({ seq: 1, entry: null as never })),
		/damaged at line 2/,
	],
};
for (const [title, [bytes, words]] of Object.entries(others))
	lines(title, () => assert.match(damaged(bytes), words));

lines.run();

function line(seq: number): string {
	return encodeLine({ seq, entry: ENTRIES[0] as JournalEntry });
}

function flipped(bytes: Buffer, bit: number): Buffer {
	const copy = Buffer.from(bytes);
	copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
	return copy;
}

function randomBits(count: number, bytes: number): number[] {
	return Array.from({ length: count }, () => Math.floor(Math.random() * bytes * 8));
}
