import { defined } from "../../model/defined.ts";
import type { WireSummaryTask, WireTranscriptTask } from "../../wire/messages.gen.ts";
import type { Core } from "../core.ts";
import { Refusal } from "../refusal.ts";
import { type Findings, readFindings } from "../store/findings.ts";
import type { TaskRecord } from "../store/shapes.ts";
import { taskToWire } from "./task-to-wire.ts";

/** A transcript as it is sent: with its sentences once it SUCCEEDED. */
export async function transcriptToWire(core: Core, task: TaskRecord): Promise<WireTranscriptTask> {
	const findings = await findingsOf(core, task);
	const sentences = findings && "sentences" in findings ? findings.sentences : undefined;
	const transcript = sentences?.map(({ begin, end, text }) => ({
		start: begin,
		end,
		begin_ms: begin,
		end_ms: end,
		text,
	}));
	return { ...(await withoutClips(core, task)), ...defined({ transcript }) };
}

/** A summary as it is sent: with what the video is about once it SUCCEEDED. */
export async function summaryToWire(core: Core, task: TaskRecord): Promise<WireSummaryTask> {
	const findings = await findingsOf(core, task);
	const found = findings && "summary" in findings ? findings : undefined;
	const highlights = found?.highlights.map(({ begin, end, title, events }) => ({
		start: begin,
		end,
		desc: title,
		timestamp: begin,
		text: title,
		events: events.map(({ at, text }) => ({ timestamp: at, desc: text })),
	}));
	const { summary, tags } = found ?? {};
	const title = found && task.source?.title;
	return { ...(await withoutClips(core, task)), ...defined({ title, summary, tags, highlights }) };
}

async function withoutClips(core: Core, task: TaskRecord): Promise<Omit<WireTranscriptTask, "transcript">> {
	const { clips: _, export_task_id: __, ...rest } = await taskToWire(core, task, "");
	return rest;
}

async function findingsOf({ media }: Core, { findings, status }: TaskRecord): Promise<Findings | undefined> {
	if (findings === undefined || status !== "SUCCEEDED") return undefined;
	const found = await readFindings(findings, media);
	if (!found) throw new Refusal(410, "The results of this task are not there any more: submit it again.");
	return found;
}
