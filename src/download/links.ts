import type { Service } from "../api/port.ts";
import { clipName } from "../model/clip-name.ts";
import { LinkFault, UnrenderedFault } from "./download-fault.ts";
import type { RenderedClip } from "./rendered.ts";

/** Links are asked for once a task and kept in memory alone: they open the file for whoever has them. */
export interface LinkBook {
	/**
	 * The link of a clip; another one than `stale`, where one is given. Throws `LinkFault` where the service
	 * has none, `UnrenderedFault` where `export.limit` left the clip out, and the service's faults.
	 */
	of(clip: RenderedClip, stale?: string): Promise<string>;
}

/** Opens an empty book over a service. */
export function openLinks(service: Service, signal: AbortSignal): LinkBook {
	const pages = new Map<string, Promise<ReadonlyMap<number, string>>>();
	const ask = ({ address, taskId, links }: RenderedClip) => {
		const page = links(service, taskId, signal);
		pages.set(address, page);
		page.catch(() => pages.get(address) === page && pages.delete(address));
		return page;
	};
	return {
		async of(rendered, stale) {
			const { address, clip } = rendered;
			const first = (await (pages.get(address) ?? ask(rendered))).get(clip.idx);
			// Another clip of the same task may have asked anew in the meantime.
			const link = stale !== undefined && first === stale ? (await ask(rendered)).get(clip.idx) : first;
			if (link !== undefined) return link;
			if (rendered.beyondLimit !== undefined)
				throw new UnrenderedFault(`Not rendered: \`export.limit\` was ${rendered.beyondLimit}.`, {
					remedy: "Add an entry to `renditions` of the video and run `showrun apply`: it renders the clip.",
				});
			throw new LinkFault(`The service has no link for ${clipName(address, clip.moment)}.`, {
				kind: "final",
				remedy:
					"It may still be rendering: run the same command again later, " +
					`or \`showrun apply --replace ${address}\`.`,
			});
		},
	};
}
