import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../src/model/brand.ts";
import { defined } from "../../src/model/defined.ts";
import { type Extensions, NO_EXTENSIONS } from "../../src/model/extensions.ts";
import { StopFault } from "../../src/model/fault.ts";
import type { PlanOptions } from "../../src/model/observed.ts";
import type { ReadContext } from "../../src/reconcile/context.ts";
import { askExtensions, learnExtensions, optionsNow } from "../../src/reconcile/declared.ts";
import { emptyMemory } from "../../src/reconcile/memory.ts";
import { preview } from "../../src/reconcile/pass.ts";
import { readUpdates } from "../../src/reconcile/updates.ts";
import { memoryStore } from "../../src/state/memory.ts";
import { sha256 } from "../../src/system/files.ts";
import { run } from "../builders/run.ts";
import {
	addressOf,
	campaign,
	NOW,
	operation,
	post,
	posted,
	SOURCE,
	settledVideo,
	snapshot,
	TALK,
	video,
} from "../builders/world.ts";
import { fakeClock } from "../fakes/clock.ts";
import { type FakeService, fakeService } from "../fakes/service.ts";

const declared = suite("what a service declares and the settings leave open");
const ALL: Extensions = { ...NO_EXTENSIONS, idempotency: { lifetimeMs: 5 }, publishStatus: true };
const OPEN: PlanOptions = {
	idempotency: false,
	keyLifetimeMs: 1,
	publishStatus: false,
	replace: [],
	asDeclared: ["idempotency", "keyLifetimeMs", "publishStatus"],
};

/** A service that declares this once it was asked, or from the start. */
function declaring(extensions: Extensions, asked = false): FakeService {
	let isKnown = !asked;
	const fake: FakeService = fakeService({
		extensions: () => (isKnown ? extensions : undefined),
		async askExtensions() {
			fake.calls.push("askExtensions");
			isKnown = true;
			return extensions;
		},
	});
	return fake;
}

const now = (options: PlanOptions, extensions: Extensions) => {
	const { idempotency, keyLifetimeMs, publishStatus } = optionsNow({
		options,
		service: declaring(extensions),
	});
	return [idempotency, keyLifetimeMs, publishStatus];
};

declared("decides only what is left open", () => {
	assert.equal(now(OPEN, ALL), [true, 5, true]);
	assert.equal(now(OPEN, NO_EXTENSIONS), [false, 1, false]);
	assert.equal(now({ ...OPEN, asDeclared: ["publishStatus"] }, ALL), [false, 1, true]);
	assert.equal(now({ ...OPEN, idempotency: true, asDeclared: ["keyLifetimeMs"] }, NO_EXTENSIONS), [
		true,
		1,
		false,
	]);
	assert.equal(now({ ...OPEN, asDeclared: [] }, ALL), [false, 1, false]);
	assert.equal(now(OPEN, { ...ALL, idempotency: {} }), [true, 1, true]);
});

declared("always tells whether rendering can be limited", () => {
	const told = (extensions: Extensions) =>
		optionsNow({ options: { ...OPEN, asDeclared: [] }, service: declaring(extensions) }).exportLimit;
	assert.equal([told({ ...ALL, exportLimit: true }), told(ALL)], [true, false]);
	assert.is(optionsNow({ options: OPEN, service: declaring(ALL, true) }).exportLimit, undefined);
});

declared("decides whether a limit of rendered clips is sent and remembered", async () => {
	const submitted = async (extensions: Extensions) => {
		const sent: unknown[] = [];
		const service = declaring(extensions, true);
		const { submitCall } = service;
		service.submitCall = (request, url) => {
			sent.push(request.exportLimit);
			return submitCall(request, url);
		};
		const campaigns = [campaign({ videos: [video({ exportLimit: 1 })] })];
		const { snapshot: after } = await run({ store: memoryStore(), service, campaigns });
		const state = after.resources[TALK];
		return [...sent, state?.kind === "video" && state.request.exportLimit];
	};
	assert.equal(
		[await submitted({ ...ALL, exportLimit: true }), await submitted(ALL)],
		[
			[1, 1],
			[undefined, undefined],
		],
	);
});

declared("decides whether clips at given times are asked for: nothing is sent without", async () => {
	const submitted = async (extensions: Extensions) => {
		const service = declaring(extensions, true);
		const talk = video();
		const clipping = { ...talk.clipping, added: [{ from: 1_000, to: 9_000 }] };
		const campaigns = [campaign({ videos: [{ ...talk, clipping }] })];
		const { snapshot: after, report } = await run({ store: memoryStore(), service, campaigns });
		const state = after.resources[TALK];
		const added = state?.kind === "video" && state.request.clipping.added?.length;
		return [added, Object.keys(after.operations).length, ...report.failures.map(({ message }) => message)];
	};
	assert.equal(await submitted({ ...ALL, addedClips: true }), [1, 0]);
	assert.equal(await submitted(ALL), [
		...[false, 0],
		"The service makes no clips at given times, so the video was not submitted.",
	]);
});

declared(
	"decides whether a brand is drawn: nothing is sent without, nor with another file than planned",
	async () => {
		const submitted = async (extensions: Extensions, content = "logo") => {
			const folder = await mkdtemp(join(tmpdir(), "showrun-brand-"));
			try {
				const logo = join(folder, "logo.png");
				await writeFile(logo, content);
				const service = declaring(extensions, true);
				const uploads: unknown[] = [];
				const { submitCall } = service;
				service.submitCall = (request, url, brand) => {
					uploads.push(brand);
					return submitCall(request, url, brand);
				};
				const campaigns = [
					campaign({ videos: [video({ export: { resolution: "720p" } })], brand: { logo } }),
				];
				const sources = {
					sources: { [TALK]: SOURCE },
					durations: {},
					brandFiles: { [logo]: sha256("logo") },
				};
				const { report } = await run({ store: memoryStore(), service, campaigns, sources });
				return [uploads, ...report.failures.map(({ message }) => message.replace(folder, ""))];
			} finally {
				await rm(folder, { recursive: true });
			}
		};
		const [[sent] = []] = (await submitted({ ...ALL, brand: true })) as [{ logo: string }[]];
		assert.match(sent?.logo ?? "", /^uploaded .*logo\.png$/);
		assert.equal(await submitted(ALL), [[], "The service draws no brand, so nothing was submitted."]);
		assert.equal(await submitted({ ...ALL, brand: true }, "another"), [
			[],
			"A file of the brand, /logo.png, changed since it was planned.",
		]);
	},
);

declared("is asked for before a plan with a limit of rendered clips, of a service elsewhere", async () => {
	const planned = async (over: Partial<ReadContext>, exportLimit?: number) => {
		const service = declaring(ALL, true);
		const campaigns = [campaign({ videos: [video({ ...defined({ exportLimit }) })], posts: [] })];
		const { notes = [] } = await preview(
			{
				...{ service, options: OPEN, clock: fakeClock(), emit: () => {} },
				signal: new AbortController().signal,
				...over,
			},
			snapshot({}),
			{ campaigns, sources: { sources: { [TALK]: SOURCE }, durations: {} } },
		);
		return [...service.calls, ...notes.map(({ rule }) => rule)];
	};
	assert.equal(await planned({ looksAhead: true }, 1), ["askExtensions", "export-limit-ignored"]);
	assert.equal(await planned({ looksAhead: true }), []);
	assert.equal(await planned({}, 1), []);
	const engine = async () => ({ transcribes: true });
	assert.equal(await planned({ looksAhead: true, engine }, 1), []);
});

declared("is asked for before a post with a rule for late posts, sent only where it is taken", async () => {
	const late = { maxMs: 3_600_000, action: "hold" } as const;
	const published = async (publishLateRule: boolean) => {
		const service = fakeService({ askExtensions: async () => ({ ...ALL, publishLateRule }) });
		const at = { wall: "2026-12-01T09:00", place: { file: "k.campaign.yaml", line: 9, column: 7 } };
		const { tube } = campaign().accounts;
		const accounts = tube && { tube: { ...tube, late } };
		const campaigns = [campaign({ ...defined({ accounts }), posts: [post({ clips: { ranks: [0] }, at })] })];
		const { snapshot: after } = await run({
			service,
			campaigns,
			store: memoryStore(snapshot({ [TALK]: settledVideo() })),
		});
		const state = after.resources[addressOf()];
		return state?.kind === "post" ? [state.request.late] : "nothing";
	};
	assert.equal([await published(true), await published(false)], [[late], [undefined]]);
});

/** What is asked before a plan with this state. */
async function askedFor(
	state: Parameters<typeof snapshot>[0],
	more: Parameters<typeof snapshot>[1] = {},
	options: PlanOptions = OPEN,
): Promise<readonly string[]> {
	const service = declaring(ALL, true);
	const context = {
		service,
		options,
		clock: fakeClock(),
		signal: new AbortController().signal,
		emit: () => {},
	};
	await learnExtensions(context, snapshot(state, more));
	return service.calls;
}

declared("is asked for only where the state holds something that depends on it", async () => {
	const open = operation();
	const unknown = { operations: { [open.id]: open } };
	const sent = { [addressOf()]: { ...posted(), status: "PENDING" as const, taskId: "p-1" } };
	assert.equal(await askedFor({}), []);
	assert.equal(await askedFor({}, unknown), ["askExtensions"]);
	assert.equal(await askedFor(sent), ["askExtensions"]);
	assert.equal(await askedFor({}, unknown, { ...OPEN, asDeclared: ["publishStatus"] }), []);
	assert.equal(await askedFor(sent, {}, { ...OPEN, asDeclared: ["idempotency"] }), []);
});

declared("is nothing where the service cannot be asked", async () => {
	const open = operation();
	const service = declaring(ALL, true);
	service.askExtensions = () => Promise.reject(new StopFault("refused"));
	const context = {
		service,
		options: OPEN,
		clock: fakeClock(epochMs(NOW)),
		signal: new AbortController().signal,
		emit: () => {},
	};
	await learnExtensions(context, snapshot({}, { operations: { [open.id]: open } }));
	assert.is(optionsNow(context).idempotency, false);
});

declared("lets a lost answer be repeated under its key in the same run", async () => {
	const repeated = async (extensions: Extensions) => {
		const service = declaring(extensions, true);
		service.behaviours = ["lose-answer"];
		const options = { ...OPEN, keyLifetimeMs: 86_400_000, asDeclared: ["idempotency"] as const };
		const { snapshot: after } = await run({ store: memoryStore(), service, over: { options } });
		const unknown = Object.values(after.operations).filter(({ phase }) => phase === "unknown").length;
		const submits = service.calls.filter((each) => each === "submit").length;
		return [submits, service.commits.filter(({ kind }) => kind === "submit").length, unknown];
	};
	assert.equal(
		[await repeated(ALL), await repeated(NO_EXTENSIONS)],
		[
			[2, 1, 0],
			[1, 1, 1],
		],
	);
});

declared("is asked for before an attempt without an outcome is looked at", async () => {
	const service = declaring(ALL, true);
	const context = { service, options: OPEN, clock: fakeClock(), emit: () => {} };
	const { signal } = new AbortController();
	const state = snapshot({}, { operations: { "op-1": operation() } });
	await readUpdates({ ...context, signal }, state, emptyMemory());
	assert.is(service.calls[0], "askExtensions");
});

declared("goes on without an answer, but neither after a stop nor over a mistake of its own", async () => {
	const asked = (error: Error, aborted = false) => {
		const service = fakeService({
			extensions: () => undefined,
			askExtensions: () => Promise.reject(error),
		});
		const stop = new AbortController();
		if (aborted) stop.abort();
		return askExtensions({ service, options: OPEN, signal: stop.signal }).then(
			() => "went on",
			({ message }) => message,
		);
	};
	assert.is(await asked(new StopFault("no answer")), "went on");
	assert.is(await asked(new StopFault("stopped"), true), "stopped");
	assert.is(await asked(new TypeError("a mistake")), "a mistake");
});

declared.run();
