import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import type { WireClip, WireExportStarted, WireSubmitted, WireTask } from "../../wire/messages.ts";
import { WIRE_LIMITS } from "../../wire/names.ts";
import { type ExportInput, readExport } from "../check/export.ts";
import { readSubmit, type SubmitInput } from "../check/submit.ts";
import { type Core, workersOf } from "../core.ts";
import { FetchFault } from "../fetch/fetch-fault.ts";
import { parseVideoAddress } from "../fetch/video-address.ts";
import { createOnce } from "../http/create-once.ts";
import { answer, type Handler, originOf, parseJson } from "../http/exchange.ts";
import { costOf } from "../jobs/run-task.ts";
import { isFinal } from "../lifecycle.ts";
import { Refusal } from "../refusal.ts";
import type { SourceVideo, TaskRecord, UploadRecord } from "../store/shapes.ts";
import { sourced } from "../store/sourced.ts";

/** API units an input minute; express mode halves them (interface 8). */
const RATE = { standard: 2, express: 1 };

/** Interface 4.4: submit a clipping task. */
export const submitTask: Handler = (core, exchange) =>
	createOnce(core, exchange, {
		check: async (body, id) => {
			const input = readSubmit(parseJson(body), {
				plan: core.options.plan,
				translates: core.options.engine.writes,
			});
			checkRunning(core);
			return { input, origin: await sourceOf(core, { identity: input.video, id }) };
		},
		create: async (id, { input, origin }) => {
			if (origin.source) await core.uploads.change(input.video, (before) => ({ ...before, usedBy: id }));
			const task = newTask(core, { id, input, origin });
			await startTask(core, task);
			return submitted(task);
		},
		find: async (id) => {
			const task = await core.tasks.clipping.get(id);
			return task && submitted(task);
		},
	});

/** Export of existing clips (service-facts): a task of its own over some of a project's clips. */
export const startExport: Handler = (core, exchange) =>
	createOnce(core, exchange, {
		check: async (body) => {
			const input = readExport(parseJson(body), { translates: core.options.engine.writes });
			checkRunning(core);
			const project = await readableTask(core, "clipping", input.projectId);
			return { input, project, found: chosenClips(project, input.indices) };
		},
		create: async (id, { input, project, found }): Promise<WireExportStarted> => {
			const lengthMs = found.reduce((sum, { clip }) => sum + clip.endMs - clip.beginMs, 0);
			const { source, name } = sourced(project);
			await startTask(core, {
				...freshTask(core, id),
				kind: "export",
				name,
				source,
				render: { ...input.render, ...defined({ language: project.search?.language || undefined }) },
				rate: RATE.standard,
				found,
				notes: input.notes,
				costUsage: costOf(lengthMs, RATE.standard),
			});
			return { export_task_id: id };
		},
		find: async (id): Promise<WireExportStarted | undefined> =>
			(await core.tasks.export.get(id)) ? { export_task_id: id } : undefined,
	});

/** Interface 4.5: a clipping task with the clips made so far. */
export const readResults: Handler = (core, exchange) => readTask(core, exchange, "clipping");

/** The same for an export of existing clips (service-facts). */
export const readExportResults: Handler = (core, exchange) => readTask(core, exchange, "export");

/** A task whose results can still be read. Throws `Refusal`: 404 when there is none, 410 past `expire_at`. */
export async function readableTask(core: Core, kind: TaskRecord["kind"], id: string): Promise<TaskRecord> {
	const task = await core.tasks[kind].get(id);
	if (!task)
		throw new Refusal(404, `There is no ${kind} task with the id ${JSON.stringify(id.slice(0, 64))}.`);
	if (core.options.clock.now() > task.expireAt)
		throw new Refusal(410, `The results of this task expired on ${new Date(task.expireAt).toISOString()}.`);
	return task;
}

/** Nothing comes of a task before the service is started again. */
class StuckFault extends StopFault {}

async function readTask(
	core: Core,
	exchange: Parameters<Handler>[1],
	kind: TaskRecord["kind"],
): Promise<Response> {
	const task = await readableTask(core, kind, exchange.req.param("id") ?? "");
	const stuck = core.workers?.jobs.stuck(task.id);
	if (stuck !== undefined) throw new StuckFault(stuck);
	return answer(exchange, toWire(core, task, originOf(exchange)));
}

function toWire(core: Core, task: TaskRecord, origin: string): WireTask {
	const hasFailed = task.status === "FAILED";
	const progress = isFinal(task.status) ? 1 : (core.workers?.jobs.progress(task.id) ?? 0);
	return defined({
		id: task.id,
		name: task.name,
		status: task.status,
		error_message: hasFailed ? (task.error ?? "internal error") : undefined,
		expire_at: task.expireAt,
		cost_usage: task.costUsage ?? 0,
		clips: task.ready.flatMap((ready) => clipToWire(core, { task, ready, origin })),
		notes: task.notes.length > 0 ? task.notes : undefined,
		progress: hasFailed ? undefined : progress,
	});
}

function clipToWire(
	core: Core,
	{ task, ready, origin }: { task: TaskRecord; ready: TaskRecord["ready"][number]; origin: string },
): WireClip[] {
	const clip = task.found?.find((each) => each.idx === ready.idx)?.clip;
	if (!clip) return [];
	const link = (path: string) => `${origin}${core.signer.sign(path, WIRE_LIMITS.exportLinkMs)}`;
	return [
		defined({
			idx: ready.idx,
			title: clip.title,
			begin_ms: clip.beginMs,
			end_ms: clip.endMs,
			thumbnail: link(`/files/thumbnail/${ready.thumbnail}`),
			tags: clip.tags,
			desc: clip.description,
			score: clip.score,
			export_link: ready.video === undefined ? undefined : link(`/files/video/${ready.video}`),
			score_parts: clip.parts,
			cut_reasons: clip.reasons,
		}),
	];
}

function checkRunning(core: Core): void {
	const limit = core.options.limits?.runningTasks;
	if (limit !== undefined && workersOf(core).jobs.running() >= limit)
		throw new Refusal(429, `Too many running projects: at most ${limit} at a time.`);
}

/** What a task is made of: an uploaded video, or an address it is fetched from. */
type Origin = Pick<TaskRecord, "source" | "address">;

async function sourceOf(core: Core, { identity, id }: { identity: string; id: string }): Promise<Origin> {
	if (/^[a-z][a-z0-9+.-]*:/i.test(identity)) return { address: addressOf(identity, core.options.fetching) };
	const upload = await core.uploads.get(identity);
	if (!upload) throw new Refusal(422, "video_url is not the identity of an upload.");
	const { usedBy = id } = upload;
	if (usedBy !== id)
		throw new Refusal(
			422,
			"video_url: this upload was used by a task already, and an identity is usable once. " +
				"Upload the file again.",
		);
	return { source: sourceOfUpload(upload) };
}

function addressOf(text: string, limits: Core["options"]["fetching"]): string {
	try {
		return parseVideoAddress(text, limits).href;
	} catch (error) {
		throw error instanceof FetchFault ? new Refusal(422, `video_url: ${error.message}`) : error;
	}
}

function sourceOfUpload({ name, video, transcript, transcriptName }: UploadRecord): SourceVideo {
	if (!video) throw new Refusal(422, "video_url: nothing was put to the upload URL of this identity yet.");
	if (transcriptName !== undefined && !transcript)
		throw new Refusal(
			422,
			"video_url: the transcript announced with this upload was not put to its URL yet.",
		);
	const title = name.replace(/^.*[/\\]/, "").replace(/\.[^.]*$/, "");
	return { ...video, title, ...defined({ transcript }) };
}

function newTask(
	core: Core,
	{ id, input, origin }: { id: string; input: SubmitInput; origin: Origin },
): TaskRecord {
	const { name, search, render, express, notes } = input;
	const rate = express ? RATE.express : RATE.standard;
	return {
		...freshTask(core, id),
		kind: "clipping",
		name,
		...origin,
		search,
		rate,
		notes,
		...defined({ render }),
	};
}

function freshTask(core: Core, id: string) {
	const createdAt = core.options.clock.now();
	return {
		format: 1,
		id,
		status: "CREATED",
		createdAt,
		expireAt: createdAt + core.options.resultLifetimeMs,
		ready: [],
	} as const;
}

async function startTask(core: Core, task: TaskRecord): Promise<void> {
	await core.tasks[task.kind].put(task);
	workersOf(core).jobs.take(task);
}

function submitted({ id, name }: TaskRecord): WireSubmitted {
	return { id, name, status: "CREATED" };
}

function chosenClips(project: TaskRecord, indices: ExportInput["indices"]): NonNullable<TaskRecord["found"]> {
	if (project.status !== "SUCCEEDED")
		throw new Refusal(
			422,
			`project_id: the clipping task is ${project.status}; its clips can be exported once it has SUCCEEDED.`,
		);
	const found = project.found ?? [];
	const missing = (indices ?? []).filter((idx) => !found.some((each) => each.idx === idx));
	if (missing.length > 0)
		throw new Refusal(
			422,
			`clip_indices: the project has no clip ${missing.join(", ")} (it has ${found.length} clips, counted from 0).`,
		);
	return indices ? found.filter((each) => indices.includes(each.idx)) : found;
}
