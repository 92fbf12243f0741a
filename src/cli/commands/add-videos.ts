import { realpath } from "node:fs/promises";
import { relative, resolve } from "node:path";
import campaignSchema from "../../../schemas/campaign.schema.json" with { type: "json" };
import { insertEntries } from "../../campaign/beginnings/insert-entries.ts";
import { entriesLikeLatest, type NewVideo } from "../../campaign/beginnings/like-latest.ts";
import { friendlyWord } from "../../campaign/friendly-values.ts";
import type { Campaign } from "../../model/campaign.ts";
import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import { StopFault } from "../../model/fault.ts";
import type { Schema } from "../../model/schema.ts";
import { replaceFile } from "../../system/files.ts";
import { renderDiagnostics } from "../../views/diagnostics.ts";
import { plain } from "../../views/ink.ts";
import { renderDiff } from "../../views/text-diff.ts";
import { formatYaml } from "../../yaml/format.ts";
import { readText } from "../../yaml/read.ts";
import { didYouMean } from "../../yaml/suggest.ts";
import type { InputFlags } from "../flags/inputs.ts";
import { err, inkOf, out } from "../terminal/terminal.ts";
import { inspect, type Workspace } from "../wiring/workspace.ts";

/** Where videos are added, and how. */
export interface AddFlags extends InputFlags {
	readonly in: string;
	/** Name or file. Absent: the only one. */
	readonly campaign?: string;
	readonly dryRun?: true;
}

/** A campaign file that is about to be changed. */
export interface Target {
	readonly campaign: Campaign;
	/** Absolute. */
	readonly path: string;
	readonly text: string;
}

/** The campaign that is meant. Throws `StopFault` where that is not clear. */
export async function targetIn({ campaigns }: Workspace, { campaign: named }: AddFlags): Promise<Target> {
	const found =
		named === undefined
			? campaigns
			: campaigns.filter(({ name, file }) => name === named || resolve(file) === resolve(named));
	const [campaign] = found;
	const names = campaigns.map(({ name }) => name);
	if (campaign === undefined)
		throw new StopFault(`There is no campaign \`${plain(named ?? "")}\` here.`, {
			remedy: didYouMean(named ?? "", names, "Campaigns"),
		});
	if (found.length > 1)
		throw new StopFault(`There are several campaigns here: ${names.map(plain).join(", ")}.`, {
			remedy: "Name one with --campaign.",
		});
	const path = resolve(campaign.file);
	const read = await readText(path, campaign.file);
	if ("problem" in read) throw new StopFault(read.problem.detail, { remedy: read.problem.hint ?? "" });
	return { campaign, path, text: read.source.text };
}

/** What comes of adding videos: nothing is wrong, or what is, all of it. */
export interface Tried {
	readonly after: string;
	readonly diagnostics: readonly Diagnostic[];
}

/** The text with the videos, and what is wrong with it. Writes nothing. */
export async function tryVideos(
	{ path, text }: Target,
	videos: readonly NewVideo[],
	{ signal, flags }: { readonly signal: AbortSignal; readonly flags: AddFlags },
): Promise<Tried> {
	const after = formattedLike(text, insertEntries(text, entriesLikeLatest(text, videos)));
	const found = await inspect({ paths: [flags.in] }, signal, {
		...flags,
		keyless: true,
		cache: false,
		instead: { path, text: after },
	});
	return { after, diagnostics: found.diagnostics.filter(({ severity }) => severity === "error") };
}

/** What `fmt` would leave alone stays so. */
function formattedLike(before: string, after: string): string {
	const format = (text: string) => formatYaml(text, campaignSchema as Schema, friendlyWord);
	return format(before) === before ? (format(after) ?? after) : after;
}

/** Shows what changes as a diff, and writes it. Throws `StopFault` where anything would be wrong then. */
export async function writeVideos(
	{ path, text, campaign }: Target,
	{ after, diagnostics }: Tried,
	flags: AddFlags,
): Promise<void> {
	if (hasErrors(diagnostics)) {
		err(renderDiagnostics(diagnostics, inkOf(process.stderr)));
		throw new StopFault("Nothing was written: the campaign would not be valid.", {
			remedy: "Correct what is named above, in the entry that new ones are written like.",
		});
	}
	out(renderDiff(campaign.file, { before: text, after }, inkOf(process.stdout)));
	if (flags.dryRun) return out("\nNothing was written (--dry-run).\n");
	const now = await readText(path, campaign.file);
	if ("problem" in now || now.source.text !== text)
		throw new StopFault(`${plain(campaign.file)} was changed meanwhile; nothing was written.`, {
			remedy: "Run the command again.",
		});
	await replaceFile(await realpath(path), after).catch((error: NodeJS.ErrnoException) => {
		throw new StopFault(`${plain(campaign.file)} cannot be written (${error.code}).`, {
			remedy: "Check that you may write there.",
			cause: error,
		});
	});
	out(`\nNext: showrun plan ${plain(relative(process.cwd(), resolve(flags.in)) || ".")}\n`);
}
