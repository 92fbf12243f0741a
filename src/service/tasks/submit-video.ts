import { defined } from "../../model/defined.ts";
import type { WireSubmitted } from "../../wire/messages.gen.ts";
import type { Abilities, VideoWish } from "../check/submit.ts";
import { kindOf } from "../check/upload.ts";
import type { Core } from "../core.ts";
import { FetchFault } from "../fetch/fetch-fault.ts";
import { parseVideoAddress } from "../fetch/video-address.ts";
import { checkFreeSpace } from "../free-space.ts";
import { createOnce } from "../http/create-once.ts";
import { type Handler, parseJson } from "../http/exchange.ts";
import { RATE } from "../jobs/cost.ts";
import { Refusal } from "../refusal.ts";
import type { SourceVideo, TaskRecord, UploadRecord } from "../store/shapes.ts";
import { warningFields, warningsFrom } from "../store/warnings.ts";
import { checkRunning, freshTask, startTask } from "./start-task.ts";
import { storedRender } from "./stored-brand.ts";

/** Submits a task of a kind over a video that was uploaded or has an address. `read` throws `Refusal`. */
export function submitVideo(
	kind: TaskRecord["kind"],
	read: (body: unknown, abilities: Abilities) => VideoWish,
): Handler {
	return (core, exchange) =>
		createOnce(core, exchange, {
			check: async (body, id) => {
				const { plan, engine } = core.options;
				const input = read(parseJson(body), { plan, translates: engine.writes });
				await checkRunning(core, exchange);
				await checkFreeSpace(core, exchange);
				const origin = await sourceOf(core, { identity: input.video, id });
				return { input, origin, render: input.render && (await storedRender(core, input.render)) };
			},
			create: async (id, { input, origin, render }) => {
				if (origin.source) await core.uploads.change(input.video, (before) => ({ ...before, usedBy: id }));
				const task = { ...freshTask(core, id), kind, ...wanted(input), ...origin, ...defined({ render }) };
				await startTask(core, task);
				return submitted(task);
			},
			find: async (id) => {
				const task = await core.tasks[kind].get(id);
				return task && submitted(task);
			},
		});
}

function submitted({ id, name }: Pick<TaskRecord, "id" | "name">): WireSubmitted {
	return { id, name, status: "CREATED" };
}

/** What a task is made of: an uploaded video, or an address it is fetched from. */
type Origin = Pick<TaskRecord, "source" | "address">;

async function sourceOf(core: Core, { identity, id }: { identity: string; id: string }): Promise<Origin> {
	if (/^[a-z][a-z0-9+.-]*:/i.test(identity)) return { address: addressOf(identity, core.options.fetching) };
	const upload = await core.uploads.get(identity);
	if (!upload) throw new Refusal(422, "video_url is not the identity of an upload.");
	if (kindOf(upload.name) !== "video")
		throw new Refusal(422, "video_url is the identity of an upload that is no video.");
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

function wanted({ name, search, speech, exportLimit, express, notes }: VideoWish) {
	return {
		name,
		rate: express ? RATE.express : RATE.standard,
		...warningFields(warningsFrom("parameter_ignored", notes)),
		...defined({ search, speech, exportLimit }),
	};
}
