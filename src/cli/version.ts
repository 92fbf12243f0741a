import manifest from "../../package.json" with { type: "json" };

declare const SHOWRUN_BUILD: string | undefined;
declare const SHOWRUN_VERSION: string | undefined;

/** Digest of everything this program was built from. Absent when it runs from its sources. */
export const BUILD = typeof SHOWRUN_BUILD === "string" ? SHOWRUN_BUILD : undefined;

/** Version of this program. */
export const VERSION: string = typeof SHOWRUN_VERSION === "string" ? SHOWRUN_VERSION : manifest.version;

/** Whether these arguments ask for the version and for nothing else. */
export function asksForVersion(args: readonly string[]): boolean {
	return args.length === 1 && ["version", "--version", "-version", "-V"].includes(args[0] ?? "");
}
