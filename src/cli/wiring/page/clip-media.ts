import { Readable } from "node:stream";
import type { Service } from "../../../api/port.ts";
import { LinkFault } from "../../../download/download-fault.ts";
import { type LinkBook, openLinks } from "../../../download/links.ts";
import { type RenderedClip, renderedClips } from "../../../download/rendered.ts";
import type { Answer } from "../../../download/request.ts";
import { videoAddress } from "../../../model/address.ts";
import { momentKey } from "../../../model/review.ts";
import type { ClipMedia, NamedClip, Overview } from "../../../page/port.ts";

const PASSED_ON = ["content-length", "content-range", "accept-ranges", "etag", "last-modified"];

/** A clip of a video that the service has rendered, as far as its link depends on it. */
export type FoundClip = Omit<RenderedClip, "links">;

/** Files of rendered clips, by links of the service, which are asked for once a video and kept in memory. */
export function openClipMedia(service: Service, signal: AbortSignal) {
	const links = openLinks(service, signal);
	return async (found: FoundClip, range: string | undefined): Promise<ClipMedia | undefined> => {
		const rendered: RenderedClip = { ...found, links: (from, id, stop) => from.links(id, stop) };
		try {
			return await asked(links, rendered, { range, signal });
		} catch (error) {
			if (error instanceof LinkFault) return undefined;
			throw error;
		}
	};
}

/** The clip of that name, if it is rendered. */
export function foundClip(named: NamedClip, overview: Overview): FoundClip | undefined {
	const { clips } = renderedClips(overview.campaigns, overview.snapshot, overview.now);
	return clips.find(
		(each) =>
			videoAddress(each.campaign, each.video) === named.video &&
			each.address === named.video &&
			momentKey(each.clip.moment) === momentKey(named.moment),
	);
}

interface Asking {
	readonly range: string | undefined;
	readonly signal: AbortSignal;
}

async function asked(links: LinkBook, rendered: RenderedClip, asking: Asking): Promise<ClipMedia> {
	const { openLink } = await import("../../../download/open-link.ts");
	const link = await links.of(rendered);
	let answer = await openLink(link, asking);
	if (answer.status === 403 || answer.status === 410) {
		answer.body.on("error", () => {}).destroy();
		// Links expire; the service gives another.
		answer = await openLink(await links.of(rendered, link), asking);
	}
	const body = Readable.toWeb(answer.body) as ReadableStream<Uint8Array>;
	return { status: answer.status, headers: headersOf(answer), body };
}

function headersOf({ header }: Answer): Readonly<Record<string, string>> {
	const passed = PASSED_ON.flatMap((name): [string, string][] => {
		const value = header(name);
		return value === undefined ? [] : [[name, value]];
	});
	return { ...Object.fromEntries(passed), "content-type": "video/mp4" };
}
