/**
 * What the interface document says, one test a sentence, numbered by its sections. Runs against any
 * service that is given as a `Target`.
 */
import type { suite } from "uvu";
import * as assert from "uvu/assert";
import type { WireOAuth, WirePublishTask, WireTask } from "../../../src/wire/messages.gen.ts";
import { WIRE_LAYOUTS, WIRE_PLATFORMS, WIRE_RATIOS } from "../../../src/wire/names.ts";
import { accounts, call, ended, results, submit, type Target, upload } from "./target.ts";

const PUBLISH = "/api/v2/social-media/publish";
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A service and how its time goes. */
export interface Trial {
	readonly open: () => Promise<Target>;
	/** The service's clock, in epoch milliseconds. */
	readonly now: () => number;
}

/** Adds every sentence to a suite. */
export function addSentences(sentences: ReturnType<typeof suite>, { open, now }: Trial): void {
	const target = once(open);
	const exported = once(async () => {
		const service = await target();
		const { id } = await submit(service, { project_name: "Keynote", enable_export: true });
		return ended(service, id);
	});
	const says: Says = (sentence, test) => sentences(sentence, async () => test(await target()));
	// Only where a video was given: it costs units.
	const spends: Says = (sentence, test) =>
		says(sentence, async (service) => (service.video ? test(service) : undefined));
	const publishes: Posts = (sentence, test) =>
		spends(sentence, async (service) => {
			if (service.publishes) await test(service, await postOf(service, (await exported()).id));
		});
	accountSentences(says);
	requestSentences(says);
	layoutSentences(says);
	headerSentences(says);
	resultSentences(spends, exported);
	taskSentences(spends);
	effectSentences(spends);
	exportSentences(spends, exported);
	postSentences(publishes);
	clockSentences(spends, publishes, now);
}

type Says = (sentence: string, test: (service: Target) => Promise<void>) => void;
type Posts = (sentence: string, test: (service: Target, post: Post) => Promise<void>) => void;

interface Post {
	readonly project_id: string;
	readonly idx: number;
	readonly publish_configs: Readonly<Record<string, object>>;
}

function accountSentences(says: Says): void {
	says("4.1 a platform gives an auth_url and a state, and a second call a new one", async (service) => {
		for (const platform of WIRE_PLATFORMS) {
			const ask = () => call(service, { method: "POST", path: `/api/v2/social-media/oauth/${platform}` });
			const [one, other] = [(await ask()).data as WireOAuth, (await ask()).data as WireOAuth];
			assert.ok(URL.canParse(one.auth_url) && one.state !== "");
			assert.is.not(one.auth_url, other.auth_url);
		}
	});
	says("4.1 no other platform is known", async (service) => {
		const { status } = await call(service, { method: "POST", path: "/api/v2/social-media/oauth/myspace" });
		assert.ok(isRefused(status));
	});
	says("4.2 the accounts are a list; active_only leaves out those without a valid token", async (service) => {
		const all = await accounts(service);
		const active = (await call(service, { path: "/api/v2/social-media/accounts?active_only=true" })).data;
		const inactive = (await call(service, { path: "/api/v2/social-media/accounts?active_only=false" })).data;
		assert.equal(
			active,
			all.filter(({ token_valid }) => token_valid),
		);
		assert.equal(inactive, all);
	});
}

function requestSentences(says: Says): void {
	says("4.4 video_url is required", async (service) => {
		const { status, message } = await call(service, { path: "/api/v2/clips", body: {} });
		assert.equal([isRefused(status), message.includes("video_url")], [true, true]);
	});
	for (const [field, value] of Object.entries(WRONG))
		says(`4.4 ${field} takes the values of the table only`, async (service) => {
			const body = { video_url: "01ARZ3NDEKTSV4RRFFQ69G5FAV", ...EVERYTHING_ON, [field]: value };
			const { status, message } = await call(service, { path: "/api/v2/clips", body });
			assert.equal([isRefused(status), message.includes(field)], [true, true], message);
		});
	says("4.4 ratio is required when enable_ai_reframe is true", async (service) => {
		const body = { video_url: "01ARZ3NDEKTSV4RRFFQ69G5FAV", enable_export: true, enable_ai_reframe: true };
		const { status, message } = await call(service, { path: "/api/v2/clips", body });
		assert.equal([isRefused(status), message.includes("ratio")], [true, true]);
	});
}

function layoutSentences(says: Says): void {
	for (const ratio of WIRE_RATIOS)
		says(
			`4.4 the layouts of ${ratio} are those of its row, in their own case and spacing`,
			async (service) => {
				const every = new Set(Object.values(WIRE_LAYOUTS).flat());
				const refused = [...every].filter((layout) => !WIRE_LAYOUTS[ratio].includes(layout));
				for (const reframe_layout of [...refused, "auto", "Grid4"]) {
					const body = { video_url: "01ARZ3NDEKTSV4RRFFQ69G5FAV", ...EVERYTHING_ON, ratio, reframe_layout };
					const { message } = await call(service, { path: "/api/v2/clips", body });
					assert.ok(message.includes("reframe_layout"), `${reframe_layout}: ${message}`);
				}
			},
		);
}

function headerSentences(says: Says): void {
	says("4.5 an id that no submit answered with is not found", async (service) =>
		assert.is((await call(service, { path: "/api/v2/clips/results/unknown" })).status, 404),
	);
	says("5 every endpoint asks for the API key", async (service) => {
		for (const path of ["/api/v2/social-media/accounts", "/api/v2/clips/results/x"])
			assert.is((await call({ ...service, key: "wrong" }, { path })).status, 403);
	});
	says("9 every request carries the version v2", async (service) => {
		const headers = { [service.versionHeader]: "v1" };
		const { status } = await call(service, { path: "/api/v2/social-media/accounts", headers });
		assert.ok(isRefused(status));
	});
}

const EVERYTHING_ON = {
	enable_export: true,
	enable_caption: true,
	enable_ai_hook: true,
	enable_ai_reframe: true,
	ratio: "RATIO_9_16",
};
/** A value of each parameter that its table does not have. */
const WRONG: Readonly<Record<string, unknown>> = {
	video_url: 7,
	project_name: 7,
	source_lang: 7,
	target_lang: 7,
	target_duration: "DURATION_1_2",
	limit: "many",
	enable_export: "yes",
	resolution: "1080p",
	enable_caption: "yes",
	caption_display: "none",
	cc_style_tpl: 7,
	enable_ai_hook: "yes",
	ai_hook_script_style: "rude",
	ai_hook_position: "middle",
	enable_ai_reframe: "yes",
	ratio: "9:16",
	reframe_layout: 7,
	enable_more_results: "yes",
	enable_express_mode: "yes",
};

function resultSentences(spends: Says, exported: () => Promise<WireTask>): void {
	spends("2.1 the answer to a submit holds only id, name and status, which is CREATED", async (service) => {
		const submitted = await submit(service, { project_name: "Named" });
		assert.equal(submitted, { id: submitted.id, name: "Named", status: "CREATED" });
	});
	spends("2.1 a task has a name, an end of its results, a cost and no error when it SUCCEEDED", async () => {
		const { name, status, expire_at = 0, cost_usage = -1, error_message } = await exported();
		assert.equal([name, status, error_message], ["Keynote", "SUCCEEDED", undefined]);
		assert.ok(expire_at > 1e12 && cost_usage >= 0);
	});
	spends(
		"2.2 clips are counted from 0, best first, with times, title, description and hashtags",
		async () => {
			const { clips } = await exported();
			assert.ok(clips.length > 0);
			assert.equal(
				clips.map(({ idx }) => idx),
				clips.map((_, at) => at),
			);
			const scores = clips.map(({ score }) => score);
			assert.equal(
				scores,
				[...scores].sort((a, b) => b - a),
			);
			for (const { begin_ms, end_ms, title } of clips) assert.ok(begin_ms < end_ms && title !== "");
		},
	);
	spends(
		"2.2 export_link is the rendered video, thumbnail an image, and each read gives a new link",
		async (service) => {
			const { id } = await exported();
			const [first, second] = [await results(service, id), await results(service, id)];
			const { export_link = "", thumbnail = "" } = first.clips[0] ?? {};
			assert.is.not(export_link, second.clips[0]?.export_link);
			for (const link of [export_link, thumbnail]) assert.is((await fetch(link)).status, 200);
		},
	);
}

function taskSentences(spends: Says): void {
	spends("3.1 while ONGOING the clips so far are read; SUCCEEDED has them all", async (service) => {
		const seen: WireTask[] = [];
		const { id } = await submit(service, { enable_export: true });
		const last = await ended(service, id, (task) => seen.push(task));
		const idxs = new Set(last.clips.map(({ idx }) => idx));
		for (const { clips } of seen) assert.ok(clips.every(({ idx }) => idxs.has(idx)));
	});
	spends(
		"4.4 without export there are clips and no links, whatever the export parameters say",
		async (service) => {
			const { id } = await submit(service, {
				...EVERYTHING_ON,
				enable_export: false,
				resolution: "8K",
				ratio: "9:16",
			});
			const { status, clips } = await ended(service, id);
			assert.equal([status, clips.some((clip) => "export_link" in clip)], ["SUCCEEDED", false]);
		},
	);
}

function effectSentences(spends: Says): void {
	spends("4.4 limit is the most clips, by score", async (service) => {
		const { id } = await submit(service, { limit: 1 });
		assert.is((await ended(service, id)).clips.length, 1);
	});
	spends("4.4 null is as good as omitted", async (service) => {
		const { id, name } = await submit(service, { source_lang: null, target_lang: null, limit: null });
		assert.equal([name, (await ended(service, id)).status], ["", "SUCCEEDED"]);
	});
	spends("4.4 an empty layout is Auto, with every ratio", async (service) => {
		for (const ratio of WIRE_RATIOS) {
			const { id } = await submit(service, { ...EVERYTHING_ON, ratio, reframe_layout: "", limit: 1 });
			assert.is((await ended(service, id)).status, "SUCCEEDED");
		}
	});
}

function exportSentences(spends: Says, exported: () => Promise<WireTask>): void {
	spends("4.6 existing clips are exported again under the id of their task", async (service) => {
		const body = { project_id: (await exported()).id, clip_indices: [0], resolution: "HD_720" };
		const { data } = await call(service, { path: "/api/v2/clips/export", body });
		const { id, export_task_id } = data as { readonly id: string; readonly export_task_id: string };
		assert.is(id, export_task_id);
		const read = (await call(service, { path: `/api/v2/clips/export/${id}` })).data as WireTask;
		assert.equal([read.id, read.export_task_id], [id, id]);
	});
	spends("7 a task that fails is FAILED, with an error_message", async (service) => {
		const body = { video_url: "http://showrun.invalid/talk.mp4" };
		const { data, status } = await call(service, { path: "/api/v2/clips", body });
		if (status !== 200) return;
		const task = await ended(service, (data as { readonly id: string }).id);
		assert.equal([task.status, typeof task.error_message], ["FAILED", "string"]);
	});
	spends("8 the identity of an upload is usable once", async (service) => {
		const body = { video_url: await upload(service) };
		assert.is((await call(service, { path: "/api/v2/clips", body })).status, 200);
		assert.ok(isRefused((await call(service, { path: "/api/v2/clips", body })).status));
	});
}

function postSentences(publishes: Posts): void {
	publishes("2.5 a post at once is PENDING and has no schedule", async (service, post) => {
		const { data } = await call(service, { path: PUBLISH, body: { ...post, scheduled_at: null } });
		const { status, schedule_id, scheduled_at } = data as WirePublishTask;
		assert.equal([status, schedule_id, scheduled_at], ["PENDING", null, null]);
	});
	publishes("4.3 publishing the same clip again makes a separate task", async (service, post) => {
		const ids = [
			await call(service, { path: PUBLISH, body: post }),
			await call(service, { path: PUBLISH, body: post }),
		];
		const [one, other] = ids.map(({ data }) => (data as WirePublishTask).task_id);
		assert.is.not(one, other);
	});
	publishes("4.3 a project without export cannot be published", async (service, post) => {
		const { id } = await submit(service);
		await ended(service, id);
		const { status } = await call(service, { path: PUBLISH, body: { ...post, project_id: id } });
		assert.ok(isRefused(status));
	});
	publishes("4.3 platform names are no keys", async (service, post) => {
		const body = { ...post, publish_configs: { youtube: { title: "T" } } };
		assert.ok(isRefused((await call(service, { path: PUBLISH, body })).status));
	});
	for (const field of ["project_id", "idx", "publish_configs"])
		publishes(`4.3 ${field} is required`, async (service, post) => {
			const body = { ...post, [field]: undefined };
			const { status, message } = await call(service, { path: PUBLISH, body });
			assert.equal([isRefused(status), message.includes(field)], [true, true]);
		});
	publishes("2.7 youtube needs a title, tiktok a description", async (service, post) => {
		for (const { id, platform } of await accounts(service)) {
			if (platform !== "youtube" && platform !== "tiktok") continue;
			const body = { ...post, publish_configs: { [id]: {} } };
			assert.ok(isRefused((await call(service, { path: PUBLISH, body })).status), platform);
		}
	});
}

function clockSentences(spends: Says, publishes: Posts, now: () => number): void {
	publishes(
		"8 a post may be scheduled at least 5 minutes and at most 30 days ahead",
		async (service, post) => {
			const at = async (ms: number) =>
				call(service, { path: PUBLISH, body: { ...post, scheduled_at: now() + ms } });
			for (const ms of [4 * MINUTE, 30 * DAY + MINUTE]) assert.ok(isRefused((await at(ms)).status), `${ms}`);
			const { data } = await at(29 * DAY);
			const { status, schedule_id, task_id } = data as WirePublishTask;
			assert.equal([status, typeof schedule_id], ["SCHEDULED", "string"]);
			await takeBack(service, `${PUBLISH}/${task_id}`);
		},
	);
	spends(
		"8 an export_link works for 24 hours, 4.5 and results can be read until expire_at",
		async (service) => {
			if (!service.pass) return;
			const { id } = await submit(service, { enable_export: true, limit: 1 });
			const { clips, expire_at = 0 } = await ended(service, id);
			const link = clips[0]?.export_link ?? "";
			service.pass(DAY - MINUTE);
			assert.is((await fetch(link)).status, 200);
			service.pass(2 * MINUTE);
			assert.ok(isRefused((await fetch(link)).status));
			service.pass(expire_at - now() + 1);
			assert.ok(isRefused((await call(service, { path: `/api/v2/clips/results/${id}` })).status));
		},
	);
}

/** Cancels a post that was only tried. Where the service has no versions of posts, it is posted when due. */
async function takeBack(service: Target, path: string): Promise<void> {
	const { data } = (await call(service, { path }).catch(() => undefined)) ?? {};
	const { version } = (data ?? {}) as Partial<WirePublishTask>;
	if (version === undefined) return;
	const headers = { "if-match": `"${version}"` };
	const ended = await call(service, { method: "POST", path: `${path}/cancel`, headers });
	assert.is((ended.data as WirePublishTask).status, "CANCELLED");
}

/** A post of the first clip to every account that can be published to. */
async function postOf(service: Target, project_id: string): Promise<Post> {
	const usable = (await accounts(service)).filter(({ token_valid }) => token_valid);
	const configs = usable.map(({ id }) => [id, { title: "T", description: "D", visibility: "private" }]);
	return { project_id, idx: 0, publish_configs: Object.fromEntries(configs) };
}

function isRefused(status: number): boolean {
	return status >= 400 && status < 500;
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
	let made: Promise<Value> | undefined;
	return () => {
		made ??= make();
		return made;
	};
}
