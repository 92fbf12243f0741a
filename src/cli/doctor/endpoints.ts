import type { Endpoint } from "../../model/endpoint.ts";
import type { CheckResult } from "../../model/health.ts";
import type { Settings } from "../../model/settings.ts";
import { programOn } from "../../service/fetch/yt-dlp.ts";
import { well } from "./finding.ts";

/**
 * The endpoints that the embedded engine would ask, and the yt-dlp that would fetch. Asks nobody: an answer
 * may cost. Throws where a yt-dlp is missing that the settings ask for.
 */
export async function lookAtEndpoints(
	{ embedded }: Settings,
	searchPath: string,
): Promise<readonly CheckResult[]> {
	const { chat, transcription, urls } = embedded;
	const asked = [
		...(chat ? [well("endpoints", `chat: ${endpointText(chat)}; not asked, as that may cost`)] : []),
		...(transcription
			? [well("endpoints", `transcription: ${endpointText(transcription)}; not asked, as that may cost`)]
			: []),
	];
	return urls.ytDlp
		? [...asked, well("endpoints", `pages of video sites: ${await programOn(searchPath)}`)]
		: asked;
}

function endpointText({ url, model, key }: Endpoint): string {
	return `${model} at ${new URL(url).host}, ${key ? "with a key" : "without a key"}`;
}
