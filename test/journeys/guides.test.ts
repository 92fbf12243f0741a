/**
 * The examples' pages, each followed line by line as it is written. One user follows them all, one after the
 * other, so that none may post what another one posted.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Followed, follow } from "./guide.ts";
import { deliveredIn } from "./workspace.ts";

/** What else is true then, beside what the pages show. */
const GUIDES: Readonly<Record<string, (followed: Followed) => Promise<void> | void>> = {
	podcast: ({ folder }) => {
		const publishes = join(folder, ".showrun/service/publishes");
		const posts = readdirSync(publishes).map((name) => readFileSync(join(publishes, name), "utf8"));
		assert.ok(posts.length > 0 && posts.every((post) => post.includes('"Episode 2, part ')), posts.join());
	},
	talks: ({ folder }) => assert.is(deliveredIn(join(folder, "service")).length, 1),
	remote: ({ folder }) => {
		assert.is(deliveredIn(join(folder, "service")).length, 1);
		const clips = readdirSync(join(folder, "clips"), { recursive: true, encoding: "utf8" });
		assert.is(clips.filter((path) => path.endsWith("1-what-does-one-bad-night-cost.mp4")).length, 1);
	},
	languages: ({ folder }) => assert.is(deliveredIn(folder).length, 3),
	destinations: ({ folder }) =>
		assert.equal(
			["outbox", "posts", "received"].map(
				(name) =>
					readdirSync(join(folder, name), { recursive: true, encoding: "utf8" }).filter((path) =>
						path.endsWith(".mp4"),
					).length,
			),
			[1, 1, 1],
		),
	agency: ({ folder }) => assert.is(deliveredIn(folder).length, 2),
};

const guides = suite("examples/*/README.md");
for (const [name, holds] of Object.entries(GUIDES))
	guides(`${name}: every line does what the page says`, async () => holds(await follow(name)));
guides.run();
