import { relative } from "node:path";
import { type CampaignsFrom, wouldLoadAsBefore } from "../../campaign/as-before.ts";
import { defined } from "../../model/defined.ts";
import { settingsDigest } from "../../settings/settings-digest.ts";
import { stateStamp } from "../../state/file/state-stamp.ts";
import type { Outside } from "../../state/guard/places.ts";
import { systemClock } from "../../system/clock.ts";
import { sha256 } from "../../system/files.ts";
import { fingerprintsIn, openFingerprints } from "../../system/fingerprints.ts";
import { readSuspension } from "../../system/suspension.ts";
import type { PlanFlags } from "../flags/plan.ts";
import { inkOf } from "../terminal/terminal.ts";
import {
	type CampaignSettings,
	campaignOptions,
	givenPaths,
	type WorkspacePaths,
} from "./campaign-options.ts";
import type { OneWorkspace } from "./each-workspace.ts";
import { keptIn } from "./read-cache.ts";

/** A plan as it was printed. */
export interface PrintedPlan {
	readonly text: string;
	/** What was said of the campaigns before it. */
	readonly warnings: string;
}

/** A plan that asks for nothing and lasts, and everything that it follows from. */
export interface KeptPlan extends PrintedPlan {
	/** When: a clock that is behind that proves nothing. */
	readonly at: number;
	/** Digest of what the process was given, see `askedDigest`. */
	readonly asked: string;
	/** See `settingsDigest`; and what of them it takes to look at the rest. */
	readonly settings: { readonly digest: string } & CampaignSettings;
	/** Where the state is, and its stamp, see `stateStamp`. */
	readonly state: {
		readonly path: string;
		readonly outside: Outside;
		readonly lineage: string;
		readonly stamp: string;
	};
	readonly campaigns: CampaignsFrom;
	/** The sha256 of every file that was read for their videos, by absolute path. */
	readonly files: Readonly<Record<string, string>>;
}

/** What a plan is asked for. */
interface Asked extends OneWorkspace {
	readonly root: string;
	readonly flags: PlanFlags;
	readonly signal: AbortSignal;
}

/**
 * What was printed of the plan that was made last, where it asked for nothing and nothing that it follows
 * from has changed: no campaign and no state is parsed for it. Undefined: it has to be made.
 */
export async function keptPlan(
	paths: OneWorkspace,
	flags: PlanFlags,
	signal: AbortSignal,
): Promise<PrintedPlan | undefined> {
	const { root } = paths;
	if (root === undefined || flags.cache === false || flags.refreshOnly) return undefined;
	// What the cache gives was sealed by this program and user: its shape needs no second check.
	const kept = (await (await keptIn(root))?.get(nameOf(paths))) as KeptPlan | undefined;
	if (kept === undefined) return undefined;
	// Whatever cannot be read is said by who reads it in earnest.
	const holds = await stillHolds(kept, { ...paths, root, flags, signal }).catch(() => false);
	return holds ? kept : undefined;
}

/** The name under which the plan of these paths is kept: one for each command line. */
export function nameOf({ paths, root = "" }: WorkspacePaths): string {
	const within = givenPaths(paths).map((path) => relative(root, path));
	return `plan ${JSON.stringify([within, process.argv.slice(2)])}`;
}

/** Digest of the folder, the environment, how the terminal is drawn on and what the workspace is called. */
export function askedDigest({ named }: Pick<OneWorkspace, "named">): string {
	// A shell names in `_` what it runs.
	const env = Object.entries(process.env).filter(([name]) => name !== "_");
	const inks = [process.stdout, process.stderr].map(inkOf);
	return sha256(JSON.stringify([process.cwd(), inks, named, env.sort()]));
}

async function stillHolds(kept: KeptPlan, asked: Asked): Promise<boolean> {
	const { root, signal } = asked;
	const { settings, state } = kept;
	const now = systemClock.now();
	return (
		now >= kept.at &&
		readSuspension(root, now) === undefined &&
		askedDigest(asked) === kept.asked &&
		settings.root === root &&
		(await settingsDigest(root)) === settings.digest &&
		(await stateStamp(state, state.lineage))?.text === state.stamp &&
		(await holdCampaigns(kept, asked)) &&
		(await holdFiles(kept.files, root, signal))
	);
}

function holdCampaigns({ settings, campaigns }: KeptPlan, asked: Asked): Promise<boolean> {
	const { paths, root, flags, signal, without } = asked;
	const options = campaignOptions(settings, flags, { signal, ...defined({ without }) });
	return wouldLoadAsBefore(givenPaths(paths), campaigns, { ...options, root });
}

/** Whether the files hold what they held. */
async function holdFiles(files: KeptPlan["files"], root: string, signal: AbortSignal): Promise<boolean> {
	const known = Object.entries(files);
	if (known.length === 0) return true;
	const fingerprints = await openFingerprints(fingerprintsIn(root));
	for (const [path, digest] of known)
		if ((await fingerprints.of(path, signal)).sha256 !== digest) return false;
	return true;
}
