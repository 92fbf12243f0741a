import { open } from "node:fs/promises";

/** How many bytes are looked at. */
const HEAD = 256;
/** Types of the first box of an MP4 or MOV; files older than `ftyp` start with one of the others. */
const BOXES = ["ftyp", "moov", "mdat", "free", "skip", "wide", "pnot"];
/** Matroska and WebM; Flash; Ogg; ASF; MPEG program stream. */
const STARTS = [
	"\x1a\x45\xdf\xa3",
	"FLV\x01",
	"OggS",
	"\x30\x26\xb2\x75\x8e\x66\xcf\x11",
	"\x00\x00\x01\xba",
];
/** A transport stream repeats this byte every 188 bytes. */
const PACKET = { sync: "\x47", bytes: 188 };

/**
 * Whether a file's first bytes are those of a video container, whatever its name says. Takes every container
 * that can be read, so that a wrong ending does no harm.
 */
export async function startsLikeVideo(path: string): Promise<boolean> {
	const handle = await open(path, "r");
	try {
		const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0);
		return isVideo(buffer.toString("latin1", 0, bytesRead));
	} finally {
		await handle.close();
	}
}

function isVideo(head: string): boolean {
	if (BOXES.includes(head.slice(4, 8)) || STARTS.some((start) => head.startsWith(start))) return true;
	if (head.startsWith("RIFF") && head.slice(8, 11) === "AVI") return true;
	return head[0] === PACKET.sync && head[PACKET.bytes] === PACKET.sync;
}
