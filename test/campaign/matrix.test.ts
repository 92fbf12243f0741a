import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Campaign } from "../../src/model/campaign.ts";
import { load } from "./files.ts";

const HEAD = `campaign: c
accounts: { yt: { platform: youtube, username: A }, li: { platform: linkedin, username: b } }
`;

async function loaded(body: string): Promise<Campaign> {
	const { campaigns, diagnostics } = await load(HEAD + body);
	const [campaign] = campaigns;
	assert.ok(campaign, diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`).join("\n"));
	return campaign;
}

const shown = ({ videos }: Pick<Campaign, "videos">) =>
	Object.fromEntries(
		videos.map(({ name, clipping, export: exported }) => [
			name,
			[
				clipping.targetLanguage ?? "-",
				clipping.duration,
				exported?.resolution,
				exported?.reframe?.ratio,
				exported?.reframe?.layout,
				exported?.caption?.display,
			].join(" "),
		]),
	);

const matrix = suite("a matrix");

matrix("is a video for every combination, whatever the order of the file", async () => {
	const expected = {
		"talk/9:16,en": "- 0-90s 1080p 9:16 Auto original",
		"talk/9:16,de": "de 0-90s 1080p 9:16 Auto translation",
		"talk/1:1,en": "- 0-90s 1080p 1:1 Auto original",
		"talk/1:1,de": "de 0-90s 1080p 1:1 Auto translation",
	};
	const head = `defaults: { clipping: { language: EN }, export: { resolution: 1080p, caption: {} } }\n`;
	for (const axes of [
		`ratio: ["9:16", RATIO_1_1], language: [en, de]`,
		`language: [en, DE], ratio: ["9:16", "1:1"]`,
	])
		assert.equal(
			shown(await loaded(`${head}videos: { talk: { source: "https://e.com/t.mp4", matrix: { ${axes} } } }`)),
			expected,
		);
});

matrix("comes from presets, defaults and like, and null takes it away", async () => {
	const campaign =
		await loaded(`defaults: { matrix: { resolution: [720p] }, export: { reframe: { ratio: "4:5" } } }
presets: { lengths: { matrix: { duration: [0-30s, DURATION_60_90] } } }
videos:
  talk: { source: "https://e.com/t.mp4", preset: lengths }
  other: { like: talk, matrix: { duration: null, layout: [Fit, Screen First], except: [{ layout: Fit }] } }
  plain: { like: talk, matrix: null }
`);
	assert.equal(shown(campaign), {
		"talk/0-30s,720p": "- 0-30s 720p 4:5 Auto ",
		"talk/60-90s,720p": "- 60-90s 720p 4:5 Auto ",
		"other/screen-first,720p": "- 0-90s 720p 4:5 Screen First ",
		plain: "- 0-90s 480p 4:5 Auto ",
	});
});

matrix("is chosen from by posts, for all accounts and for one", async () => {
	const { posts } = await loaded(`videos:
  talk:
    source: "https://e.com/t.mp4"
    clipping: { language: en }
    export: { caption: { style: temp-static-1, display: both } }
    matrix: { ratio: ["9:16", "1:1"], language: [en, de, fr] }
posts:
  a:
    from: talk
    where: { language: [en, DE] }
    to:
      yt: { title: "{{ matrix.language }}", where: { language: de, ratio: RATIO_9_16 } }
      li: { where: { language: en, ratio: "1:1" } }
`);
	assert.equal(
		posts.map(({ name, from, targets }) => [name, from, targets.map(({ account }) => account).join()]),
		[
			["a", "talk/9:16,de", "yt"],
			["a", "talk/1:1,en", "li"],
		],
	);
});

matrix("of items is one for each item, with each", async () => {
	const { videos, ofItems } = await loaded(`feeds: { podcast: { rss: "https://e.com/f.xml" } }
videos: { episodes: { each: podcast, matrix: { ratio: ["9:16", "1:1"] } } }
posts: { a: { from: episodes, where: { ratio: "1:1" }, to: { yt: { title: "{{ item.title }} {{ matrix.ratio }}" } } } }
`);
	assert.equal(
		[videos, ofItems?.videos.map(({ name }) => name), ofItems?.posts.map(({ from }) => from)],
		[[], ["episodes/9:16", "episodes/1:1"], ["episodes/1:1"]],
	);
});
matrix.run();
