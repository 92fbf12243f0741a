import { type AddressText, campaignOf } from "../model/address.ts";
import { defined } from "../model/defined.ts";
import type { Finding, RuleFinding } from "../model/finding.ts";
import type { EngineFacts } from "../model/observed.ts";
import type { BrandRequest } from "../model/own-brand.ts";
import type { Place } from "../model/place.ts";
import type { AttentionChange, Change, RenderChange, SubmitChange } from "../model/plan.ts";
import type { World } from "./world.ts";

/**
 * Nothing is paid for a video whose clips would not be those that are asked for, at given times or with a
 * brand, or that nothing here can cut; and no posts are promised of it.
 */
export function withoutImpossible(changes: readonly Change[], world: World): readonly Change[] {
	const stops = new Map<AddressText, AttentionChange>();
	for (const change of changes) {
		if (!isMade(change)) continue;
		const found = problemOf(change, world);
		if (found !== undefined) stops.set(change.address, stopped(change, found));
	}
	if (stops.size === 0) return changes;
	return changes.flatMap((change) => {
		const { action, reasonData } = change;
		const isPromised = action === "publish-bounded" && "video" in reasonData && stops.has(reasonData.video);
		return isPromised ? [] : [stops.get(change.address) ?? change];
	});
}

type Made = SubmitChange | RenderChange;

function isMade(change: Change): change is Made {
	return ["submit", "resubmit", "render", "rerender"].includes(change.action);
}

interface Problem {
	readonly found: RuleFinding;
	/** Where it is written. */
	readonly place: Place | undefined;
}

function problemOf(change: Made, world: World): Problem | undefined {
	const { address, request } = change;
	const { noFfmpeg } = world.observed.engine ?? {};
	if (noFfmpeg !== undefined)
		return { found: ruled({ code: "no-ffmpeg", why: noFfmpeg }), place: change.place };
	if (request.export?.brand && world.options.brand === false)
		return { found: ruled({ code: "brand-refused" }), place: change.place };
	const why = fontProblem(request.export?.brand?.font, world.observed.engine);
	if (why !== undefined) return { found: ruled({ code: "brand-font-missing", why }), place: change.place };
	const { added = [] } = "clipping" in request ? request.clipping : {};
	if (added.length === 0) return undefined;
	const places = world.campaigns
		.filter(({ name }) => name === campaignOf(address))
		.flatMap(({ videos }) => videos.find(({ clipping }) => clipping.added === added)?.addedAt ?? []);
	if (world.options.addedClips === false)
		return { found: ruled({ code: "added-clips-refused", clips: added.length }), place: places[0] };
	const length = world.observed.durations[address];
	const beyond = added.findIndex(({ to }) => length !== undefined && to > length + ROUNDED_MS);
	const moment = added[beyond];
	if (length === undefined || moment === undefined) return undefined;
	return { found: ruled({ code: "added-clip-beyond", moment, lengthMs: length }), place: places[beyond] };
}

/** Why nothing can be drawn with a font. Undefined: something can, or nobody looked. */
function fontProblem(font: BrandRequest["font"], engine: EngineFacts | undefined): string | undefined {
	return font && "family" in font ? engine?.lacksFonts?.[font.family] : undefined;
}

/** Whoever writes whole seconds writes the last one for the end. Milliseconds. */
const ROUNDED_MS = 1_000;

function ruled(finding: Extract<Finding, { readonly code: AddedRule }>): RuleFinding {
	return { rule: finding.code, finding };
}

type AddedRule =
	| "no-ffmpeg"
	| "added-clips-refused"
	| "added-clip-beyond"
	| "brand-refused"
	| "brand-font-missing";

function stopped(
	{ address, place }: Made,
	{ found: { rule, finding }, place: written }: Problem,
): AttentionChange {
	return {
		address,
		action: "attention",
		reason: "clips-refused",
		reasonData: { rule, finding },
		remedy: { code: "follow-rule", rule },
		...defined({ place: written ?? place }),
	};
}
