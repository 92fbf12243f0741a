import { suite } from "uvu";
import { addSituations, NOTHING, type Rows, TAKEN } from "./rows.ts";
import { ACME, type Script } from "./world.ts";

/** The campaign after it was posted, and what its platform calls the account. */
interface Renaming {
	readonly to: Partial<Script>;
	readonly handle?: string;
	readonly posts?: number;
	readonly submits?: number;
	readonly said: RegExp;
}

const moved = (...moves: readonly string[]) => ({
	lines: `moved: [${moves.map((move) => `{ from: ${move.replace(" ", ", to: ")} }`).join(", ")}]\n`,
});

const [CAMPAIGN, VIDEO, POST, ACCOUNT] = [
	"campaign.talk campaign.other",
	"video.talk video.speech",
	"post.shorts post.clips",
	"account.yt account.main",
] as const;
const renamings: Readonly<Record<string, Renaming>> = {
	"a campaign": { to: { campaign: "other" }, submits: 2, said: TAKEN },
	"a campaign, with moved": { to: { campaign: "other", ...moved(CAMPAIGN) }, said: NOTHING },
	"a video": { to: { video: "speech" }, submits: 2, said: TAKEN },
	"a video, with moved": { to: { video: "speech", ...moved(VIDEO) }, said: NOTHING },
	"a post": { to: { post: "clips" }, said: /moved: \[\{ from: post\.shorts, to: post\.clips \}\]/ },
	"a post, with moved": { to: { post: "clips", ...moved(POST) }, said: NOTHING },
	"an account's key": {
		to: { account: "main" },
		said: /moved: \[\{ from: account\.yt, to: account\.main \}\]/,
	},
	"an account's key, with moved": { to: { account: "main", ...moved(ACCOUNT) }, said: NOTHING },
	"an account at its platform": { to: {}, handle: "AcmeTwo", said: NOTHING },
	"an account at its platform and in the campaign": {
		to: { handle: "AcmeTwo" },
		handle: "AcmeTwo",
		said: NOTHING,
	},
	"a campaign and a video": { to: { campaign: "other", video: "speech" }, submits: 2, said: TAKEN },
	"a campaign and a post": { to: { campaign: "other", post: "clips" }, submits: 2, said: TAKEN },
	"a campaign and an account's key": { to: { campaign: "other", account: "main" }, submits: 2, said: TAKEN },
	"a campaign and an account's handle": {
		...{ to: { campaign: "other", handle: "AcmeTwo" }, handle: "AcmeTwo" },
		...{ submits: 2, said: TAKEN },
	},
	"a video and a post": { to: { video: "speech", post: "clips" }, submits: 2, said: TAKEN },
	"a video and an account's key": { to: { video: "speech", account: "main" }, submits: 2, said: TAKEN },
	"a video and an account's handle": {
		...{ to: { video: "speech", handle: "AcmeTwo" }, handle: "AcmeTwo" },
		...{ submits: 2, said: TAKEN },
	},
	"a post and an account's key": { to: { post: "clips", account: "main" }, said: TAKEN },
	"a post and an account's handle": {
		...{ to: { post: "clips", handle: "AcmeTwo" }, handle: "AcmeTwo" },
		said: TAKEN,
	},
	"an account's key and handle": {
		...{ to: { account: "main", handle: "AcmeTwo" }, handle: "AcmeTwo" },
		said: TAKEN,
	},
	"an account's key and handle, with moved": {
		...{ to: { account: "main", handle: "AcmeTwo", ...moved(ACCOUNT) }, handle: "AcmeTwo" },
		said: NOTHING,
	},
	everything: {
		to: { campaign: "other", video: "speech", post: "clips", account: "main", handle: "AcmeTwo" },
		...{ handle: "AcmeTwo", submits: 2, said: TAKEN },
	},
	"everything but the campaign, with moved": {
		to: { video: "speech", post: "clips", account: "main", ...moved(VIDEO, POST, ACCOUNT) },
		said: NOTHING,
	},
};

const rows: Rows = Object.fromEntries(
	Object.entries(renamings).map(([title, { to, handle, posts = 1, submits = 1, said }]) => [
		`renamed: ${title}`,
		[
			async (world) => {
				const folder = await world.posted(world.workspace("a"));
				if (handle) await world.accounts({ ...ACME, handle });
				world.edit(folder, to);
				return world.apply(folder);
			},
			{ posts, submits, said },
		],
	]),
);

const situations = suite("situations of renamed things");
await addSituations(situations, {
	...rows,
	"renamed without a word, and back": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			world.edit(folder, { post: "clips", account: "main" });
			await world.apply(folder);
			world.edit(folder, {});
			return world.apply(folder);
		},
		{ posts: 1, submits: 1 },
	],
	"renamed: a video, and the plan says so before a submit is paid": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			world.edit(folder, { video: "speech" });
			return world.run(folder, ["plan", "."]);
		},
		{ posts: 1, submits: 1, said: /moved: \[\{ from: video\.talk, to: video\.speech \}\]/ },
	],
});
situations.run();
