import { suite } from "uvu";
import * as assert from "uvu/assert";
import { keyOf, titleOf, unique } from "../../../src/campaign/beginnings/names.ts";

const names = suite("names of new entries");

const CASES: Record<string, readonly [source: string, key: string, title: string]> = {
	"words of a file's name": ["./talks/Ada_on-Numbers.mp4", "ada_on-numbers", "Ada on Numbers"],
	"letters with marks": ["Gespräch über Käse ß.mov", "gesprach-uber-kase-ss", "Gespräch über Käse ß"],
	"marks that stand alone": ["Gespra\u0308ch.mp4", "gesprach", "Gespräch"],
	"a number": ["12.mp4", "video-12", "12"],
	"a date": ["2026-11-03 Ann.mp4", "video-2026-11-03-ann", "2026-11-03 Ann"],
	"a camera's name": ["IMG_0012.MOV", "img_0012", "IMG 0012"],
	"letters that have no other": ["日本語.mp4", "video", "日本語"],
	"a word of YAML": ["null.mp4", "null", "Null"],
	"a template in a name": ["{{ clip.title }}%.mp4", "clip-title", "Clip.title"],
	"marks that turn text around": ["a\u202egpj.mp4", "a-gpj", "A gpj"],
	"dashes in front": ["--rf.mp4", "rf", "--rf"],
	"several dots": ["talk.v2.final.mp4", "talk-v2-final", "Talk.v2.final"],
	"an address": ["https://example.com/v/Episode%2012.mp4?t=1", "episode-12", "Episode 12"],
	"a page of a video site": ["https://www.youtube.com/watch?v=abc_DEF-1", "abc_def-1", "Abc DEF 1"],
	"an address without a path": ["https://example.com", "example", "Example"],
};
for (const [title, [source, key, said]] of Object.entries(CASES))
	names(`take ${title}`, () => assert.equal([keyOf(source), titleOf(source)], [key, said]));

names("are cut at a word", () => {
	const key = keyOf(`${"episode-".repeat(12)}.mp4`);
	assert.is(key, "episode-episode-episode-episode-episode-episode");
});

names("get a number where they are taken", () => {
	assert.equal(unique(["talk", "talk", "a", "talk-2"], ["a"]), ["talk", "talk-2", "a-2", "talk-2-2"]);
});

names.run();
