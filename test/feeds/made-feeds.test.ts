/** Differently made feeds: what each lists, and what cannot be an item. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { textOf } from "../../src/feeds/charset.ts";
import { parseFeedText } from "../../src/feeds/parse.ts";
import { MADE_FEEDS } from "./made-feeds.ts";

const ADDRESS = "https://feeds.example/show/feed.xml";

function parsed({ text, type }: (typeof MADE_FEEDS)[number]) {
	return parseFeedText(textOf(Buffer.from(text as string), type), ADDRESS);
}

const feeds = suite("differently made feeds");

for (const made of MADE_FEEDS)
	feeds(made.name, async () => {
		const { items, unusable } = await parsed(made);
		assert.equal(
			items.map(({ id, source, title, publishedAt }) => [
				id,
				source.kind === "url" ? source.url : "",
				title,
				publishedAt === undefined ? undefined : new Date(publishedAt).toISOString(),
			]),
			made.items.map(([id, url, title, published]) => [id, url, title, published]),
		);
		assert.equal(
			unusable.map(({ shown, why }) => [shown, why]),
			made.unusable ?? [],
		);
	});

feeds("there are many", () => {
	assert.ok(MADE_FEEDS.length >= 30);
});

feeds("what a podcast says is there for templates", async () => {
	const made = MADE_FEEDS.find(({ name }) => name.startsWith("a podcast of today"));
	const [item] = made ? (await parsed(made)).items : [];
	assert.is(item?.transcriptUrl, "https://cdn.example/1.vtt");
	assert.equal(item?.fields, {
		title: "One",
		guid: "a",
		people: ["Ann"],
		season: 2,
		episode: 7,
		duration: 3723,
		chapters: "https://cdn.example/c.json",
	});
});

feeds.run();
