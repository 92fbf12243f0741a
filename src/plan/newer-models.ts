import { type AddressText, campaignOf, parseAddress, videoAddress } from "../model/address.ts";
import { defined } from "../model/defined.ts";
import { keysOf } from "../model/keys.ts";
import type { ModelName } from "../model/models.ts";
import type { PulledModel } from "../model/observed.ts";
import type { Change, PlanNote } from "../model/plan.ts";
import type { VideoState } from "../model/snapshot.ts";
import type { World } from "./world.ts";

/** Videos whose clips were made before a model came that makes better ones, while posts of them are ahead. */
export function newerModels(
	changes: readonly Change[],
	{ snapshot, campaigns, observed: { pulled = [] } }: World,
): readonly PlanNote[] {
	if (pulled.length === 0) return [];
	const ahead = new Map<AddressText, Change>();
	for (const change of changes) {
		const video = isAhead(change) ? videoOf(change.address) : undefined;
		if (video !== undefined && !ahead.has(video)) ahead.set(video, change);
	}
	return keysOf(snapshot.resources).flatMap((video): readonly PlanNote[] => {
		const [state, change] = [snapshot.resources[video], ahead.get(video)];
		if (state?.kind !== "video" || state.result === undefined || change === undefined) return [];
		const { source } =
			campaigns
				.flatMap(({ name, videos }) => videos.filter((each) => videoAddress(name, each.name) === video))
				.at(0) ?? {};
		const isTranscribed = source?.kind === "file" && source.transcript !== undefined;
		const models = pulled.filter(
			(each) => isNewer(each, state) && (each.name !== "speech" || !isTranscribed),
		);
		const names = models.map(({ name }) => name);
		if (names.length === 0) return [];
		const finding = { code: "models-pulled", models: names, video } as const;
		const { address, place } = change;
		return [{ rule: "models-pulled", finding, address, ...defined({ place }) }];
	});
}

/** A post that is still to be handed over. */
function isAhead({ action, reason }: Change): boolean {
	return action === "publish" || (action === "wait" && WAITING.has(reason));
}

const WAITING: ReadonlySet<Change["reason"]> = new Set([
	"handover-later",
	"too-early",
	"review-pending",
	"review-void",
]);

function videoOf(text: AddressText): AddressText | undefined {
	const address = parseAddress(text);
	return address?.kind === "post" ? videoAddress(campaignOf(text), address.video) : undefined;
}

/** What a model does for clips depends on how they were asked for. */
function isNewer({ name, at }: PulledModel, { submittedAt, request }: VideoState): boolean {
	return at > submittedAt && (NEEDS[name]?.(request) ?? false);
}

const NEEDS: Partial<Record<ModelName, (request: VideoState["request"]) => boolean>> = {
	speech: () => true,
	faces: ({ export: asked }) => asked?.reframe !== undefined,
};
