import { checkForPlatform } from "../check/publish.ts";
import { readUpdate } from "../check/update.ts";
import { workersOf } from "../core.ts";
import { checkConfigs } from "../delivery/check-configs.ts";
import { type PostUpdate, updated } from "../delivery/client-changes.ts";
import { fetchImages } from "../delivery/images.ts";
import { type Handler, parseJson, readBody } from "../http/exchange.ts";
import { Refusal } from "../refusal.ts";
import type { PublishRecord } from "../store/shapes.ts";
import { changePost } from "../tasks/change-post.ts";
import { foundPost } from "../tasks/publish-to-wire.ts";

/** Extension: moves a post that waits, or gives it other texts. */
export const updatePost: Handler = async (core, exchange) => {
	const { newId } = workersOf(core);
	await foundPost(core, exchange.req.param("id") ?? "");
	const input = readUpdate(parseJson(await readBody(core, exchange)), core.options.clock.now());
	await checkConfigs(core, input.configs);
	const images = await fetchImages({ ...core.options, media: core.media }, input.configs);
	const update = { ...input, images, scheduleId: newId() };
	return changePost(core, exchange, (task) => {
		const after = updated(task, update);
		checkTargets(task, update);
		return after;
	});
};

function checkTargets({ targets }: PublishRecord, { configs }: PostUpdate): void {
	for (const [id, config] of configs) {
		const target = targets.find(({ accountId }) => accountId === id);
		if (!target)
			throw new Refusal(422, `publish_configs.${id.slice(0, 64)} is not an account of this publishing task.`);
		checkForPlatform(config, { id, platform: target.platform });
	}
}
