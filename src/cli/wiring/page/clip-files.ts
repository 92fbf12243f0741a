import { readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Service } from "../../../api/port.ts";
import { FETCH_LIMITS, fetchFile } from "../../../download/fetch.ts";
import { openLinks } from "../../../download/links.ts";
import { withReader } from "../../../download/reader.ts";
import type { RenderedClip } from "../../../download/rendered.ts";
import type { Settings } from "../../../model/settings.ts";
import { systemClock } from "../../../system/clock.ts";
import { replaceFile, sha256 } from "../../../system/files.ts";
import { makeOwnFolder } from "../../../system/showrun-folder.ts";
import { trimFolder } from "../../../system/trim-folder.ts";
import type { Connected } from "../service.ts";

/** A clip of a video that the service has rendered, as far as its link depends on it. */
export type FoundClip = Omit<RenderedClip, "links">;

/** Files of clips, and what is made from them, in a workspace's cache under the digests of their content. */
export interface ClipFiles {
	/** Digest of a clip's content. Undefined: it was never fetched. */
	known(clip: FoundClip): Promise<string | undefined>;
	/** Whether its file is there. */
	has(clip: FoundClip): Promise<boolean>;
	/**
	 * Digest of the content of a clip, whose file is there then. One that is not is fetched, which counts as a
	 * request of the service. Throws the faults of links and of the service.
	 */
	fetched(clip: FoundClip): Promise<string>;
	/** Takes a file away that is only a copy. */
	drop(digest: string): Promise<void>;
	/** Where the file of a content is, or its poster. */
	path(digest: string, kind: "mp4" | "jpg"): string;
}

/** What nobody watched for so long is fetched again; so is what is too much, the oldest first. */
const KEPT = { unusedMs: 30 * 24 * 3_600_000, bytes: 4 * 2 ** 30 } as const;
/** A view is no reason to be patient: the next one goes on where this one was cut off. */
const LIMITS = { ...FETCH_LIMITS, tries: 1 } as const;

interface FilesOf {
	readonly settings: Pick<Settings, "root" | "service">;
	readonly connected: Pick<Connected, "service" | "countRead">;
	readonly signal: AbortSignal;
}

/** Opens them. The clips of a task never change, so each is asked for once. */
export function openClipFiles({ settings, connected, signal }: FilesOf): ClipFiles {
	const { root, service } = settings;
	const folder = clipsFolder(settings);
	const nameOf = ({ taskId, clip }: FoundClip) => sha256(JSON.stringify([service.url, taskId, clip.idx]));
	const path: ClipFiles["path"] = (digest, kind) => join(folder, `${digest}.${kind}`);
	const known: ClipFiles["known"] = (clip) => digestIn(join(folder, nameOf(clip)));
	const links = openLinks(connected.service, signal);
	const fetch = async (clip: FoundClip) => {
		await makeOwnFolder(join(root, ".showrun"));
		const name = join(folder, nameOf(clip));
		const link = async (stale?: string) => {
			await connected.countRead(signal);
			return links.of(withLinks(clip), stale);
		};
		const { sha256: digest } = await withReader(signal, LIMITS.idleMs, (reader) => {
			const fetching = { ...reader, clock: systemClock, limits: LIMITS, link, progress: () => {} };
			return fetchFile(`${name}.mp4`, fetching);
		});
		await rename(`${name}.mp4`, path(digest, "mp4"));
		await replaceFile(name, digest);
		await trimFolder(folder, KEPT);
		return digest;
	};
	const here = async (clip: FoundClip) => {
		const digest = await known(clip);
		return digest !== undefined && (await isThere(path(digest, "mp4"))) ? digest : undefined;
	};
	return {
		...{ known, path, has: async (clip) => (await here(clip)) !== undefined },
		fetched: once(nameOf, async (clip) => (await here(clip)) ?? fetch(clip)),
		drop: (digest) => rm(path(digest, "mp4"), { force: true }),
	};
}

/** Where a workspace keeps what the page was told and sent of clips. */
export function clipsFolder({ root }: Pick<Settings, "root">): string {
	return join(root, ".showrun", "cache", "clips");
}

/** The same clip with the way to its link. */
export function withLinks(clip: FoundClip): RenderedClip {
	return { ...clip, links: (service: Service, id, stop) => service.links(id, stop) };
}

/** Does something once at a time for all who ask for the same. */
export function once<Of, Result>(
	nameOf: (of: Of) => string,
	task: (of: Of) => Promise<Result>,
): (of: Of) => Promise<Result> {
	const under = new Map<string, Promise<Result>>();
	return (of) => {
		const name = nameOf(of);
		const coming = under.get(name) ?? task(of).finally(() => under.delete(name));
		under.set(name, coming);
		return coming;
	};
}

async function digestIn(file: string): Promise<string | undefined> {
	const text = await readFile(file, "utf8").catch(() => "");
	return /^[0-9a-f]{64}$/.test(text) ? text : undefined;
}

/** Whether a file is there. */
export function isThere(path: string): Promise<boolean> {
	return stat(path).then(
		(found) => found.isFile(),
		() => false,
	);
}
