import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where the broken campaigns are: one Markdown file per family of rules, `## NAME` for each campaign. */
const FOLDER = fileURLToPath(new URL("bad/", import.meta.url));

/** A broken campaign, and what `validate` is expected to print about it (nothing yet for a new one). */
export interface BrokenCampaign {
	readonly family: string;
	readonly name: string;
	readonly bytes: Buffer;
	readonly printed: string | undefined;
}

/** Lines of a file, first and behind the last, between two fences. */
interface Block {
	readonly info: string;
	readonly from: number;
	readonly to: number;
}

/** Every broken campaign, by family and in the order of its file. */
export async function brokenCampaigns(): Promise<readonly BrokenCampaign[]> {
	const all = [];
	for (const family of await families()) all.push(...casesIn(family, await readFile(pathOf(family), "utf8")));
	return all;
}

/**
 * Writes what `validate` prints, by name, into the files of the cases, and leaves everything else as it is.
 */
export async function rewriteGoldens(printed: ReadonlyMap<string, string>): Promise<void> {
	for (const family of await families()) {
		const text = await readFile(pathOf(family), "utf8");
		await writeFile(pathOf(family), withGoldens(family, text, printed));
	}
}

/** The cases of one file's text. */
export function casesIn(family: string, text: string): readonly BrokenCampaign[] {
	const lines = text.split("\n");
	const textOf = ({ from, to }: Block) =>
		lines
			.slice(from, to)
			.map((line) => `${line}\n`)
			.join("");
	return sections(family, lines).map(({ name, campaign, golden }) => ({
		family,
		name,
		bytes:
			campaign.info === "yaml escaped" ? bytesOfEscaped(textOf(campaign)) : Buffer.from(textOf(campaign)),
		printed: golden && textOf(golden),
	}));
}

/** The file's text with other goldens, and with one for each case that has none. */
export function withGoldens(family: string, text: string, printed: ReadonlyMap<string, string>): string {
	const lines = text.split("\n");
	for (const { name, campaign, golden } of [...sections(family, lines)].reverse()) {
		const words = printed.get(name)?.split("\n").slice(0, -1) ?? [];
		if (golden) lines.splice(golden.from, golden.to - golden.from, ...words);
		else lines.splice(campaign.to + 1, 0, "", "```text", ...words, "```");
	}
	return lines.join("\n");
}

async function families(): Promise<readonly string[]> {
	const names = await readdir(FOLDER);
	return names.sort().map((name) => name.replace(/\.md$/, ""));
}

function pathOf(family: string): string {
	return join(FOLDER, `${family}.md`);
}

/** Headings with the blocks below them; a block that is not understood fails, so that no case is lost. */
function sections(
	family: string,
	lines: readonly string[],
): readonly { readonly name: string; readonly campaign: Block; readonly golden: Block | undefined }[] {
	const found: { name: string; blocks: Block[] }[] = [];
	for (let at = 0; at < lines.length; at++) {
		const line = lines[at] ?? "";
		if (line.startsWith("## ")) found.push({ name: line.slice(3), blocks: [] });
		if (!line.startsWith("```")) continue;
		const end = lines.indexOf("```", at + 1);
		if (end === -1) throw new Error(`${family}.md:${at + 1}: this block is never closed`);
		found.at(-1)?.blocks.push({ info: line.slice(3), from: at + 1, to: end });
		at = end;
	}
	return found.map(({ name, blocks: [campaign, golden, ...others] }) => {
		const infos = [campaign?.info, golden?.info ?? "text", ...others].join();
		if (campaign === undefined || !/^[a-z0-9.-]+$/.test(name) || !/^yaml( escaped)?,text$/.test(infos))
			throw new Error(`${family}.md: \`${name}\` needs a yaml block, then a text block`);
		return { name, campaign, golden };
	});
}

const ESCAPE = /\\(?:x(?<byte>[0-9A-F]{2})|\{(?<text>[^}]*)\}\*(?<times>\d+)|(?<sign>[\\t])|(?<joined>\n))/g;

/**
 * The bytes of an escaped block: `\xFF` a byte, `\{ab}*9` a repeated text, `\t`, `\\`, and `\` joins two
 * lines.
 */
function bytesOfEscaped(text: string): Buffer {
	const bytes: Buffer[] = [];
	let at = 0;
	for (const { 0: all, index, groups = {} } of text.matchAll(ESCAPE)) {
		bytes.push(Buffer.from(text.slice(at, index)));
		at = index + all.length;
		if (groups.byte) bytes.push(Buffer.from(groups.byte, "hex"));
		else if (groups.times) bytes.push(Buffer.from((groups.text ?? "").repeat(Number(groups.times))));
		else if (groups.sign) bytes.push(Buffer.from(groups.sign === "t" ? "\t" : "\\"));
	}
	return Buffer.concat([...bytes, Buffer.from(text.slice(at))]);
}
