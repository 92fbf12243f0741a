import type { Readable } from "node:stream";
import type { Version } from "../http/conditions.ts";

/**
 * Where videos, pictures and texts are kept that records name. Names are paths with slashes, like
 * `sources/SHA256.mp4`; what is in a file of a name never changes, so that whoever writes it again changes
 * nothing.
 */
export interface Media {
	/** What is known of a file. Undefined: there is none. */
	find(name: string): Promise<KeptFile | undefined>;
	/** A file to read from, of one version however long that takes. Undefined: there is none. */
	open(name: string): Promise<OpenMedia | undefined>;
	/** Where a file is on this machine, for as long as something uses it. Throws `LostMedia`. */
	bring(name: string, signal?: AbortSignal): Promise<string>;
	/** Where a program of this machine makes a file that is put then. Its folder is there. */
	placeFor(name: string): Promise<string>;
	/**
	 * Takes a file of this machine, which is not in its place afterwards. It is there whole or not at all,
	 * durable before it resolves; one that was there before counts as used now.
	 */
	put(name: string, path: string, signal?: AbortSignal): Promise<void>;
	/** The same for few bytes, which replace what was there. */
	write(name: string, bytes: string | Uint8Array): Promise<void>;
	/** Notes that a file was used now: what was not used for longest goes first. */
	touch(name: string): Promise<void>;
	/** Removes a file, if it is there. */
	remove(name: string): Promise<void>;
	/** The files of a folder, in no order. */
	list(folder: string): AsyncIterable<ListedFile>;
	/** A URL that anybody can read the file at for so long. Undefined: it is read through this service. */
	link(name: string, wish: LinkWish): Promise<string | undefined>;
	/** Ends puts that were begun so long ago and nobody went on with. */
	abandon(agoMs: number): Promise<void>;
	/** What this machine holds of files that are elsewhere. Absent: they are where programs read them. */
	readonly copies?: Copies;
	/** The media of a tenant that is not the first. */
	of(tenant: string): Media;
	/** As people find it. */
	where(name: string): string;
}

/** Copies that can be brought again. */
export interface Copies {
	readonly media: Media;
	readonly maxBytes: number;
}

export interface KeptFile {
	readonly bytes: number;
	/** When it was put or used last, in epoch milliseconds of what keeps it. */
	readonly usedAt: number;
}

export interface ListedFile extends KeptFile {
	readonly name: string;
}

/** A file that is read; it is closed by whoever opened it, or with the stream of its content. */
export interface OpenMedia {
	readonly size: number;
	readonly version: Version;
	/** The whole of it, or a part, whose last byte is `to`. Once. */
	body(part?: { readonly from: number; readonly to: number }): Readable;
	close(): Promise<void>;
}

export interface LinkWish {
	/** Milliseconds. */
	readonly livesMs: number;
}
