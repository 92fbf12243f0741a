import { defined } from "../../model/defined.ts";
import type { WireExportStarted } from "../../wire/messages.gen.ts";
import { type ExportInput, readExport } from "../check/export.ts";
import { checkFreeSpace } from "../free-space.ts";
import { createOnce } from "../http/create-once.ts";
import { type Handler, parseJson } from "../http/exchange.ts";
import { costOf, RATE } from "../jobs/cost.ts";
import { Refusal } from "../refusal.ts";
import type { TaskRecord } from "../store/shapes.ts";
import { sourced } from "../store/sourced.ts";
import { warningFields, warningsFrom } from "../store/warnings.ts";
import { readableProject } from "../tasks/read-task.ts";
import { checkRunning, freshTask, startTask } from "../tasks/start-task.ts";
import { storedRender } from "../tasks/stored-brand.ts";

/** Export of existing clips (service-facts): a task of its own over some of a project's clips. */
export const startExport: Handler = (core, exchange) =>
	createOnce(core, exchange, {
		check: async (body) => {
			const input = readExport(parseJson(body), { translates: core.options.engine.writes });
			await checkRunning(core, exchange);
			await checkFreeSpace(core, exchange);
			const project = await readableProject(core, input.projectId);
			const found = chosenClips(project, input.indices);
			return { input, project, found, render: await storedRender(core, input.render) };
		},
		create: async (id, { input, project, found, render }): Promise<WireExportStarted> => {
			const lengthMs = found.reduce((sum, { clip }) => sum + clip.endMs - clip.beginMs, 0);
			const { source, name } = sourced(project);
			await startTask(core, {
				...freshTask(core, id),
				kind: "export",
				name,
				source,
				render: { ...render, ...defined({ language: project.search?.language || undefined }) },
				rate: RATE.standard,
				found,
				...warningFields(warningsFrom("parameter_ignored", input.notes)),
				costUsage: costOf(lengthMs, RATE.standard),
			});
			return started(id);
		},
		find: async (id): Promise<WireExportStarted | undefined> =>
			(await core.tasks.export.get(id)) ? started(id) : undefined,
	});

/** Public clients read either name. */
function started(id: string): WireExportStarted {
	return { id, export_task_id: id };
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
