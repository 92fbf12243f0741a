import { sha256 } from "../system/files.ts";
import type { PathFact } from "../system/paths.ts";
import { checkRequestFor } from "./check-request.ts";
import { strayClips } from "./clips-file.ts";
import { factOf } from "./facts-on-disk.ts";
import { workspaceFiles } from "./find-files.ts";
import type { LoadOptions } from "./load-options.ts";
import { sharedReader } from "./sharing/read-shared.ts";

/** Everything that campaigns, and the warnings about them, follow from. */
export interface CampaignsFrom {
	/** sha256 of all that is written, in campaigns, reviewed-clips files and values of inputs. */
	readonly written: string;
	/** What is on disk where they name something, by absolute path. */
	readonly facts: Readonly<Record<string, PathFact>>;
	/** Digests of the shared files they use, by absolute path. */
	readonly used: Readonly<Record<string, string>>;
}

/** The sha256 of what several files were checked by, in their order. */
export function writtenBy(names: readonly string[]): string {
	return sha256(names.join("\n"));
}

/** Whether loading would give what it gave before, without parsing anything. */
export async function wouldLoadAsBefore(
	given: readonly string[],
	before: CampaignsFrom,
	options: LoadOptions & { readonly root: string },
): Promise<boolean> {
	const { root } = options;
	const { campaigns } = await workspaceFiles(given, options);
	const read = sharedReader(options.cwd);
	const names: string[] = [];
	for (const path of campaigns) {
		const asked = await checkRequestFor(path, { ...options, read });
		if ("problem" in asked || asked.ofInputs.length > 0) return false;
		names.push(asked.names.whole);
	}
	if (writtenBy(names) !== before.written) return false;
	for (const [path, fact] of Object.entries(before.facts))
		if ((await factOf(path, root)) !== fact) return false;
	for (const [path, digest] of Object.entries(before.used))
		if ((await read(path, root)).digest !== digest) return false;
	return (await strayClips(campaigns, options.cwd)).length === 0;
}
