import { defined } from "../../model/defined.ts";
import type { WirePublishTask } from "../../wire/messages.gen.ts";
import { checkForPlatform, type PublishInput, readPublish } from "../check/publish.ts";
import { type Core, workersOf } from "../core.ts";
import { checkConfigs } from "../delivery/check-configs.ts";
import { fetchImages, type Images } from "../delivery/images.ts";
import { promised } from "../delivery/promised.ts";
import { createOnce } from "../http/create-once.ts";
import { type Handler, parseJson } from "../http/exchange.ts";
import { Refusal } from "../refusal.ts";
import type { PublishRecord, PublishTarget, TaskRecord } from "../store/shapes.ts";
import { sourced } from "../store/sourced.ts";
import { acceptedToWire } from "../tasks/publish-to-wire.ts";
import { readableProject } from "../tasks/read-task.ts";

/** Interface 4.3: publish one exported clip to one or more connected accounts. */
export const publishClip: Handler = (core, exchange) =>
	createOnce<PublishCheck, WirePublishTask, Images>(core, exchange, {
		prepare: async (body) => {
			const { input } = await checkPublish(core, body);
			return fetchImages({ ...core.options, media: core.media }, input.configs);
		},
		check: async (body, _, images) => ({ ...(await checkPublish(core, body)), images }),
		create: async (id, { input, post, targets, images }) => {
			const { scheduledAt, projectId, idx, late } = input;
			const status = scheduledAt === null ? "PENDING" : "SCHEDULED";
			const scheduleId = scheduledAt === null ? null : workersOf(core).newId();
			const createdAt = core.options.clock.now();
			const task: PublishRecord = {
				format: 1,
				id,
				createdAt,
				scheduledAt,
				scheduleId,
				status,
				projectId,
				idx,
				...post,
				...defined({ late }),
				targets: targets.map((target) =>
					defined({ ...target, image: images?.get(target.accountId), status }),
				),
			};
			await core.publishes.put(task);
			await workersOf(core).deliveries.take(task);
			return acceptedToWire(task);
		},
		find: async (id) => {
			const task = await core.publishes.get(id);
			return task && acceptedToWire(task);
		},
	});

interface PublishCheck {
	readonly input: PublishInput;
	readonly post: Pick<PublishRecord, "source" | "clip" | "render" | "video">;
	readonly targets: readonly Omit<PublishTarget, "status">[];
	readonly images?: Images | undefined;
}

async function checkPublish(core: Core, body: Buffer): Promise<PublishCheck> {
	const input = readPublish(parseJson(body), core.options.clock.now());
	return { input, post: await postOf(core, input), targets: await targetsOf(core, input) };
}

async function postOf(
	core: Core,
	{ projectId, idx, resolution }: PublishInput,
): Promise<Pick<PublishRecord, "source" | "clip" | "render" | "video">> {
	if (await core.tasks.export.get(projectId))
		throw new Refusal(
			422,
			"project_id is an export of existing clips; publishing needs the clipping task, " +
				"submitted with enable_export = true.",
		);
	const project = await readableProject(core, projectId);
	const render = renderOf(project);
	const clip = project.found?.find((each) => each.idx === idx)?.clip;
	const video = project.ready.find((each) => each.idx === idx)?.video;
	const other = resolution !== undefined && resolution !== render.resolution;
	if (!clip)
		throw new Refusal(
			422,
			`idx: the project has no clip ${idx} (it has ${project.found?.length ?? 0} clips, counted from 0).`,
		);
	return {
		source: sourced(project).source,
		clip,
		render: { ...render, ...defined({ resolution }) },
		...defined({ video: other ? undefined : video }),
	};
}

function renderOf({ render, status }: TaskRecord): NonNullable<TaskRecord["render"]> {
	if (!render)
		throw new Refusal(
			422,
			"project_id: the clipping task was submitted without export; " +
				"submit it with enable_export = true to publish its clips.",
		);
	if (status !== "SUCCEEDED")
		throw new Refusal(
			422,
			`project_id: the clipping task is ${status}; its clips can be published once it has SUCCEEDED.`,
		);
	return render;
}

async function targetsOf(
	core: Core,
	{ configs }: PublishInput,
): Promise<readonly Omit<PublishTarget, "status">[]> {
	const targets: Omit<PublishTarget, "status">[] = [];
	for (const [accountId, config] of configs) {
		const account = await core.accounts.find(accountId);
		if (!account)
			throw new Refusal(
				422,
				`publish_configs: no connected account has the id ${JSON.stringify(accountId.slice(0, 64))}.`,
			);
		if (!account.token_valid)
			throw new Refusal(
				403,
				`The account token is invalid: reconnect the account ${accountId} (${account.platform}), then publish again.`,
			);
		checkForPlatform(config, account);
		const { platform, platform_username: username } = account;
		const via = promised((await core.accounts.viaOf(accountId))?.kind);
		targets.push({ accountId, platform, username, config, ...via });
	}
	await checkConfigs(core, configs);
	return targets;
}
