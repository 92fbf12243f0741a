import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { DestinationRefusal, Prepared, Progress } from "../../../../src/service/delivery/destination.ts";
import {
	nextPacificMidnight,
	pacificDay,
	refusalIn,
} from "../../../../src/service/delivery/destinations/youtube/errors.ts";
import { openQuota } from "../../../../src/service/delivery/destinations/youtube/quota.ts";
import { AccountFault } from "../../../../src/service/delivery/passing.ts";
import { ReconnectNeeded } from "../../../../src/service/delivery/token-source.ts";
import { START } from "../../world.ts";
import { CHUNK, type Ground, withYoutube } from "./delivering.ts";
import { errorBody, type Fault } from "./stand-in.ts";

const answers = suite("answers of youtube");

/** 12:00Z of a winter's day: midnight Pacific is 8:00Z. */
const MIDNIGHT = Date.UTC(2026, 10, 21, 8);

/** By status and reason: why, until when after now, and whether it is certain that nothing was executed. */
const classes: Record<
	string,
	readonly [DestinationRefusal["cause"], until: number | undefined, certain: boolean]
> = {
	"401 authError": ["reconnect", undefined, true],
	"401 youtubeSignupRequired": ["reconnect", undefined, true],
	"403 insufficientPermissions": ["reconnect", undefined, true],
	"403 accountDelegationForbidden": ["reconnect", undefined, true],
	"403 quotaExceeded": ["quota", MIDNIGHT, true],
	"403 dailyLimitExceeded": ["quota", MIDNIGHT, true],
	"400 uploadLimitExceeded": ["quota", START + 86_400_000, true],
	"403 rateLimitExceeded": ["rate", undefined, true],
	"429 userRateLimitExceeded": ["rate", undefined, true],
	"429 uploadRateLimitExceeded": ["rate", undefined, true],
	"400 invalidTitle": ["content", undefined, true],
	"400 invalidDescription": ["content", undefined, true],
	"400 invalidTags": ["content", undefined, true],
	"400 invalidCategoryId": ["content", undefined, true],
	"400 invalidPublishAt": ["content", undefined, true],
	"400 invalidVideoMetadata": ["content", undefined, true],
	"400 invalidFilename": ["content", undefined, true],
	"400 mediaBodyRequired": ["content", undefined, true],
	"403 forbiddenPrivacySetting": ["content", undefined, true],
	"403 forbidden": ["platform", undefined, false],
	"404 videoNotFound": ["platform", undefined, false],
};
for (const [title, [cause, until, certain]] of Object.entries(classes))
	answers(`${title}: ${cause}`, () => {
		const [status = "", reason = ""] = title.split(" ");
		const text = JSON.stringify(errorBody(Number(status), reason, "In <b>its</b> words."));
		const message = `YouTube answered ${status} ${reason}: In its words.`;
		assert.equal(refusalIn({ status: Number(status), text }, START), {
			why: { cause, ...(until && { until }), message },
			certain,
		});
	});

for (const status of [302, 308, 408, 409, 500, 502, 503, 504])
	answers(`${status}: later may do`, () =>
		assert.is(refusalIn({ status, text: "<html>" }, START), undefined),
	);

answers("an answer that is no JSON, and a pause that is asked for", () =>
	assert.equal(refusalIn({ status: 429, text: "<html>", retryAfterMs: 5_000 }, START), {
		why: { cause: "rate", until: START + 5_000, message: "YouTube answered 429: it gave no reason" },
		certain: true,
	}),
);

answers("the day of quotas ends at midnight Pacific, also where the clocks change that night", () => {
	const at = (text: string) => new Date(nextPacificMidnight(Date.parse(text))).toISOString();
	assert.equal(
		[
			at("2026-07-01T06:59:59Z"),
			at("2026-07-01T07:00:00Z"),
			at("2026-11-01T10:00:00Z"),
			at("2026-03-08T09:00:00Z"),
		],
		[
			"2026-07-01T07:00:00.000Z",
			"2026-07-02T07:00:00.000Z",
			"2026-11-02T08:00:00.000Z",
			"2026-03-09T07:00:00.000Z",
		],
	);
	assert.is(pacificDay(Date.parse("2026-07-01T06:59:59Z")), "2026-06-30");
});

async function ready({ work, destination }: Ground): Promise<Progress> {
	const prepared: Prepared = await destination().prepare(work, undefined);
	if (prepared.kind !== "ready") throw new Error(`it is ${prepared.kind}`);
	return prepared.progress;
}

/** What `publish` gives for a fault of the one call, what `settle` gives then, and whether it is public. */
const published: Record<string, readonly [Fault, outcome: string, settled: string, isPublic: boolean]> = {
	"the answer lost after it was executed": ["lost after", "unknown", "posted", true],
	"the call lost before it was executed": ["lost before", "unknown", "wait", false],
	"500": [{ status: 500 }, "unknown", "wait", false],
	"a page in place of JSON": [{ status: 200, body: "<html>" }, "unknown", "wait", false],
	"an answer that says private": [
		{ status: 200, body: { status: { privacyStatus: "private" } } },
		"unknown",
		"wait",
		false,
	],
	"an answer that says nothing certain": [
		{ status: 403, body: errorBody(403, "forbidden", "No.") },
		"accepted",
		"failed",
		false,
	],
	"a refusal": [
		{ status: 400, body: errorBody(400, "invalidVideoMetadata", "No.") },
		"refused content",
		"",
		false,
	],
	"a quota": [{ status: 403, body: errorBody(403, "quotaExceeded", "No.") }, "refused quota", "", false],
	"a rate": [{ status: 429 }, "refused rate", "", false],
	"a token that ended meanwhile": [{ status: 401 }, "refused busy", "", false],
};
for (const [title, [fault, expected, settled, isPublic]] of Object.entries(published))
	answers(`publishing, ${title}: ${expected} ${settled}`.trim(), () =>
		withYoutube({ size: CHUNK }, async (ground) => {
			const { standIn, work, destination } = ground;
			const from = await ready(ground);
			standIn.fault("videos.update", fault);
			const own = destination();
			let armed: Progress | undefined;
			const outcome = await own.publish(work, from, async (progress) => {
				armed = progress;
			});
			const cause = outcome.kind === "refused" ? ` ${outcome.why.cause}` : "";
			assert.is(outcome.kind + cause, expected);
			const kept = outcome.kind === "accepted" ? outcome.progress : armed;
			if (settled !== "") assert.is((await own.settle?.(work, kept))?.kind, settled);
			const isOut = [...standIn.videos.values()].some(({ status }) => status.privacyStatus === "public");
			assert.is(isOut, isPublic);
		}),
	);

answers("where it cannot be armed, nothing is executed", () =>
	withYoutube({ size: CHUNK }, async (ground) => {
		const { standIn, work, destination } = ground;
		const from = await ready(ground);
		const arm = () => Promise.reject(new Error("the disk is full"));
		await destination()
			.publish(work, from, arm)
			.then(
				() => assert.unreachable(),
				() => {},
			);
		assert.is([...standIn.videos.values()][0]?.status.privacyStatus, "private");
	}),
);

answers("a video that is still private is published once more for ten minutes, then a person is asked", () =>
	withYoutube({ size: CHUNK }, async (ground) => {
		const { standIn, work, clock, destination } = ground;
		const from = await ready(ground);
		const own = destination();
		standIn.fault("videos.update", "lost before", "lost before");
		let armed = from;
		const arm = async (progress: Progress = from) => {
			armed = progress;
		};
		await own.publish(work, from, arm);
		clock.move(5_000);
		assert.equal(await own.settle?.(work, armed), { kind: "not_posted", again: "same", byPromise: true });
		await own.publish(work, armed, arm);
		assert.equal((await own.settle?.(work, armed))?.kind, "wait");
		clock.move(600_000);
		const look = "in YouTube Studio: video-1 is not public, or not any more";
		assert.equal(await own.settle?.(work, armed), { kind: "cannot_tell", look });
		// Also where the process was down in between.
		assert.is((await own.publish(work, armed, arm)).kind, "accepted");
		assert.is([...standIn.videos.values()][0]?.published, 0);
	}),
);

answers("a refusal after a lost answer is final only once YouTube says that the first call did nothing", () =>
	withYoutube({ size: CHUNK }, async (ground) => {
		const { standIn, work, clock, destination } = ground;
		const own = destination();
		const no = { status: 400, body: errorBody(400, "invalidVideoMetadata", "No.") };
		standIn.fault("videos.update", "lost before", no);
		let armed = await ready(ground);
		const arm = async (progress: Progress = armed) => {
			armed = progress;
		};
		await own.publish(work, armed, arm);
		clock.move(5_000);
		const second = await own.publish(work, armed, arm);
		if (second.kind !== "accepted") return assert.unreachable(second.kind);
		assert.is((await own.settle?.(work, second.progress))?.kind, "failed");
		const [video] = standIn.videos.values();
		if (video) video.status.privacyStatus = "public";
		assert.is((await own.settle?.(work, second.progress))?.kind, "posted");
	}),
);

const processings: Record<string, readonly [status: Record<string, string>, kind: string, words: RegExp]> = {
	"is waited for": [{ uploadStatus: "uploaded" }, "wait", /^YouTube is still processing the video\.$/],
	"failed: the reason is told": [
		{ uploadStatus: "failed", failureReason: "codec" },
		"refused",
		/could not process the video: codec\.$/,
	],
	"rejected: the reason is told": [
		{ uploadStatus: "rejected", rejectionReason: "duplicate" },
		"refused",
		/YouTube rejected the video: duplicate\.$/,
	],
	"deleted by somebody": [{ uploadStatus: "deleted" }, "refused", /was removed from YouTube\.$/],
};
for (const [title, [status, kind, words]] of Object.entries(processings))
	answers(`processing ${title}`, () =>
		withYoutube({ size: CHUNK }, async ({ standIn, work, destination }) => {
			standIn.fault("videos.list", { status: 200, body: { items: [{ id: "video-1", status }] } });
			const prepared = await destination().prepare(work, undefined);
			assert.is(prepared.kind, kind);
			const said = prepared.kind === "refused" ? prepared.why.message : "note" in prepared && prepared.note;
			assert.match(String(said), words);
		}),
	);

answers("pauses between looks grow from the first to the longest", () =>
	withYoutube({ size: CHUNK }, async ({ standIn, work, destination }) => {
		const uploadedOnly = {
			status: 200,
			body: { items: [{ id: "video-1", status: { uploadStatus: "uploaded" } }] },
		};
		standIn.fault("videos.list", ...Array(5).fill(uploadedOnly));
		const pauses: number[] = [];
		let progress: Progress | undefined;
		for (let look = 0; look < 5; look += 1) {
			const prepared = await destination().prepare(work, progress);
			if (prepared.kind !== "wait") throw new Error(prepared.kind);
			({ progress } = prepared);
			pauses.push(prepared.ms);
		}
		assert.equal(pauses, [10_000, 20_000, 40_000, 60_000, 60_000]);
	}),
);

answers("a token that is refused is replaced once, and a lost connection is named", () => {
	const asked: (string | undefined)[] = [];
	const accessToken = async (_: string, refused?: string) => {
		asked.push(refused);
		return refused === undefined ? "token-0" : "token-1";
	};
	return withYoutube({ size: CHUNK, tokens: { accessToken } }, async ({ work, destination }) => {
		assert.is((await destination().prepare(work, undefined)).kind, "ready");
		assert.equal(asked.slice(0, 2), [undefined, "token-0"]);
	});
});

answers("a connection that only a person can renew: the post waits for it, prepared or armed", () => {
	const tokens = { accessToken: () => Promise.reject(new ReconnectNeeded("Google forgot the account.")) };
	return withYoutube({ size: CHUNK, tokens }, async ({ work, destination }) => {
		const why = { cause: "reconnect", message: "Google forgot the account." };
		assert.equal(await destination().prepare(work, undefined), { kind: "refused", why });
		const armed = {
			...({ v: 1, step: "publishing", account: work.account.id, size: 1, sha256: "", begun: START } as const),
			...{ sessions: 1, video: "video-1", firstAt: START, at: START, tries: 1 },
		};
		await destination()
			.settle?.(work, armed)
			.then(
				() => assert.unreachable(),
				(error) => assert.instance(error, AccountFault),
			);
		assert.is((await destination().publish(work, armed, async () => {})).kind, "accepted");
	});
});

answers("a day without uploads left is waited for, and not asked for", () =>
	withYoutube({ size: CHUNK }, async ({ standIn, work, clock, destination }) => {
		const few = destination({ uploadsPerDay: 1 });
		assert.is((await few.prepare(work, undefined)).kind, "ready");
		const again = await destination({ uploadsPerDay: 1 }).prepare(work, undefined);
		if (again.kind !== "refused") throw new Error(again.kind);
		assert.equal([again.why.cause, again.why.until], ["quota", MIDNIGHT]);
		assert.match(
			again.why.message,
			/^The 1 uploads .* it goes on at 2026-11-21T08:00Z, midnight Pacific time\.$/,
		);
		assert.is(standIn.calls.filter((call) => call === "videos.insert").length, 1);
		clock.move(MIDNIGHT - START);
		assert.is((await destination({ uploadsPerDay: 1 }).prepare(work, undefined)).kind, "ready");
	}),
);

answers("what YouTube says is used up is not asked for again that day", () =>
	withYoutube({ size: CHUNK }, async ({ standIn, work, destination }) => {
		standIn.fault("videos.insert", { status: 403, body: errorBody(403, "quotaExceeded", "No.") });
		for (const _ of [1, 2]) assert.is((await destination().prepare(work, undefined)).kind, "refused");
		assert.equal(standIn.calls, ["videos.insert"]);
	}),
);

answers("what was used is counted in a file of its owner's alone, whoever counts", () =>
	withYoutube({ size: CHUNK }, async ({ folder }) => {
		const limits = { uploadsPerDay: 100, unitsPerDay: 10_000 };
		const quotas = [openQuota(folder, limits), openQuota(folder, limits)];
		await Promise.all(quotas.flatMap((quota) => [1, 2, 3].map(() => quota.spend("units", 50, START))));
		const path = join(folder, "youtube-quota.json");
		assert.equal(JSON.parse(await readFile(path, "utf8")), {
			...{ format: 1, day: "2026-11-20", uploads: 0, units: 300 },
		});
		assert.is((await stat(path)).mode & 0o777, 0o600);
	}),
);

answers("what is discarded is removed, unless it is public", () =>
	withYoutube({ size: CHUNK }, async (ground) => {
		const { standIn, work, destination } = ground;
		const own = destination();
		const from = await ready(ground);
		await own.publish(work, from, async () => {});
		await own.discard?.(from);
		assert.is(standIn.videos.size, 1);
		const other = await own.prepare({ ...work, post: { ...work.post, taskId: "other" } }, undefined);
		if (other.kind !== "ready") throw new Error(other.kind);
		await own.discard?.(other.progress);
		assert.equal([...standIn.videos.keys()], ["video-1"]);
	}),
);

const reviews: Record<string, readonly [status: Record<string, string>, note: string | undefined]> = {
	"as it was posted": [{ privacyStatus: "public", uploadStatus: "processed" }, undefined],
	"rejected since": [
		{ privacyStatus: "public", uploadStatus: "rejected", rejectionReason: "copyright" },
		"Since it was posted: YouTube rejected the video: copyright.",
	],
	"made private": [
		{ privacyStatus: "private", uploadStatus: "processed" },
		"It is no longer public on YouTube.",
	],
};
for (const [title, [status, note]] of Object.entries(reviews))
	answers(`a video that is out, ${title}`, () =>
		withYoutube({}, async ({ standIn, work, destination }) => {
			standIn.fault("videos.list", { status: 200, body: { items: [{ id: "v1", status }] } });
			assert.equal(await destination().review?.look(work, { id: "v1" }), { note });
		}),
	);

answers.run();
