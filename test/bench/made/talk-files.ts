import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Kinds of moments that are worth a clip. */
export const KINDS = ["insight", "story", "claim", "number", "joke", "answer"] as const;
export type Kind = (typeof KINDS)[number];
export const DECOYS = ["opening", "middle", "closing", "filler", "shout"] as const;
export type Decoy = (typeof DECOYS)[number];
/** Talks to tune by, and talks to report on: in their style, and in others. */
export const HALVES = ["tuning", "held-out", "unseen"] as const;
export type Half = (typeof HALVES)[number];

/** A sentence and who says it, from 0; or what the audience does. */
export type Line =
	| { readonly text: string; readonly speaker: number | undefined }
	| { readonly reaction: "laughter" | "applause" };

/** What is said about a topic, or at a moment. */
export interface Passage {
	readonly kind: Kind | Decoy | "topic";
	readonly lines: readonly Line[];
}

export interface TalkFile {
	readonly name: string;
	readonly speakers: number;
	readonly topics: readonly Passage[];
	readonly moments: readonly (Passage & { readonly kind: Kind })[];
}

/** The talks of a half in the order of their names, and its decoys. */
export interface TalkFiles {
	readonly talks: readonly TalkFile[];
	readonly decoys: readonly Passage[];
}

const FOLDER = join(import.meta.dirname, "..", "talks");

/** Reads the talks of one half. */
export async function readTalks(half: Half): Promise<TalkFiles> {
	const folder = join(FOLDER, half);
	const names = (await readdir(folder))
		.filter((name) => name.endsWith(".txt") && name !== "decoys.txt")
		.sort();
	const text = (name: string) => readFile(join(folder, name), "utf8");
	const talks = await Promise.all(names.map(async (name) => talkFrom(name, await text(name))));
	return { talks, decoys: passagesIn(await text("decoys.txt")) };
}

function talkFrom(name: string, text: string): TalkFile {
	const passages = passagesIn(text);
	const speakers = Number(/^speakers: (\d)$/m.exec(text)?.[1] ?? 1);
	const isMoment = (passage: Passage): passage is Passage & { kind: Kind } =>
		(KINDS as readonly string[]).includes(passage.kind);
	return {
		name: name.replace(/\.txt$/, ""),
		speakers,
		topics: passages.filter(({ kind }) => kind === "topic"),
		moments: passages.filter(isMoment),
	};
}

function passagesIn(text: string): readonly Passage[] {
	const [, ...sections] = text.split(/^== /m);
	return sections.map((section) => {
		const [title = "", ...rows] = section.trim().split("\n");
		const kind = kindOf(title.replace(/^moment /, ""));
		return { kind, lines: rows.filter((row) => row.trim() !== "").map(lineFrom) };
	});
}

function kindOf(name: string): Passage["kind"] {
	const kind = [...KINDS, ...DECOYS, "topic" as const].find((each) => each === name);
	if (kind === undefined) throw new Error(`there is no kind of passage called "${name}"`);
	return kind;
}

function lineFrom(row: string): Line {
	if (row.startsWith("> ")) return { reaction: row === "> applause" ? "applause" : "laughter" };
	const speaker = /^([A-C]): /.exec(row);
	return speaker
		? { text: row.slice(3), speaker: "ABC".indexOf(speaker[1] ?? "A") }
		: { text: row, speaker: undefined };
}
