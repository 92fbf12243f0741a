import { type AddressText, renditionAddress } from "../../model/address.ts";
import type { Rendition } from "../../model/campaign.ts";
import { defined } from "../../model/defined.ts";
import type { VideoState } from "../../model/snapshot.ts";
import { choose } from "./choose.ts";
import type { WantedRendition } from "./wanted.ts";

/** What one rendition asks for, given the task that answers its video now. */
export function wantedRendition(
	{ name, place, export: settings, targetLanguage, clips: selection }: Rendition,
	of: {
		readonly campaign: string;
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
			: { taskId: state.taskId, clips, export: settings, ...defined({ targetLanguage }) };
	return {
		kind: "rendition",
		address: renditionAddress(of.campaign, of.video, name),
		place,
		video: of.address,
		known: state?.result !== undefined,
		failed: state?.status === "FAILED",
		...defined({ request }),
	};
}
