import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openInputs } from "../../../../src/cli/wiring/page/inputs.ts";
import { keepReads } from "../../../../src/cli/wiring/page/kept-reads.ts";
import { isOfSameFiles, isOfSameTexts, planHere } from "../../../../src/cli/wiring/page/last-plan.ts";
import { openReview } from "../../../../src/cli/wiring/page/review.ts";
import { openSettings } from "../../../../src/cli/wiring/workspace.ts";
import { reviewDigest } from "../../../../src/model/review.ts";
import { clipsIn } from "../../../../src/page/views/clips.ts";
import { writeState, writeWorkspace } from "../../../bench/workspace.ts";

const reviews = suite("reviews on the page");

/** A workspace of six clips, decisions about the first of them, and its reviewed-clips file. */
async function within(body: (given: Awaited<ReturnType<typeof opened>>) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-review-"));
	try {
		await writeWorkspace(folder, { posts: 6 });
		await body(await opened(folder));
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function opened(folder: string) {
	const { signal } = new AbortController();
	await writeState(folder, { done: false });
	const settings = await openSettings({ paths: [folder] }, { keyless: true });
	const inputs = openInputs({ paths: [folder], flags: {}, settings, signal });
	const review = openReview(inputs, folder);
	const decide = async (seen: boolean | undefined, approve: boolean, by = review) => {
		const { readable, known } = await inputs();
		const [clip] = clipsIn({ campaigns: readable, snapshot: known });
		if (clip === undefined) throw new Error("no clip");
		const { video, bind } = clip;
		return by({ video, bind, moment: clip.clip.moment, seen: reviewDigest(seen, {}), approve });
	};
	return {
		folder,
		inputs,
		decide,
		review: () => openReview(inputs, folder),
		signal,
		file: join(folder, "c0.clips.yaml"),
	};
}

reviews("one after the other are written as if each were the first, and an edit between them counts", () =>
	within(async ({ decide, review, file }) => {
		assert.ok((await decide(undefined, true)).ok);
		const first = readFileSync(file, "utf8");
		assert.ok((await decide(true, false)).ok);
		const kept = readFileSync(file, "utf8");
		writeFileSync(file, first);
		assert.ok((await decide(true, false, review())).ok);
		assert.is(kept, readFileSync(file, "utf8"));
		// What the page remembers is another text than the one on the disk.
		writeFileSync(file, `${first}# by hand\n`);
		const refused = await decide(false, true);
		assert.equal([refused.ok, refused.diff !== undefined], [false, true]);
		assert.is(readFileSync(file, "utf8"), `${first}# by hand\n`);
		assert.ok((await decide(true, false)).ok);
		assert.ok((await decide(false, true)).ok);
		const both = readFileSync(file, "utf8");
		assert.match(both, /approve: true[\s\S]*# by hand\n$/);
		// Nothing of a decision that was not written is in the next one.
		assert.not.ok((await decide(false, false)).ok);
		assert.ok((await decide(true, true)).ok);
		assert.is(readFileSync(file, "utf8"), both);
	}),
);

reviews("a review leaves what else was read of its campaign, and what was planned for it", () =>
	within(async ({ inputs, decide, signal }) => {
		const before = await inputs();
		const plan = await planHere(before, signal);
		for (const [seen, approve] of [
			[undefined, true],
			[true, false],
		] as const) {
			assert.ok((await decide(seen, approve)).ok);
			await inputs();
			const now = await inputs();
			assert.is(now.readable[0]?.posts, before.readable[0]?.posts);
			assert.not.ok(now.readable[0] === before.readable[0]);
			assert.equal([isOfSameFiles(plan, now), isOfSameTexts(plan, now)], [false, true]);
		}
	}),
);

reviews("an address that is signed is read once as well, and on no disk", () =>
	within(async ({ folder, inputs }) => {
		const file = join(folder, "c0.campaign.yaml");
		const signed = "https://example.com/0/0?X-Amz-Signature=abc123secret";
		writeFileSync(file, readFileSync(file, "utf8").replace("https://example.com/0/0", signed));
		const [before, now] = [await inputs(), await inputs()];
		assert.match(JSON.stringify(before.readable), "abc123secret");
		assert.is(now.readable[0], before.readable[0]);
		appendFileSync(file, "# changed\n");
		assert.not.ok((await inputs()).readable[0] === before.readable[0]);
		const put: string[] = [];
		const disk = { get: async () => undefined, put: async (name: string) => void put.push(name) };
		const reads = keepReads(async () => disk);
		const cache = await reads.keptIn(folder);
		cache.remember("secret", 1);
		await cache.put("plain", 2);
		reads.sweep();
		cache.hold("secret");
		reads.sweep();
		assert.equal([await cache.get("secret"), await cache.get("plain"), put], [1, undefined, ["plain"]]);
		for (const each of await readdir(folder, { recursive: true, withFileTypes: true }))
			if (each.isFile() && each.parentPath.includes("cache"))
				assert.not.match(await readFile(join(each.parentPath, each.name), "latin1"), "abc123secret");
	}),
);

reviews.run();
