import { type AddressText, renditionAddress } from "../../model/address.ts";
import type { Campaign, Rendition } from "../../model/campaign.ts";
import { defined } from "../../model/defined.ts";
import type { Observed } from "../../model/observed.ts";
import { brandFiles } from "../../model/own-brand.ts";
import type { VideoState } from "../../model/snapshot.ts";
import { branded } from "./brand.ts";
import { choose } from "./choose.ts";
import type { WantedRendition } from "./wanted.ts";

/** What one rendition asks for, given the task that answers its video now. */
export function wantedRendition(
	{ name, place, export: settings, targetLanguage, clips: selection }: Rendition,
	of: {
		readonly campaign: Campaign;
		readonly observed: Pick<Observed, "brandFiles">;
		readonly video: string;
		readonly address: AddressText;
		readonly state: VideoState | undefined;
	},
): WantedRendition {
	const { state } = of;
	const clips = choose(selection, state?.result?.clips ?? []).map(({ idx }) => idx);
	const request =
		state === undefined || clips.length === 0
			? undefined
			: {
					taskId: state.taskId,
					clips,
					export: branded(settings, of.campaign, of.observed),
					...defined({ targetLanguage }),
				};
	return {
		kind: "rendition",
		address: renditionAddress(of.campaign.name, of.video, name),
		place,
		video: of.address,
		known: state?.result !== undefined,
		failed: state?.status === "FAILED",
		...defined({
			request,
			brand: request?.export.brand && of.campaign.brand && brandFiles(of.campaign.brand),
		}),
	};
}
