import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { startsLikeVideo } from "../../src/system/video-signature.ts";

const packet = `\x47${"\0".repeat(187)}`;
const cases: Record<string, [head: string, expected: boolean]> = {
	"an MP4 starts with ftyp": ["\0\0\0\x20ftypisom\0\0\x02\0", true],
	"an old QuickTime film starts with its movie or its data": ["\0\0\x10\0moov\0\0\0\x6cmvhd", true],
	"WebM is Matroska": ["\x1a\x45\xdf\xa3\x9fB\x86\x81\x01", true],
	"AVI is a RIFF": ["RIFF\x24\x10\0\0AVI LIST", true],
	"a transport stream repeats its packets": [`${packet}${packet}`, true],
	"a WAV is a RIFF too, and no video": ["RIFF\x24\x10\0\0WAVEfmt ", false],
	"one letter is no packet": ["Good morning", false],
	"a pointer of git LFS is text": ["version https://git-lfs.github.com/spec/v1\n", false],
	"a page is text": ["<!doctype html>", false],
	"nothing is no video": ["", false],
};

const signatures = suite("the first bytes of a file");
for (const [title, [head, expected]] of Object.entries(cases))
	signatures(title, async () => {
		const folder = await mkdtemp(join(tmpdir(), "showrun-signature-"));
		try {
			await writeFile(join(folder, "file"), head, "latin1");
			assert.is(await startsLikeVideo(join(folder, "file")), expected);
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
	});
signatures.run();
