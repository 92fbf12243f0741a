import { suite } from "uvu";
import * as assert from "uvu/assert";
import { DEFAULT_NAME, fileNames, nameProblem } from "../../src/download/names.ts";
import type { RenderedClip } from "../../src/download/rendered.ts";
import { videoAddress } from "../../src/model/address.ts";
import { clip } from "../builders/world.ts";

function rendered(title: string, over: Partial<RenderedClip> = {}): RenderedClip {
	const [campaign, video] = [over.campaign ?? "k", over.video ?? "talk"];
	return {
		address: videoAddress(campaign, video),
		campaign,
		video,
		taskId: "task-1",
		clip: clip(0, { title }),
		links: async () => new Map(),
		...over,
	};
}

const nameOf = (template: string, title: string) =>
	[...fileNames(template, [rendered(title)], []).values()][0];
const TITLE = "{{ clip.title }}.mp4";

const named: Record<string, [template: string, title: string, expected: string]> = {
	"the default is campaign, video, place and slug": [
		DEFAULT_NAME,
		"Why “Tests” matter: a Friday's tale!",
		"k/talk/1-why-tests-matter-a-fridays-tale.mp4",
	],
	"letters of any script stay in a slug": [
		DEFAULT_NAME,
		"Über Größe — 東京 ёлка",
		"k/talk/1-über-größe-東京-ёлка.mp4",
	],
	"a title of signs alone leaves a name all the same": [DEFAULT_NAME, "?!…", "k/talk/1-.mp4"],
	"a long slug ends with a whole word": [
		"{{ clip.title | slug }}",
		"word ".repeat(30),
		`${"word-".repeat(12).slice(0, -1)}.mp4`,
	],
	"times, score and rank can be said": [
		"{{ clip.begin }}-{{ clip.end }} {{ clip.seconds }} {{ clip.score }} {{ clip.rank }}",
		"A",
		"0-40 40 90 0.mp4",
	],
	"an extension is added where there is none": ["{{ clip.title }}", "Talk v1.2", "Talk v1.2.mp4"],
	"an extension is not added twice": [TITLE, "Talk", "Talk.mp4"],
	"a title makes no folder": [TITLE, "a/b\\c", "a-b-c.mp4"],
	"a title climbs nowhere": ["{{ clip.title }}/x", "../../etc", "-..-etc/x.mp4"],
	"a title of dots is no folder above": ["{{ clip.title }}/x", "..", "_/x.mp4"],
	"an encoded title climbs nowhere either": [
		"{{ clip.title | url_decode }}",
		"%2e%2e%2f%2e%2e%2fetc",
		"-..-etc.mp4",
	],
	"a decoded zero byte makes no way out": ["{{ clip.title | url_decode }}", "..%00..%00etc", "_/_/etc.mp4"],
	"nothing is hidden": [TITLE, ".profile", "profile.mp4"],
	"control characters and direction marks are gone": [
		TITLE,
		"a\u0007\u001b[31mb\u202ec\nd\u200f",
		"a [31mbc d.mp4",
	],
	"what Windows forbids is a hyphen": [TITLE, '<a>:"b"|c?*', "-a---b--c--.mp4"],
	"a device of Windows gets another name": [TITLE, "CON", "_CON.mp4"],
	"a device with an extension too": ["{{ clip.title }}/x.mp4", "lpt1.txt", "_lpt1.txt/x.mp4"],
	"a word that begins like a device stays": [TITLE, "Console", "Console.mp4"],
	"no name ends with a dot or a space": ["{{ clip.title }}/x", "Talk. . ", "Talk/x.mp4"],
	"nothing at all is an underscore": [TITLE, "", "_.mp4"],
	"half a character is none": [TITLE, "a\ud83db", "ab.mp4"],
	"the same letters written in two ways are the same name": [TITLE, "e\u0301", "é.mp4"],
	"a name is cut at 180 bytes, between characters": [TITLE, "😀".repeat(100), `${"😀".repeat(44)}.mp4`],
};
const names = suite("names of files");
for (const [title, [template, said, expected]] of Object.entries(named))
	names(title, () => assert.is(nameOf(template, said), expected));

names("no two names are alike, also where case makes no difference, whatever the order", () => {
	const clips = [
		rendered("Talk"),
		rendered("talk", { clip: clip(1, { title: "TALK" }) }),
		rendered("Talk", { video: "square" }),
		rendered("Talk-2", { video: "z" }),
	];
	const forth = fileNames(TITLE, clips, []);
	const back = fileNames(TITLE, [...clips].reverse(), []);
	assert.equal(
		clips.map((each) => forth.get(each)),
		["Talk-2.mp4", "TALK-3.mp4", "Talk.mp4", "Talk-2-2.mp4"],
	);
	assert.equal(
		clips.map((each) => back.get(each)),
		clips.map((each) => forth.get(each)),
	);
});

names("a file of another campaign is not taken, one of the same video is", () => {
	const listed = { moment: { from: 0, to: 1 }, task: "t", title: "", score: 1, bytes: 1, sha256: "" };
	const others = [
		{ ...listed, address: videoAddress("other", "talk"), file: "talk.mp4" },
		{ ...listed, address: videoAddress("k", "talk"), file: "Talk-2.mp4" },
	];
	assert.equal([...fileNames(TITLE, [rendered("Talk")], others).values()], ["Talk-2.mp4"]);
});

const wrong: Record<string, [template: string, problem: RegExp]> = {
	nothing: ["  ", /empty/],
	"an absolute path": ["/tmp/{{ clip.title }}", /begins with `\/`/],
	"a way up": ["../{{ clip.title }}", /points outside/],
	"a way up in the middle": ["{{ video.name }}/../../{{ clip.title }}", /points outside/],
	"a backslash": ["a\\b", /separated with `\/`/],
	"an unknown variable": ["{{ clip.titel }}", /clip\.titel/],
	"a variable of posts": ["{{ account.name }}", /account\.name/],
	"an unknown filter": ["{{ clip.title | nope }}", /nope/],
	"an unclosed brace": ["{{ clip.title", /never closed/],
};
for (const [title, [template, problem]] of Object.entries(wrong))
	names(`${title} is no template`, () => assert.match(nameProblem(template) ?? "", problem));

for (const template of [
	DEFAULT_NAME,
	TITLE,
	"{{ campaign.name }}/{{ clip.title | slug }}",
	"{% if clip.score > 50 %}good/{% endif %}{{ clip.rank }}",
])
	names(`${template} is a template`, () => assert.is(nameProblem(template), undefined));

names.run();
