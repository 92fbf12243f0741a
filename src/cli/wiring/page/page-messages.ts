import type { WhoIsIn } from "../../../page/server.ts";

/** What the process of the page tells the watch. */
export type PageMessage =
	/** A link lets in whoever opens it first; with the address once, when it is served. */
	| { readonly url?: string; readonly link: string }
	/** At its end. */
	| { readonly whoIsIn: WhoIsIn };

/** What the watch tells that process first. */
export interface PageBeginning {
	readonly before?: WhoIsIn;
}

/** What one process of the page leaves to the next one, which has other settings. */
export interface PageMemory {
	whoIsIn?: WhoIsIn;
	/** Open pages stay where they are, at a free port as well. */
	port?: number;
}
