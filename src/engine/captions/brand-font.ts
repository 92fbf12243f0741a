import { readFile } from "node:fs/promises";
import { MediaFault } from "../io/engine-fault.ts";
import type { Brand } from "../port.ts";
import { BUNDLED_FAMILIES, bundledFamily, type Font } from "./fonts.ts";
import { glyphsIn } from "./glyphs.ts";
import { fontOfFamily, machineFamilies } from "./system-fonts.ts";

type Wanted = NonNullable<Brand["font"]>;

/**
 * The font of a brand: its file, or a family of this program or machine. Undefined: there is no such family.
 * Throws `MediaFault` for a file that is no font.
 */
export async function brandFont(wanted: Wanted, signal: AbortSignal): Promise<Font | undefined> {
	if ("family" in wanted)
		return (await bundledFamily(wanted.family)) ?? (await fontOfFamily(wanted.family, signal));
	const { file } = wanted;
	const font = fontIn(await readFile(file));
	if (font) return { ...font, file };
	throw new MediaFault("The font of the brand cannot be read: it is no TrueType or OpenType font.");
}

/** Most families of the machine that are named. */
const NAMED = 12;

/** Why a family cannot be drawn with, naming those that can. Undefined: it is there. */
export async function problemOfFamily(family: string, signal: AbortSignal): Promise<string | undefined> {
	if (await brandFont({ family }, signal)) return undefined;
	const others = (await machineFamilies(signal)).filter((each) => !BUNDLED_FAMILIES.includes(each));
	const named = [...BUNDLED_FAMILIES, ...others.slice(0, NAMED)].join(", ");
	const more = others.length > NAMED ? ` and ${others.length - NAMED} more` : "";
	return `${JSON.stringify(family)} is not on this machine. Use a font file, or one of: ${named}${more}`;
}

/** A font that is not there, in a sentence. */
export function unfoundNote(wanted: Wanted, instead: Font): string {
	const name = "family" in wanted ? ` ${JSON.stringify(wanted.family)}` : "";
	return `The font${name} of the brand is not on this machine: ${instead.family} is used instead.`;
}

/** What a font file holds. Undefined: it is no single font that letters can be drawn with. */
export function fontIn(bytes: Buffer): Omit<Font, "file"> | undefined {
	try {
		const glyphs = glyphsIn(bytes);
		const family = familyIn(bytes);
		const isUsable = glyphs.lineHeight > 0.1 && glyphs.lineHeight < 10 && glyphs.width("n") > 0;
		return isUsable && family !== undefined ? { family, glyphs } : undefined;
	} catch (error) {
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}

const FAMILY = 1;
const WINDOWS = 3;

/** The family as a style of a script names it: in letters that mean nothing else there. */
function familyIn(bytes: Buffer): string | undefined {
	const names = tableAt(bytes, "name");
	if (names === undefined) return undefined;
	const strings = names + bytes.readUInt16BE(names + 4);
	for (let at = 0; at < bytes.readUInt16BE(names + 2); at += 1) {
		const entry = names + 6 + 12 * at;
		const [platform, name] = [bytes.readUInt16BE(entry), bytes.readUInt16BE(entry + 6)];
		if (platform !== WINDOWS || name !== FAMILY) continue;
		const [length, offset] = [bytes.readUInt16BE(entry + 8), bytes.readUInt16BE(entry + 10)];
		const text = Buffer.from(bytes.subarray(strings + offset, strings + offset + (length & ~1))).swap16();
		const family = text.toString("utf16le");
		if (/^\w[\w .'&+-]{0,62}$/.test(family)) return family;
	}
	return undefined;
}

function tableAt(bytes: Buffer, name: string): number | undefined {
	for (let at = 12; at < 12 + 16 * bytes.readUInt16BE(4); at += 16)
		if (bytes.toString("latin1", at, at + 4) === name) return bytes.readUInt32BE(at + 8);
	return undefined;
}
