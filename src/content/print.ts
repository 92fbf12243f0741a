/** What is known of a source's content, small enough to be kept: it outlives the file. */
export interface Print {
	/** The file's name when it was read, for people. */
	readonly name?: string;
	/** Length in milliseconds, where it is known. */
	readonly durationMs?: number;
	/** Hash of the packets of its streams. */
	readonly streams?: string;
	/** One code every `CODE_MS`; 0 where nothing is heard. */
	readonly sound: Uint32Array;
	/** One hash of two numbers every `PICTURE_MS`; 0 where a picture says nothing. */
	readonly pictures: Uint32Array;
}

interface Written {
	readonly format: 1;
	readonly name?: string;
	readonly durationMs?: number;
	readonly streams?: string;
	readonly sound: string;
	readonly pictures: string;
}

/** A print as the text of a file. */
export function encodePrint({ sound, pictures, ...rest }: Print): string {
	const written: Written = { format: 1, ...rest, sound: textOf(sound), pictures: textOf(pictures) };
	return `${JSON.stringify(written)}\n`;
}

/** Reads it. Undefined: it is something else, or of a newer version. */
export function decodePrint(text: string): Print | undefined {
	try {
		const value: unknown = JSON.parse(text);
		if (!isWritten(value)) return undefined;
		const { format: _, sound, pictures, ...rest } = value;
		return { ...rest, sound: numbersOf(sound), pictures: numbersOf(pictures) };
	} catch {
		return undefined;
	}
}

function isWritten(value: unknown): value is Written {
	if (typeof value !== "object" || value === null) return false;
	const { format, sound, pictures } = value as Partial<Record<keyof Written, unknown>>;
	return format === 1 && typeof sound === "string" && typeof pictures === "string";
}

function textOf(numbers: Uint32Array): string {
	const bytes = Buffer.alloc(numbers.length * 4);
	for (const [at, number] of numbers.entries()) bytes.writeUInt32LE(number, at * 4);
	return bytes.toString("base64");
}

function numbersOf(text: string): Uint32Array {
	const bytes = Buffer.from(text, "base64");
	return Uint32Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readUInt32LE(at * 4));
}
