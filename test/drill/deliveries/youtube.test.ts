import { suite } from "uvu";
import * as assert from "uvu/assert";
import { randomFrom } from "../../drill/random.ts";
import { type Case, type Delivered, deliverTo } from "./at-youtube.ts";
import { tryYoutube, YOUTUBE } from "./youtube.ts";

// Some here, chosen by the seed; `npm run drill -- deliveries youtube` tries all of them.
const CASES = 12;

const posts = suite("posts to a strict stand-in of YouTube");

posts("are public once, whatever becomes of a request or a write", async () => {
	const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000);
	const random = randomFrom(seed);
	const all = Object.entries(YOUTUBE);
	const chosen = Array.from({ length: CASES }, () => all[random(all.length)] as (typeof all)[number]);
	assert.equal((await tryYoutube(chosen)).broken, [], `seed ${seed}`);
});

const cases: Record<string, readonly [Case, phase: string, published: number, videos: number]> = {
	"a server that keeps less than was sent": [
		{ faults: [{ route: "youtube.chunk", kind: "quirk", quirk: "keep-less", value: 1000, times: 2 }] },
		...(["done", 1, 1] as const),
	],
	"a session that expires in between": [
		{ faults: [{ route: "youtube.chunk", kind: "quirk", quirk: "expire-session", skip: 1, times: 1 }] },
		...(["done", 1, 1] as const),
	],
	"a rejected video": [{ settings: { rejectionReason: "copyright" } }, "refused", 0, 1],
	"a video that cannot be processed": [{ settings: { failureReason: "codec" } }, "refused", 0, 1],
	"a thumbnail": [{ hasThumbnail: true }, "done", 1, 1],
	"a channel that may set none": [{ hasThumbnail: true, settings: { thumbnails: false } }, "done", 1, 1],
	"an unlisted post": [{ visibility: "unlisted" }, "done", 1, 1],
	"a private post": [{ visibility: "private" }, "done", 0, 1],
	"a quota that is used up until midnight": [{ settings: { inserts: 0 } }, "queued", 0, 0],
};
for (const [title, [given, ...expected]] of Object.entries(cases))
	posts(`with ${title}: ${expected.join(", ")}`, async () => {
		const { kept, published, videos, violations, leaked }: Delivered = await deliverTo(given);
		assert.equal([kept.phase, published, videos, violations, leaked], [...expected, [], []]);
	});

posts.run();
