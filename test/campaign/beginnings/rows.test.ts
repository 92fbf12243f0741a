import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type RowsRequest, videosFromRows } from "../../../src/campaign/beginnings/from-rows.ts";
import { latestOf } from "../../../src/campaign/beginnings/like-latest.ts";
import { readTable } from "../../../src/feeds/rows.ts";

const CAMPAIGN =
	'videos:\n  one: { source: ./one.mp4 }\nposts:\n  one: { from: one, to: { Tube: { title: "One, {{ clip.title }}" } } }\n';

async function read(csv: string, campaign = CAMPAIGN): Promise<ReturnType<typeof videosFromRows>> {
	const request: RowsRequest = {
		...(await readTable({ file: "list.csv", text: csv })),
		latest: latestOf(campaign),
		...{ accounts: ["Tube"], schedules: ["weekly"] },
		place: (path) => (path.startsWith("..") ? { problem: `\`${path}\` is outside.` } : { path: `./${path}` }),
	};
	return videosFromRows(request);
}

const rows = suite("videos from a list");

rows("take columns by name, in any order and letter case", async () => {
	assert.equal(await read('Key;URL;tube.TAGS;at\n"";https://e.com/a.mp4;a, b;2026-12-01 09:00\n'), {
		videos: [
			{
				...{ key: "a", source: "https://e.com/a.mp4", at: "2026-12-01T09:00" },
				...{ texts: { Tube: { tags: ["a", "b"] } }, line: 2 },
			},
		],
	});
});

const BAD: Record<string, readonly [csv: string, problems: readonly string[]]> = {
	"a misspelt column": [
		"video,titel,tube.titel\na.mp4,b,c\n",
		["1: There is no column `titel`.", "1: There is no column `tube.titel`."],
	],
	"no video": ["key\na\n", ["1: No column is called `video` (or source, url, file)."]],
	"no rows": ["video\n", ["1: The list has no rows."]],
	"a column under two names": ["video,file\na.mp4,b.mp4\n", ["1: The column `video` is there twice."]],
	"every row, with the line it begins in": [
		'video,key,at,schedule\n"../a.mp4",ok,,\n\n"b\nc.mp4",a b,tomorrow,\none.mp4,,,\nd.mp4,one,2026-12-01T09:00,weekly\nd.mp4,x,,weakly\n',
		[
			"2: `../a.mp4` is outside.",
			"4: `a b` cannot be a key.",
			"4: `tomorrow` is no time.",
			"6: `./one.mp4` is in the campaign already, as `one`.",
			"7: A row has either `at` or `schedule`.",
			"8: There is no schedule `weakly`.",
		],
	],
	"a video that is there twice": [
		"video,key\na.mp4,\na.mp4,b\nc.mp4,a\n",
		["3: `./a.mp4` is in line 2 already.", "4: `a` is the key of line 2 already."],
	],
};
for (const [title, [csv, expected]] of Object.entries(BAD))
	rows(`name ${title}`, async () => {
		const made = await read(csv);
		assert.ok("problems" in made);
		if (!("problems" in made)) return;
		assert.equal(
			made.problems.map(({ line, detail }) => `${line}: ${detail}`),
			expected,
		);
	});

rows("name columns that nothing would come of", async () => {
	const made = await read("video,title,at\na.mp4,b,2026-12-01T09:00\n", "videos: {}\n");
	assert.ok("problems" in made);
	if ("problems" in made) assert.is(made.problems.length, 2);
});

rows("want a time where the latest entry's posts have one", async () => {
	const timed =
		"videos:\n  one: { source: ./one.mp4 }\nposts:\n  one: { from: one, at: 2026-11-01T09:00, to: [Tube] }\n";
	const made = await read("video\na.mp4\n", timed);
	assert.ok("problems" in made && /this row needs one/.test(made.problems[0]?.detail ?? ""));
});

rows.run();
