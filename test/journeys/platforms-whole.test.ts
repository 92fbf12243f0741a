import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { API_PLATFORMS } from "../../src/model/platform-app.ts";
import { PLATFORM_TITLES } from "../../src/model/platform-titles.ts";
import type { Platforms } from "../platforms/start.ts";
import { withAccount } from "./platform-ground.ts";
import { WAYS } from "./platform-people.ts";

/** What YouTube answers to the start of an upload. */
function refusal(status: number, reason: string) {
	const body = JSON.stringify({
		error: { code: status, message: `It says ${reason}.`, errors: [{ reason }] },
	});
	const headers = { "content-type": "application/json; charset=UTF-8" };
	return { route: "youtube.insert", kind: "status", times: 1, status, body, headers } as const;
}

/** As far as it says when it comes out. */
interface YoutubeVideo {
	readonly isDeleted?: boolean;
	readonly status: { readonly publishAt?: string };
}

interface FacebookReel {
	readonly isRemoved: boolean;
	readonly finished?: { readonly due: number };
}

function edit(path: string, change: (text: string) => string): void {
	writeFileSync(path, change(readFileSync(path, "utf8")));
}

const DRAFT = /as a draft, which its creator publishes in the app/;

const whole = suite("connect, plan, apply and permalink at the platforms");

for (const platform of API_PLATFORMS) {
	const { lost, permalink } = WAYS[platform];
	whole(`${PLATFORM_TITLES[platform]}: a clip is out once, its answer lost, and its address is told`, () =>
		withAccount(platform, "whole", async ({ platforms, run, counts }) => {
			const planned = await run("plan");
			assert.is(planned.code, 0, planned.out + planned.err);
			await platforms.faults(lost);
			const applied = await run("apply", "--auto-approve");
			assert.is(applied.code, 0, applied.out + applied.err);
			assert.match((await run("posts", "list", "--json")).out, permalink);
			assert.equal(await counts(), [1]);
			assert.match((await run("plan")).out, /No changes/);
			assert.equal(await platforms.clearFaults(), []);
		}),
	);

	whole(
		`${PLATFORM_TITLES[platform]}: consent that was withdrawn waits for a person; then it goes out once`,
		() =>
			withAccount(platform, "revoked", async ({ platforms, run, connect, counts }) => {
				const { login = platform } = WAYS[platform];
				const { accounts } = await platforms.operate<{ accounts: string[] }>(login, "accounts");
				await platforms.operate(login, "revoke", { account: accounts[0] ?? "" });
				const held = await run("apply", "--auto-approve");
				assert.match(held.out, /waits for its account to be connected again/);
				assert.match((await run("accounts", "list")).out, /reconnect|expired|again/i);
				assert.is((await connect()).code, 0);
				const applied = await run("apply", "--auto-approve");
				assert.is(applied.code, 0, applied.out + applied.err);
				assert.equal(await counts(), [1]);
			}),
	);
}

whole("TikTok: a draft in the inbox is told as one, before and after it is there", () =>
	withAccount("tiktok", "inbox", async ({ platforms, at, run }) => {
		const settings = join(at.cwd, "showrun.config.yaml");
		const { destinations, ...others } = JSON.parse(readFileSync(settings, "utf8"));
		const tiktok = { ...destinations.tiktok, mode: "inbox" };
		writeFileSync(settings, JSON.stringify({ ...others, destinations: { ...destinations, tiktok } }));
		assert.match((await run("plan")).out.replace(/\s+/g, " "), DRAFT);
		const applied = await run("apply", "--auto-approve");
		assert.match(applied.out.replace(/\s+/g, " "), DRAFT);
		assert.match((await run("posts", "list")).out.replace(/\s+/g, " "), /A draft in the TikTok inbox/);
		const entries = await platforms.entries();
		assert.equal(
			entries.flatMap((each) => (each.kind === "delivered" ? [each.visibility] : [])),
			["inbox"],
		);
	}),
);

whole("a quota that is used up: apply says until when a post waits, and ends", () =>
	withAccount("youtube", "quota", async ({ platforms, run, counts }) => {
		await platforms.settings("youtube", { inserts: 0 });
		const applied = await run("apply", "--auto-approve");
		const said = applied.out.replace(/\s+/g, " ");
		assert.match(said, /quotaExceeded/);
		assert.match(said, /the service goes on with it from/);
		assert.is(applied.code, 0, applied.out + applied.err);
		assert.match((await run("plan")).out.replace(/\s+/g, " "), /the service goes on with it from/);
		assert.match((await run("posts", "list")).out, /quotaExceeded/);
		assert.match((await run("accounts", "list")).out, / {2}ok, 0 posts left until 20\d\d-/);
		assert.equal(await counts(), []);
	}),
);

whole("a post that YouTube refuses is an error in its words, and nothing is public", () =>
	withAccount("youtube", "refused", async ({ platforms, run, counts }) => {
		await platforms.faults(refusal(400, "invalidTitle"));
		const applied = await run("apply", "--auto-approve");
		assert.is(applied.code, 3, applied.out + applied.err);
		assert.match(applied.out, /ERROR[\s\S]*title/i);
		assert.match((await run("plan")).out, /talk\.post\.shorts[\s\S]*invalidTitle/);
		assert.equal(await counts(), []);
	}),
);
/** When what a platform was given comes out, by the stand-in: what was removed there does not. */
const GIVEN = {
	youtube: async ({ operate }: Platforms) => {
		const { videos } = await operate<{ videos: YoutubeVideo[] }>("youtube", "videos");
		return videos.flatMap(({ isDeleted, status }) => (isDeleted ? [] : [Date.parse(status.publishAt ?? "")]));
	},
	facebook: async ({ operate }: Platforms) => {
		const { reels } = await operate<{ reels: FacebookReel[] }>("facebook", "reels");
		return reels.flatMap(({ isRemoved, finished }) => (isRemoved ? [] : [finished?.due]));
	},
};

for (const platform of ["youtube", "facebook"] as const)
	whole(`${PLATFORM_TITLES[platform]} publishes by itself what apply gave it, until that is taken back`, () =>
		withAccount(platform, "native", async ({ platforms, at, run, counts }) => {
			edit(join(at.cwd, "showrun.config.yaml"), (text) => {
				const { destinations, ...others } = JSON.parse(text);
				const native = { ...destinations[platform], schedule: "native" };
				return JSON.stringify({ ...others, destinations: { ...destinations, [platform]: native } });
			});
			const due = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 16);
			const campaign = join(at.cwd, "talk.campaign.yaml");
			edit(campaign, (text) => text.replace("    clips: {", `    at: ${due}\n    clips: {`));
			const applied = await run("apply", "--auto-approve");
			assert.is(applied.code, 0, applied.out + applied.err);
			assert.equal(await GIVEN[platform](platforms), [Date.parse(`${due}Z`)]);
			assert.match((await run("plan")).out, /No changes/);
			edit(campaign, (text) => text.slice(0, text.indexOf("posts:")));
			const [asks, given] = [await run("plan"), await run("plan", "--max-cancels", "1")];
			assert.match(
				asks.out.replace(/\s+/g, " "),
				"The plan cancels 1 post: approve that on a terminal, or apply",
			);
			assert.not.match(given.out, "The plan cancels");
			const cancelled = await run("apply", "--auto-approve", "--max-cancels", "1");
			assert.is(cancelled.code, 0, cancelled.out + cancelled.err);
			assert.match(cancelled.out, /cancel/);
			assert.equal([await GIVEN[platform](platforms), await counts()], [[], []]);
		}),
	);

whole("LinkedIn: a post of which nobody can read what became is named, and a person says it", () =>
	withAccount("linkedin", "resolved", async ({ platforms, run, counts }) => {
		await platforms.faults({ route: "linkedin.post", kind: "reset", when: "after", times: 1 });
		const applied = await run("apply", "--auto-approve");
		assert.is(applied.code, 3, applied.out + applied.err);
		assert.match(applied.out.replace(/\s+/g, " "), /It is unknown whether this was posted/);
		const words = (text: string) => text.replace(/\s+/g, " ");
		assert.match(words((await run("plan")).out), /Check the platform, then: `?showrun posts list/);
		const listed = words((await run("posts", "list")).out);
		const [, id = "", account = ""] = /showrun posts resolve (\S+) (\S+) --posted/.exec(listed) ?? [];
		const resolved = await run("posts", "resolve", id, account, "--posted");
		assert.is(resolved.code, 0, resolved.out + resolved.err);
		assert.match((await run("plan")).out, /No changes/);
		assert.equal(await counts(), [1]);
	}),
);

whole.run();
