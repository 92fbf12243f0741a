import manifest from "../../package.json" with { type: "json" };

/** Version of this program. */
export const VERSION: string = manifest.version;
