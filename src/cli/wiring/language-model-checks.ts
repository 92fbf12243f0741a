import type { Campaign, Video } from "../../model/campaign.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { writtenVideo } from "../../model/item-video.ts";
import type { Settings } from "../../model/settings.ts";

/** What is known of the service: where it is, and its language model. */
interface Abilities {
	readonly service: Pick<Settings["service"], "url">;
	readonly embedded: Pick<Settings["embedded"], "chat">;
}

/**
 * What campaigns ask for that only a language model can do, where the embedded service has none: a
 * translation is refused there, a tone is not applied.
 */
export function modelWishes(
	campaigns: readonly Campaign[],
	{ service, embedded }: Abilities,
): readonly Diagnostic[] {
	if (service.url !== undefined || embedded.chat) return [];
	return campaigns.flatMap(({ name, videos }) =>
		videos.flatMap((video) => [...translations(name, video), ...tones(name, video)]),
	);
}

const SET_UP =
	"Set up `embedded.chat` in showrun.config.yaml: an OpenAI-compatible endpoint, here or elsewhere.";

function translations(campaign: string, { name, place, clipping, renditions }: Video): readonly Diagnostic[] {
	const wanted = [
		{ what: `\`${writtenVideo(name)}\` of \`${campaign}\``, target: clipping.targetLanguage, place },
		...renditions.map((each) => ({
			what: `The rendition \`${each.name}\` of \`${writtenVideo(name)}\``,
			target: each.targetLanguage,
			place: each.place,
		})),
	];
	return wanted.flatMap((each): readonly Diagnostic[] => {
		if (each.target === undefined || base(each.target) === base(clipping.language)) return [];
		const detail =
			`${each.what} is to be translated to \`${each.target}\`, and the embedded service translates with ` +
			"a language model only.";
		const hint =
			`${SET_UP} Or delete that language; ` +
			"a source in that language already says so with `clipping.language`.";
		return [
			{
				severity: "error",
				rule: "no-language-model",
				summary: "Translation needs a language model",
				detail,
				hint,
				place: each.place,
			},
		];
	});
}

function tones(
	campaign: string,
	{ name, place, export: settings, renditions }: Video,
): readonly Diagnostic[] {
	const hooks = [settings?.hook, ...renditions.map((each) => each.export.hook)].flatMap((hook) =>
		hook ? [hook.style] : [],
	);
	if (hooks.length === 0) return [];
	const detail =
		`The hook text of \`${writtenVideo(name)}\` in \`${campaign}\` is the strongest sentence of each clip as it was ` +
		`said: a tone (${[...new Set(hooks)].join(", ")}) needs a language model.`;
	return [
		{
			severity: "warning",
			rule: "hook-tone",
			summary: "The tone of the hook text is not applied",
			detail,
			hint: SET_UP,
			place,
		},
	];
}

/** `en-GB` and `en` are one language here. */
function base(language: string | undefined): string | undefined {
	return language?.toLowerCase().split(/[-_]/)[0];
}
