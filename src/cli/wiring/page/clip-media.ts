import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { LinkFault } from "../../../download/download-fault.ts";
import { type LinkBook, openLinks } from "../../../download/links.ts";
import { type RenderedClip, renderedClips } from "../../../download/rendered.ts";
import type { Answer } from "../../../download/request.ts";
import { videoAddress } from "../../../model/address.ts";
import { momentKey } from "../../../model/review.ts";
import type { Settings } from "../../../model/settings.ts";
import type { ClipMedia, NamedClip, Overview } from "../../../page/port.ts";
import { readRange } from "../../../service/http/range.ts";
import type { Connected } from "../service.ts";
import { type ClipFiles, type FoundClip, withLinks } from "./clip-files.ts";

const PASSED_ON = ["content-length", "content-range", "accept-ranges", "etag", "last-modified"];

interface MediaParts {
	readonly settings: Pick<Settings, "service">;
	readonly connected: Pick<Connected, "service">;
	readonly files: ClipFiles;
	readonly signal: AbortSignal;
}

/**
 * Files of rendered clips. Those of a service elsewhere are fetched once and sent from the cache; the
 * embedded service has them on this machine, and gives links that are kept in memory.
 */
export function openClipMedia({ settings, connected, files, signal }: MediaParts) {
	const links = openLinks(connected.service, signal);
	return async (found: FoundClip, range: string | undefined): Promise<ClipMedia | undefined> => {
		try {
			return settings.service.url === undefined
				? await asked(links, withLinks(found), { range, signal })
				: await partOf(files.path(await files.fetched(found), "mp4"), range);
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

/** What a player asks for of a file on this disk. */
async function partOf(path: string, range: string | undefined): Promise<ClipMedia> {
	const file = await open(path);
	const { size } = await file.stat();
	const part = readRange(range, size);
	const headers = { "accept-ranges": "bytes", "content-type": "video/mp4" };
	if (part === "unsatisfiable") {
		await file.close();
		return { status: 416, headers: { ...headers, "content-range": `bytes */${size}` }, body: null };
	}
	const { from, to } = part === "whole" ? { from: 0, to: size - 1 } : part;
	const body = Readable.toWeb(file.createReadStream({ start: from, end: to })) as ReadableStream<Uint8Array>;
	const length = { ...headers, "content-length": `${to - from + 1}` };
	return part === "whole"
		? { status: 200, headers: length, body }
		: { status: 206, headers: { ...length, "content-range": `bytes ${from}-${to}/${size}` }, body };
}
