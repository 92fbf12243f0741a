import manifest from "../../package.json" with { type: "json" };

declare const SHOWRUN_BUILD: string | undefined;

/** Digest of everything this program was built from. Absent when it runs from its sources. */
export const BUILD = typeof SHOWRUN_BUILD === "string" ? SHOWRUN_BUILD : undefined;

/** Version of this program. */
export const VERSION: string = manifest.version;
