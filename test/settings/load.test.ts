import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { PlatformSettings } from "../../src/model/platform-settings.ts";
import { Secret } from "../../src/model/secret.ts";
import type { Settings } from "../../src/model/settings.ts";
import { file, key, remote, settingOf, settle, type World } from "./settle.ts";

const urls = { privateAddresses: false, maxBytes: 20e9, limitMs: 7_200_000, ytDlp: false };
const names = {
	youtube: "youtube",
	tiktok: "tiktok",
	twitter: "twitter",
	instagram: "instagram",
	facebook: "facebook",
	linkedin: "linkedin",
};

const DAY_MS = 86_400_000;
const youtube = {
	apiUrl: "https://www.googleapis.com/youtube/v3",
	uploadUrl: "https://www.googleapis.com/upload/youtube/v3",
	...{ chunkBytes: 8_388_608, answerMs: 60_000, pollMs: 10_000, longestPollMs: 60_000 },
	...{ repeatMs: 600_000, reviewMs: DAY_MS, uploadsPerDay: 100, unitsPerDay: 10_000 },
	nativeSchedule: false,
	...{ madeForKids: false, syntheticMedia: false, notifySubscribers: true },
};

const tiktok: PlatformSettings["tiktok"] = {
	apiUrl: "https://open.tiktokapis.com/v2",
	uploadUrl: "https://open-upload.tiktokapis.com",
	...{ mode: "direct", chunkBytes: 10_000_000, answerMs: 60_000, pollMs: 5_000, longestPollMs: 20_000 },
	...{ uploadMs: 3_600_000, idMs: 600_000, paidPartnership: false, syntheticMedia: false },
};

const graph = {
	apiUrl: "https://graph.facebook.com/v25.0",
	uploadUrl: "https://rupload.facebook.com",
	...{ answerMs: 60_000, pollMs: 5_000, longestPollMs: 60_000 },
};
const facebook: PlatformSettings["facebook"] = { ...graph, absentMs: 60_000, nativeSchedule: false };
const instagram: PlatformSettings["instagram"] = {
	...{ ...graph, absentMs: 30_000, containerMs: 24 * 3_600_000 },
	...{ shareToFeed: true, syntheticMedia: false },
};

const twitter: PlatformSettings["twitter"] = {
	apiUrl: "https://api.x.com/2",
	...{ segmentBytes: 1_048_576, answerMs: 60_000, pollMs: 5_000, lookMs: 15_000 },
	...{ trustAbsence: false, paidPartnership: true, syntheticMedia: false },
};

const linkedin: PlatformSettings["linkedin"] = {
	apiUrl: "https://api.linkedin.com",
	uploadUrl: "https://www.linkedin.com",
	...{ version: "202607", answerMs: 60_000, pollMs: 5_000, longestPollMs: 30_000 },
	privateToConnections: false,
};

const platforms: PlatformSettings = { youtube, twitter, linkedin, tiktok, instagram, facebook };

const values = suite("settings");

values("without anything said, the embedded service is used, without limits", () =>
	settle({}, (checked, folder) => {
		const value: Settings = {
			root: folder,
			service: {
				versionHeader: "x-service-api-version",
				platforms: names,
				limits: { requestsPerMinute: Number.POSITIVE_INFINITY, runningTasks: Number.POSITIVE_INFINITY },
				idempotency: true,
				publishStatus: true,
				transcripts: true,
			},
			state: `${folder}/.showrun/state.json`,
			statePersistent: false,
			embedded: {
				...{
					data: `${folder}/.showrun/service`,
					outbox: `${folder}/outbox`,
					plan: "enterprise",
					resultLifetimeMs: 30 * 86_400_000,
					accounts: [],
				},
				cacheBytes: 20e9,
				minFreeBytes: 5e8,
				keep: { recordsMs: 90 * DAY_MS, uploadsMs: 7 * DAY_MS, cacheMs: 90 * DAY_MS },
				apps: {},
				urls,
				platforms,
				trustedProxies: [],
				versionHeaders: ["x-service-api-version", "x-wayinvideo-api-version"],
				limits: {},
				tenantLimits: {},
				webhooks: { main: [] },
			},
			daemon: { cron: "*/10 * * * *", port: 0 },
			feeds: { privateAddresses: false },
			rules: {},
		};
		assert.equal(checked, { ok: true, value, diagnostics: [] });
	}),
);

values("levels of rules are checked where they are given", async () => {
	assert.equal(
		await settingOf(
			{ files: file("rules: { unusual-ratio: off, thumbnail-ignored: error }\n") },
			({ rules }) => rules,
		),
		{ "unusual-ratio": "off", "thumbnail-ignored": "error" },
	);
	await settle(
		{ files: file("rules:\n  SVC-77: off\n  missing-post-text: off\n") },
		({ ok, diagnostics }) => {
			assert.is(ok, false);
			assert.equal(
				diagnostics.map(({ rule, place }) => `${rule} ${place?.line}`),
				["unknown-rule 2", "locked-rule 3"],
			);
		},
	);
});

values("a remote service has the documented limits, and no extension unless it is declared", async () => {
	const service = await settingOf({ files: remote, env: key }, (settings) => settings.service);
	assert.is(service.apiKey?.reveal(), "k-123");
	assert.equal(
		{ ...service, apiKey: undefined },
		{
			url: "https://api.example.com/v",
			apiKey: undefined,
			versionHeader: "x-service-api-version",
			platforms: names,
			limits: { requestsPerMinute: 15, runningTasks: 5 },
		},
	);
});

const full = `service:
  url: http://localhost:8080
  api_key: { file: key.txt }
  version_header: X-Acme-Version
  platforms: { twitter: x }
  limits: { requests_per_minute: 60, running_tasks: 2 }
  idempotency: true
  publish_status: true
  transcripts: true
state: state/s.json
daemon: { cron: 0 6 * * mon-fri, port: 7787, metrics: "0.0.0.0:9187" }
feeds: { private_addresses: true }
destinations: { youtube: { uploads_per_day: 1000, made_for_kids: true } }
rules: { unusual-ratio: off }
embedded:
  data: d
  outbox: o
  plan: starter
  result_lifetime: 12h
  accounts: [{ platform: youtube, username: Acme, token: expiring }]
  ffmpeg: /usr/bin/ffmpeg
  version_headers: [X-Acme-Version, x-other]
  limits: { requests_per_minute: 15, running_tasks: 5 }
  tenants: { acme: { limits: { running_tasks: 20, storage_gigabytes: 1.5 } }, other: {} }
`;

values("everything in the file counts", async () => {
	await settle({ files: { ...file(full), "key.txt": "  k-456\n" } }, (checked, folder) => {
		assert.equal(checked.diagnostics, []);
		const settings = checked.ok ? checked.value : undefined;
		assert.is(settings?.service.apiKey?.reveal(), "k-456");
		assert.equal(settings && { ...settings, service: { ...settings.service, apiKey: undefined } }, {
			...{ root: folder, hasFile: true },
			service: {
				url: "http://localhost:8080",
				apiKey: undefined,
				versionHeader: "x-acme-version",
				platforms: { ...names, twitter: "x" },
				limits: { requestsPerMinute: 60, runningTasks: 2 },
				idempotency: true,
				publishStatus: true,
				transcripts: true,
			},
			...{ state: `${folder}/state/s.json`, statePersistent: false },
			embedded: {
				data: `${folder}/d`,
				outbox: `${folder}/o`,
				plan: "starter",
				resultLifetimeMs: 43_200_000,
				...{ cacheBytes: 20e9, minFreeBytes: 5e8 },
				keep: { recordsMs: 90 * DAY_MS, uploadsMs: 7 * DAY_MS, cacheMs: 90 * DAY_MS },
				accounts: [{ platform: "youtube", username: "Acme", token: "expiring" }],
				...{ apps: {}, ffmpeg: "/usr/bin/ffmpeg", urls, webhooks: { acme: [], other: [], main: [] } },
				platforms: { ...platforms, youtube: { ...youtube, uploadsPerDay: 1000, madeForKids: true } },
				...{ trustedProxies: [], versionHeaders: ["x-acme-version", "x-other"] },
				limits: { requestsPerMinute: 15, runningTasks: 5 },
				tenantLimits: { acme: { runningTasks: 20, storageBytes: 1.5e9 }, other: {} },
			},
			...{
				daemon: { cron: "0 6 * * mon-fri", port: 7787, metrics: { host: "0.0.0.0", port: 9187 } },
				feeds: { privateAddresses: true },
			},
			rules: { "unusual-ratio": "off" },
		});
	});
});

const layers: Record<
	string,
	[world: World, part: (settings: Settings, folder: string) => unknown, expected: unknown]
> = {
	"the environment wins over the file": [
		{ files: remote, env: { ...key, SHOWRUN_SERVICE_URL: "https://other.example.com" } },
		(all) => all.service.url,
		"https://other.example.com",
	],
	"a flag wins over the environment": [
		{
			files: remote,
			env: { ...key, SHOWRUN_SERVICE_URL: "https://other.example.com" },
			flags: { serviceUrl: "https://flag.example.com" },
		},
		(all) => all.service.url,
		"https://flag.example.com",
	],
	"an empty variable says nothing": [
		{ files: remote, env: { ...key, SHOWRUN_SERVICE_URL: "" } },
		(all) => all.service.url,
		"https://api.example.com/v",
	],
	"uploads go where the API of the app is, unless it is said": [
		{
			files: file(
				"destinations: { apps: { youtube: { client_id: a, urls: { api: http://127.0.0.1:8/youtube/v3/ } } } }\n",
			),
		},
		({
			embedded: {
				platforms: {
					youtube: { apiUrl, uploadUrl },
				},
			},
		}) => [apiUrl, uploadUrl],
		["http://127.0.0.1:8/youtube/v3", "http://127.0.0.1:8/upload/youtube/v3"],
	],
	"shared files start at the folder of the file, wherever the command is run": [
		{ files: { ...file("use: [./shared/a.yaml, b.shared.yml]\n"), "sub/": "" }, in: "sub" },
		({ use = [] }, folder) => use.map((path) => path.replace(folder, "")),
		["/shared/a.yaml", "/b.shared.yml"],
	],
	"state of the environment starts from the current folder": [
		{ files: { ...file("state: a.json\n"), "sub/": "" }, in: "sub", env: { SHOWRUN_STATE: "b.json" } },
		(all, folder) => all.state.replace(folder, ""),
		"/sub/b.json",
	],
	"state with git is kept on origin, and the file is what was before": [
		{ files: file("state: git\n") },
		({ state, stateGit }, folder) => [state.replace(folder, ""), stateGit],
		["/.showrun/state.json", { remote: "origin" }],
	],
	"state with git may name its remote and its ref": [
		{ files: file("state: { git: { remote: upstream, ref: refs/heads/showrun-state } }\n") },
		({ stateGit }) => stateGit,
		{ remote: "upstream", ref: "refs/heads/showrun-state" },
	],
	"state with git, in the environment": [
		{ files: file("state: a.json\n"), env: { SHOWRUN_STATE: "git" } },
		({ stateGit }) => stateGit,
		{ remote: "origin" },
	],
	"a file in the environment wins over git": [
		{ files: file("state: git\n"), env: { SHOWRUN_STATE: "b.json" } },
		({ stateGit }) => stateGit,
		undefined,
	],
	"state of the file starts from the file": [
		{ files: { ...file("state: a.json\n"), "sub/": "" }, in: "sub" },
		(all, folder) => all.state.replace(folder, ""),
		"/a.json",
	],
	"ffmpeg of the environment": [
		{ env: { SHOWRUN_FFMPEG: "/opt/ffmpeg" } },
		(all) => all.embedded.ffmpeg,
		"/opt/ffmpeg",
	],
	"a bare ffmpeg is left to PATH": [
		{ files: file("embedded: { ffmpeg: ffmpeg7 }\n") },
		(all) => all.embedded.ffmpeg,
		"ffmpeg7",
	],
	"limits hold for the embedded service when they are given": [
		{ files: file("service: { limits: { running_tasks: 1 } }\n") },
		(all) => all.service.limits,
		{ requestsPerMinute: Number.POSITIVE_INFINITY, runningTasks: 1 },
	],
	"the key comes from another variable when the file says so": [
		{
			files: file("service: { url: https://a.example.com, api_key: { env: ACME_KEY } }\n"),
			env: { ...key, ACME_KEY: "acme" },
		},
		(all) => all.service.apiKey?.reveal(),
		"acme",
	],
	"the key comes from a file that the environment names, from where the command is run": [
		{
			files: { ...remote, "in/key": "k-file\n" },
			given: ["."],
			in: "in",
			env: { SHOWRUN_API_KEY_FILE: "key" },
		},
		(all) => all.service.apiKey?.reveal(),
		"k-file",
	],
	"a key in the environment comes before a file that it names": [
		{ files: { ...remote, key: "k-file" }, env: { ...key, SHOWRUN_API_KEY_FILE: "key" } },
		(all) => all.service.apiKey?.reveal(),
		key.SHOWRUN_API_KEY,
	],
	"an embedded service takes no key": [{ env: key }, (all) => all.service.apiKey, undefined],
	"an empty file is fine": [{ files: file("# nothing yet\n") }, (all) => all.embedded.plan, "enterprise"],
	"a feed address without the slashes at its end": [
		{ files: file('embedded: { feed_url: "https://Clips.example.com:443/out%20box//" }\n') },
		(all) => all.embedded.feedUrl,
		"https://clips.example.com/out%20box",
	],
	"the size of the cache in billions of bytes": [
		{ files: file("embedded: { cache_gigabytes: 0.5 }\n") },
		(all) => all.embedded.cacheBytes,
		5e8,
	],
	"seconds, minutes, hours and days": [
		{ files: file("embedded: { result_lifetime: 90s }\n") },
		(all) => all.embedded.resultLifetimeMs,
		90_000,
	],
	".yml is read": [
		{ files: { "showrun.config.yml": "embedded: { plan: starter }\n" } },
		(all) => all.embedded.plan,
		"starter",
	],
	".json is read": [
		{ files: { "showrun.config.json": '{\n\t"embedded": {\n\t\t"plan": "starter"\n\t}\n}\n' } },
		(all) => all.embedded.plan,
		"starter",
	],
	"package.json#showrun is read": [
		{
			files: { "package.json": '{\n\t"name": "x",\n\t"showrun": { "embedded": { "plan": "starter" } }\n}\n' },
		},
		(all) => all.embedded.plan,
		"starter",
	],
	"a package.json without the key is nothing": [
		{
			files: {
				"package.json": '{ "dependencies": { "showrun": "^1" } }',
				"showrun.config.yaml": "embedded: { plan: starter }\n",
			},
		},
		(all) => all.embedded.plan,
		"starter",
	],
	"a broken package.json without the key is nothing": [
		{ files: { "package.json": "{" } },
		(all) => all.embedded.plan,
		"enterprise",
	],
};
for (const [title, [world, part, expected]] of Object.entries(layers))
	values(title, async () => assert.equal(await settingOf(world, part), expected));

values("a key is a secret in every string form", async () => {
	const apiKey = await settingOf({ files: remote, env: key }, (settings) => settings.service.apiKey);
	assert.instance(apiKey, Secret);
	assert.not.match(`${apiKey} ${JSON.stringify({ apiKey })}`, "k-123");
});

values.run();
