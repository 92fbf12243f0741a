/** The videos that items of feeds are made to. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type AddressText, videoAddress } from "../../../src/model/address.ts";
import { epochMs } from "../../../src/model/brand.ts";
import type { FeedFailure, FeedReading, ItemSource } from "../../../src/model/feed.ts";
import type { FeedState } from "../../../src/model/feed-state.ts";
import type { ResourceState } from "../../../src/model/snapshot.ts";
import { listedAddresses } from "../../../src/plan/items/stock-all.ts";
import { withItems } from "../../../src/plan/items/with-items.ts";
import { campaign, NOW, request, submitted, video } from "../../builders/world.ts";

const SIGNED = "https://cdn.example.com/a.mp4?id=7&X-Amz-Signature=new";
const STABLE = "https://cdn.example.com/a.mp4?id=7";
const { source: _, ...entry } = video();
const show = campaign({
	...{ videos: [], posts: [] },
	ofItems: { videos: [{ ...entry, name: "episodes", each: "podcast" }], posts: [] },
});
const ADDRESS = videoAddress("k", "episodes/one");
const SHA = "a".repeat(64);

function sourcesOf(
	source: ItemSource | undefined,
	{
		resources = {},
		addresses,
	}: { resources?: Record<AddressText, ResourceState>; addresses?: Map<string, string> } = {},
) {
	const state: FeedState = {
		...{ begunAt: epochMs(NOW), newestAt: epochMs(NOW), left: {} },
		items: source
			? { one: { status: "taken", seenAt: epochMs(NOW), item: { id: "one", source, fields: {} } } }
			: {},
	};
	const context = {
		snapshot: { feeds: { "k.feed.podcast": state }, resources },
		place: (path: string) => `/w/${path}`,
	};
	const [found] = withItems([show], { ...context, ...(addresses && { addresses }) });
	return found?.videos.map((each) => each.source);
}

const items = suite("videos of items");

items("at an address are fetched from where the feed lists them now, with its signature", () => {
	const reading = {
		unusable: [],
		items: [{ id: "one", fields: {}, source: { kind: "url", url: SIGNED } as const }],
	};
	const failed = { failed: "It is down.", remedy: "Wait." };
	const readings = new Map<string, FeedReading | FeedFailure>([
		["k.feed.podcast", reading],
		["k.feed.other", failed],
	]);
	const addresses = new Map(listedAddresses(readings));
	assert.equal([...addresses], [[STABLE, SIGNED]]);
	const source = { kind: "url", url: STABLE } as const;
	assert.equal(sourcesOf(source, { addresses }), [{ kind: "url", url: SIGNED }]);
	assert.equal(sourcesOf(source), [{ kind: "url", url: STABLE }]);
});

items("in a file are what was submitted, with its transcript, as long as the content is the same", () => {
	const source = { kind: "file", path: "in/a.mp4", sha256: SHA } as const;
	const file = { kind: "file", path: "/w/in/a.mp4", shown: "in/a.mp4" };
	const before = (sha256: string) => {
		const known = { kind: "file", sha256, transcriptSha256: "t" } as const;
		return { resources: { [ADDRESS]: submitted({ request: request({ source: known }) }) } };
	};
	assert.equal(sourcesOf(source), [{ ...file, known: { kind: "file", sha256: SHA } }]);
	const same = { kind: "file", sha256: SHA, transcriptSha256: "t" };
	assert.equal(sourcesOf(source, before(SHA)), [{ ...file, known: same }]);
	assert.equal(sourcesOf(source, before("b".repeat(64))), [
		{ ...file, known: { kind: "file", sha256: SHA } },
	]);
});

items("whose record is lost are what was submitted", () => {
	const of = (source: ReturnType<typeof request>["source"]) =>
		sourcesOf(undefined, { resources: { [ADDRESS]: submitted({ request: request({ source }) }) } });
	assert.equal(of({ kind: "url", url: STABLE }), [{ kind: "url", url: STABLE }]);
	const [file] = of({ kind: "file", sha256: SHA }) ?? [];
	assert.equal(file?.kind === "file" && file.known, { kind: "file", sha256: SHA });
});

items.run();
