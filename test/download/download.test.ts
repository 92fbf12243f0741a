import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createClient } from "../../src/api/client.ts";
import type { Service } from "../../src/api/port.ts";
import { download } from "../../src/download/download.ts";
import { FETCH_LIMITS } from "../../src/download/fetch.ts";
import { DEFAULT_NAME, fileNames } from "../../src/download/names.ts";
import { type RenderedClip, renderedClips } from "../../src/download/rendered.ts";
import type { DownloadEvent, DownloadReport } from "../../src/model/download.ts";
import { StopFault } from "../../src/model/fault.ts";
import { campaign, clip, NOW, request, settledVideo, snapshot, TALK } from "../builders/world.ts";
import { fakeClock } from "../fakes/clock.ts";
import { fakeEngine } from "../fakes/engine.ts";
import { fakeService } from "../fakes/service.ts";
import { exported, withWorld } from "../service/world.ts";
import { movie, sendGood, withServer } from "./server.ts";

const LIMITS = { requestsPerMinute: Number.POSITIVE_INFINITY, runningTasks: 5 };
const PLATFORMS = {
	youtube: "youtube",
	tiktok: "tiktok",
	twitter: "twitter",
	instagram: "instagram",
	facebook: "facebook",
	linkedin: "linkedin",
};
const SETTINGS = {
	versionHeader: "x-service-api-version",
	platforms: PLATFORMS,
	limits: LIMITS,
	idempotency: true,
	publishStatus: true,
	transcripts: true,
};

interface Run {
	readonly report: DownloadReport;
	readonly events: readonly DownloadEvent[];
}

interface World {
	readonly folder: string;
	readonly run: (service: Service, clips: readonly RenderedClip[]) => Promise<Run>;
	/** Every byte of text that lies in the folder, without the clips. */
	readonly written: () => Promise<string>;
}

async function withFolder(use: (world: World) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-download-"));
	const run: World["run"] = async (service, clips) => {
		const events: DownloadEvent[] = [];
		const naming: Parameters<typeof download>[0] = (listed) => fileNames(DEFAULT_NAME, clips, listed);
		const common = {
			clock: fakeClock(),
			signal: AbortSignal.timeout(300_000),
			limits: { ...FETCH_LIMITS, idleMs: 1_000, tries: 2 },
		};
		const report = await download(naming, {
			...common,
			service,
			folder,
			parallel: 3,
			emit: (event) => events.push(event),
		});
		return { report, events };
	};
	const written = async () => {
		const names = (await readdir(folder, { recursive: true })).filter((name) => /json|lock/.test(name));
		return (await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")))).join("\n");
	};
	try {
		await use({ folder, run, written });
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

const clips = (count = 3) =>
	renderedClips(
		[campaign()],
		snapshot({ [TALK]: settledVideo(Array.from({ length: count }, (_, at) => clip(at))) }),
		NOW,
	).clips;
const linking = (of: (idx: number, read: number) => string | undefined): Service => {
	let reads = 0;
	return fakeService({
		links: async () => {
			reads++;
			return new Map(
				clips().flatMap(({ clip: { idx } }) =>
					of(idx, reads) === undefined ? [] : [[idx, String(of(idx, reads))]],
				),
			);
		},
	});
};
const NOTHING = { downloaded: 0, kept: 0, failed: 0, left: 0 };

const whole = suite("downloading clips");

whole(
	"the embedded service's clips are fetched once; a damaged one is fetched again; no link is written",
	() => {
		const engine = fakeEngine();
		const render: typeof engine.render = async (request, run) => {
			const report = await engine.render(request, run);
			await writeFile(request.output, movie(50_000 + request.clip.beginMs));
			return report;
		};
		return withWorld({ engine: { ...engine, render } }, (service) =>
			withFolder(async ({ folder, run, written }) => {
				const taskId = await exported(service);
				const connect = async () => ({ url: service.service.url, apiKey: service.service.apiKey });
				const client = createClient({ settings: SETTINGS, connect, clock: service.clock });
				const { clips: found } = await client.results(taskId, AbortSignal.timeout(300_000));
				const state = { ...settledVideo(found), taskId };
				const available = renderedClips([campaign()], snapshot({ [TALK]: state }), NOW).clips;
				assert.equal((await run(client, available)).report, { ...NOTHING, downloaded: 3 });
				assert.equal((await readdir(join(folder, "k", "talk"))).sort(), [
					"1-talk-1.mp4",
					"2-talk-2.mp4",
					"3-talk-3.mp4",
				]);
				assert.ok((await readFile(join(folder, "k", "talk", "2-talk-2.mp4"))).equals(movie(80_000)));
				assert.equal((await run(client, available)).report, { ...NOTHING, kept: 3 });
				await writeFile(join(folder, "k", "talk", "2-talk-2.mp4"), movie(80_000, 8));
				await rm(join(folder, "k", "talk", "3-talk-3.mp4"));
				assert.equal((await run(client, available)).report, { ...NOTHING, downloaded: 2, kept: 1 });
				assert.ok((await readFile(join(folder, "k", "talk", "2-talk-2.mp4"))).equals(movie(80_000)));
				assert.not.match(await written(), /https?:|signature|expires/);
				await client.close();
			}),
		);
	},
);

whole("a file of an earlier task is not taken for the one of the new task", () =>
	withServer(
		(request, response, count) => sendGood(request, response, { bytes: movie(900 + count) }),
		({ url }) =>
			withFolder(async ({ run }) => {
				const service = linking(() => url);
				await run(service, clips());
				const again = clips().map((each) => ({ ...each, taskId: "task-2" }));
				assert.equal((await run(service, again)).report, { ...NOTHING, downloaded: 3 });
			}),
	),
);

whole("what is there already is not asked for, neither its link nor its bytes", () =>
	withServer(
		(request, response) => sendGood(request, response, { bytes: movie(900) }),
		({ url, requests }) =>
			withFolder(async ({ run }) => {
				await run(
					linking(() => url),
					clips(),
				);
				const asked = requests.length;
				const unasked = fakeService({ links: () => Promise.reject(new Error("links were asked for")) });
				assert.equal((await run(unasked, clips())).report, { ...NOTHING, kept: 3 });
				assert.is(requests.length, asked);
			}),
	),
);

whole("one clip's failure holds up no other, and is told by its address without its link", () =>
	withServer(
		(request, response) =>
			request.url?.startsWith("/1")
				? response.writeHead(404).end()
				: sendGood(request, response, { bytes: movie(900) }),
		({ url }) =>
			withFolder(async ({ run }) => {
				const { report, events } = await run(
					linking((idx) => `${url}/${idx}?signature=s3cr3t`),
					clips(),
				);
				assert.equal(report, { ...NOTHING, downloaded: 2, failed: 1 });
				const [failed] = events.filter((event) => event.type === "failed");
				assert.equal([failed?.address, failed?.moment], [TALK, clip(1).moment]);
				assert.not.match(JSON.stringify(events), "s3cr3t");
			}),
	),
);

whole("a clip beyond `export.limit` is told with what renders it, and fetched once it has a link", () =>
	withServer(
		(request, response) => sendGood(request, response, { bytes: movie(900) }),
		({ url }) =>
			withFolder(async ({ run }) => {
				const state = { ...settledVideo(), request: request({ exportLimit: 1 }) };
				const limited = renderedClips([campaign()], snapshot({ [TALK]: state }), NOW).clips;
				const posted = linking((idx) => (idx < 2 ? url : undefined));
				const { report, events } = await run(posted, limited);
				assert.equal(report, { ...NOTHING, downloaded: 2 });
				assert.equal(
					events.filter(({ type }) => type === "waiting" || type === "failed"),
					[
						{
							type: "waiting",
							address: TALK,
							moment: clip(2).moment,
							message: "Not rendered: `export.limit` was 1.",
							remedy:
								"Add an entry to `renditions` of the video and run `showrun apply`: it renders the clip.",
						},
					],
				);
			}),
	),
);

whole("stale links of one task are renewed with few reads of its results", () =>
	withServer(
		(request, response) =>
			request.url === "/read1"
				? response.writeHead(403).end()
				: sendGood(request, response, { bytes: movie(900) }),
		({ url }) =>
			withFolder(async ({ run }) => {
				let most = 0;
				const service = linking((_, read) => {
					most = Math.max(most, read);
					return `${url}/read${read}`;
				});
				assert.equal((await run(service, clips())).report, { ...NOTHING, downloaded: 3 });
				assert.ok(most <= 4, `${most} reads`);
			}),
	),
);

whole("a clip without a link is a failure that says what to do", () =>
	withFolder(async ({ run }) => {
		const { report, events } = await run(
			linking(() => undefined),
			clips(1),
		);
		assert.equal(report, { ...NOTHING, failed: 1 });
		assert.match(JSON.stringify(events), /no link for k\.video\.talk@0-40000.*still be rendering/);
	}),
);

whole("a service that fails for all is asked no more", () =>
	withFolder(async ({ run }) => {
		class Gone extends StopFault {
			override readonly fatal = true;
		}
		const service = fakeService({
			links: () => Promise.reject(new Gone("Nobody is there.", { remedy: "Look." })),
		});
		const { report } = await run(service, clips(9));
		assert.is(report.failed + report.left, 9);
		assert.ok(report.left >= 6, JSON.stringify(report));
	}),
);

whole("two downloads into one folder at the same time are one too many", () =>
	withServer(
		(request, response) => setTimeout(() => sendGood(request, response, { bytes: movie(900) }), 300),
		({ url }) =>
			withFolder(async ({ folder, run }) => {
				const service = linking(() => url);
				const first = run(service, clips());
				for (let tries = 0; tries < 200 && !(await readdir(folder)).includes(".download.lock"); tries++)
					await new Promise((settle) => setTimeout(settle, 5));
				const second = await run(service, clips()).catch((error: Error) => error.message);
				assert.match(String(second), "Another download into");
				assert.equal((await first).report, { ...NOTHING, downloaded: 3 });
			}),
	),
);

whole.run();
