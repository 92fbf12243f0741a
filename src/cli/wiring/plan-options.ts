import { type AddressText, isPostAddress, matchAddress, videoAddress } from "../../model/address.ts";
import type { Campaign } from "../../model/campaign.ts";
import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import { keysOf } from "../../model/keys.ts";
import type { PlanOptions } from "../../model/observed.ts";
import type { ServiceSettings, Settings } from "../../model/settings.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { knownAddresses, selectorOf, unmatched } from "../../plan/select.ts";
import { didYouMean } from "../../yaml/suggest.ts";
import type { PlanFlags } from "../flags/plan.ts";

/** What selects among the addresses of the campaigns. */
type Selecting = Pick<PlanFlags, "target" | "exclude" | "replace" | "retry" | "maxCancels"> & {
	/** Nobody looks at the plan before it is carried out. */
	readonly autoApprove?: true;
};

interface KnownAddresses {
	readonly campaigns: readonly Campaign[];
	readonly snapshot: Snapshot;
}

/**
 * What a plan may rely on with these settings and flags. Throws `StopFault` for a flag that names nothing: a
 * misspelt one would do nothing, silently.
 */
export function planOptionsOf(
	settings: Settings,
	flags: Selecting,
	{ campaigns, snapshot }: KnownAddresses,
): PlanOptions {
	mustBeVideos(flags.replace, campaigns);
	mustBeRefused(flags.retry ?? [], snapshot);
	const known = addressesFor(flags, { campaigns, snapshot });
	const [foreign] = unmatched({ targets: flags.target, excludes: flags.exclude }, known);
	if (foreign !== undefined)
		throw new StopFault(`\`${foreign}\` matches no address.`, {
			remedy: didYouMean(foreign, known, "Addresses") || "The campaigns declare nothing.",
		});
	return optionsOf(settings, flags, { campaigns, snapshot });
}

/** The same for what was checked before. */
export function optionsOf(
	{ service, policy }: Settings,
	{ target, exclude, replace, retry = [], ...flags }: Selecting,
	known: KnownAddresses,
): PlanOptions {
	const addresses = addressesFor({ target, exclude }, known);
	const selected = selectorOf({ targets: target, excludes: exclude }, addresses);
	return {
		idempotency: service.idempotency ?? false,
		publishStatus: service.publishStatus ?? false,
		replace,
		...(service.url === undefined && { publishUpdate: true, publishCancel: true, publishLateRule: true }),
		...(retry.length > 0 && {
			retry: (address: AddressText) => retry.some((glob) => matchAddress(glob, address)),
		}),
		...defined({ maxCancels: flags.maxCancels ?? policy?.maxCancelsPerRun ?? (flags.autoApprove && 0) }),
		...defined({ selected, keyLifetimeMs: keyLifetimeOf(service), asDeclared: leftOpen(service) }),
	};
}

/** What globs can name. There are as many as posts times clips: without a glob nobody lists them. */
function addressesFor(
	{ target, exclude }: Pick<Selecting, "target" | "exclude">,
	{ campaigns, snapshot }: KnownAddresses,
): readonly AddressText[] {
	return target.length + exclude.length === 0 ? [] : knownAddresses(campaigns, snapshot);
}

/** A service that does not tell keeps its keys about a day. Undefined: for good, as the embedded one does. */
const USUAL_MS = 24 * 3_600_000;

function keyLifetimeOf({ url, keyLifetimeMs }: ServiceSettings): number | undefined {
	return url === undefined ? undefined : (keyLifetimeMs ?? USUAL_MS);
}

/** What is left to the service to declare. Undefined: nothing. */
function leftOpen({ url, ...set }: ServiceSettings): PlanOptions["asDeclared"] {
	const names = (["idempotency", "keyLifetimeMs", "publishStatus"] as const).filter(
		(name) => set[name] === undefined && !(name === "keyLifetimeMs" && set.idempotency === false),
	);
	return url === undefined || names.length === 0 ? undefined : names;
}

function mustBeRefused(globs: readonly string[], { refusals = {} }: Snapshot): void {
	const refused = keysOf(refusals);
	const foreign = globs.find((glob) => !refused.some((address) => matchAddress(glob, address)));
	if (foreign === undefined) return;
	throw new StopFault(`--retry names \`${foreign}\`, which the service did not refuse.`, {
		remedy: didYouMean(foreign, refused, "Refused") || "Nothing was refused.",
	});
}

function mustBeVideos(replace: PlanOptions["replace"], campaigns: readonly Campaign[]): void {
	const known = campaigns.flatMap(({ name, videos }) =>
		videos.map((video) => videoAddress(name, video.name)),
	);
	const foreign = replace.find((address) => !known.includes(address));
	if (foreign === undefined) return;
	if (isPostAddress(foreign))
		throw new StopFault(
			`--replace names the post \`${foreign}\`: a post is never replaced, what is public stays public.`,
			{
				remedy:
					"Change it on the platform. To post its moment once more, " +
					"set `repeat: 2` and a `schedule` in the post.",
			},
		);
	throw new StopFault(`--replace names \`${foreign}\`, which is not a video of these campaigns.`, {
		remedy: didYouMean(foreign, known, "Videos"),
	});
}
