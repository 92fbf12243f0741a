import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import type { Command } from "commander";
import campaignSchema from "../../../schemas/campaign.schema.json" with { type: "json" };
import clipsSchema from "../../../schemas/clips.schema.json" with { type: "json" };
import settingsSchema from "../../../schemas/settings.schema.json" with { type: "json" };
import { NAME, nameFrom } from "../../campaign/beginnings/names.ts";
import { starterCampaign, starterSettings } from "../../campaign/starter.ts";
import { StopFault } from "../../model/fault.ts";
import { surroundingsOf } from "../../settings/find-workspace.ts";
import { undefinedIfMissing } from "../../system/error-code.ts";
import { replaceFile } from "../../system/files.ts";
import { makeOwnFolder } from "../../system/showrun-folder.ts";
import { plain } from "../../views/ink.ts";
import { interactive, out } from "../terminal/terminal.ts";
import {
	type Answers,
	askAnswers,
	displayPath,
	givenAnswers,
	type InitFlags,
	isBegun,
	isThere,
	isVideoUrl,
} from "./init-answers.ts";
import { type Beginning, beginningOf, copyIfFree, mustFitTogether } from "./init-kinds.ts";
import { runAloud } from "./run-aloud.ts";

/**
 * Where the schemas lie that editors complete from: meant to be committed, so that everybody's editor finds
 * them, without a network.
 */
const SCHEMAS = ".showrun/schemas";
const MOST_SHOWN = 20;
const UNREVIEWED =
	"Clips are posted without an approval. To have them wait for one, add `review: required` to the post.\n";
const MORE =
	"To add a video: showrun new VIDEO. For a second campaign: showrun init --name NAME --video FILE\n";
const IGNORED = ["outbox/", "clips/", "node_modules/"];

/**
 * `showrun init [FOLDER]`: a campaign, settings and schemas to start from. On a terminal it asks what the
 * flags do not say and ends with a plan. Overwrites nothing but older schemas of its own: run again after an
 * upgrade, it renews them. Throws `StopFault` where something is in the way.
 */
export async function init(folder: string, flags: InitFlags, showrun: Command): Promise<void> {
	const root = resolve(folder);
	const name = flags.name ?? (await nameIn(root, flags));
	if (!NAME.test(name))
		throw new StopFault(`"${name}" cannot be the name of a campaign.`, {
			remedy: "Names have letters, digits, - and _; give one with --name.",
		});
	mustFitTogether(flags);
	await mustStandAlone(root);
	const campaign = join(root, `${name}.campaign.yaml`);
	const isNew = !(await isThere(campaign));
	if (!isNew) mustAskNothing(campaign, flags);
	const isAsked = isNew && interactive();
	const answers = await (isAsked ? askAnswers(root, flags) : givenAnswers(root, flags));
	const beginning = isNew && isBegun(flags) ? await beginningOf(root, flags, answers) : undefined;
	if (isNew) await writeStarter(root, { campaign, name, beginning, ...answers });
	else out(`kept   ${displayPath(campaign)}\n`);
	await writeSchemas(root);
	await ignore(join(root, ".gitignore"));
	if (beginning !== undefined) sayWhatIsLeft(beginning);
	const lacking = isNew && beginning === undefined ? await missing(root, answers) : "";
	out("\n");
	if (!isNew) out(MORE);
	if (isNew && !isAsked && beginning === undefined && !answers.review) out(UNREVIEWED);
	if ((!isAsked && beginning === undefined) || lacking !== "")
		return out(`${lacking === "" ? "Next: " : `${lacking} Then: `}showrun plan ${displayPath(root)}\n`);
	await runAloud(showrun, ["plan", displayPath(root)]);
	out(`\nNext: showrun apply ${displayPath(root)}\n`);
}

/** What is asked for would change nothing in a campaign that stays. */
function mustAskNothing(campaign: string, flags: InitFlags): void {
	const { video = [], account = [], review, feed } = flags;
	if (video.length + account.length === 0 && !review && feed === undefined && !isBegun(flags)) return;
	throw new StopFault(`${displayPath(campaign)} is there already, and init overwrites nothing.`, {
		remedy: "Edit it, or name another campaign with --name.",
	});
}

/** The folder's own, unless a campaign is there already and nothing says what another one is about. */
async function nameIn(root: string, flags: InitFlags): Promise<string> {
	const own = nameFrom(basename(root), "campaign");
	const { video = [], feed } = flags;
	if (video.length > 0 || feed !== undefined || isBegun(flags)) return own;
	const files = await readdir(root).catch((error: unknown) => undefinedIfMissing(error) ?? []);
	const names = files
		.flatMap((file) => CAMPAIGN_FILE.exec(file)?.[1] ?? [])
		.filter((each) => NAME.test(each));
	return names.includes(own) ? own : (names.sort()[0] ?? own);
}

const CAMPAIGN_FILE = /^(.+)\.campaign\.yaml$/;

interface Starter extends Answers {
	/** Path of its file. */
	readonly campaign: string;
	readonly name: string;
	/** Absent: a campaign of the videos that are named. */
	readonly beginning: Beginning | undefined;
}

async function writeStarter(root: string, { campaign, name, beginning, ...answers }: Starter): Promise<void> {
	await mkdir(root, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
		throw unwritable(root, error);
	});
	const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
	const schema = `${SCHEMAS}/campaign.schema.json`;
	const parts = { name, schema, timezone };
	const text = beginning?.campaign(parts) ?? starterCampaign({ ...answers, ...parts });
	const files: readonly (readonly [path: string, text: string])[] = [
		[campaign, text],
		[join(root, "showrun.config.yaml"), starterSettings(`${SCHEMAS}/settings.schema.json`, answers.accounts)],
	];
	for (const [path, text] of files) out(`${await writeIfFree(path, text)} ${displayPath(path)}\n`);
	for (const [path, content] of beginning?.files ?? []) {
		const to = join(root, path);
		const done = "text" in content ? writeIfFree(to, content.text) : copyIfFree(content.copyOf, to);
		out(`${await done} ${displayPath(to)}\n`);
	}
}

/** What of a folder is not in the campaign, and why. */
function sayWhatIsLeft({ left }: Beginning): void {
	const shown = left.slice(0, MOST_SHOWN);
	if (left.length > 0) out(`\nLeft out of the campaign:\n`);
	for (const { name, why } of shown) out(`  ${plain(name)} ${why}\n`);
	if (left.length > shown.length) out(`  and ${left.length - shown.length} more\n`);
}

/**
 * A workspace around or inside keeps its campaigns and their state: a file that changed hands would be posted
 * again. Throws `StopFault`.
 */
async function mustStandAlone(root: string): Promise<void> {
	const { above, below = [] } =
		(await surroundingsOf(root, new AbortController().signal).catch(unlessTooMany)) ?? {};
	if (above !== undefined)
		throw new StopFault(`${displayPath(root)} is inside the workspace ${plain(above)}.`, {
			remedy: "Write another *.campaign.yaml there, or name a folder beside that workspace.",
		});
	if (below.length > 0)
		throw new StopFault(`${displayPath(root)} has workspaces inside: ${below.map(displayPath).join(", ")}.`, {
			remedy: "Name a folder beside them: showrun init FOLDER",
		});
}

/** Below a folder as large as a home nobody looks for workspaces. */
function unlessTooMany(error: unknown): undefined {
	if (!(error instanceof StopFault)) throw error;
	return undefined;
}

/** What is to be done before the first plan. Empty: nothing. */
async function missing(root: string, { videos, others }: Answers): Promise<string> {
	if (others.length > 0)
		return (
			`Name one of the ${others.length} videos as \`source\` in the campaign: ` +
			`${others.slice(0, 5).join(", ")}${others.length > 5 ? ", …" : ""}.`
		);
	for (const video of videos)
		if (!isVideoUrl(video) && !(await isThere(join(root, video))))
			return `Put a video at ${displayPath(join(root, video))}, or name another one in the campaign.`;
	return "";
}

async function writeIfFree(path: string, text: string): Promise<"wrote " | "kept  "> {
	return writeFile(path, text, { flag: "wx" }).then(
		() => "wrote ",
		(error: NodeJS.ErrnoException) => {
			if (error.code === "EEXIST") return "kept  ";
			throw unwritable(path, error);
		},
	);
}

/** Schemas belong to the program: those of an older version are replaced. */
async function writeSchemas(root: string): Promise<void> {
	await makeOwnFolder(join(root, ".showrun"));
	for (const [name, schema] of Object.entries({
		campaign: campaignSchema,
		clips: clipsSchema,
		settings: settingsSchema,
	})) {
		const path = join(root, SCHEMAS, `${name}.schema.json`);
		const text = `${JSON.stringify(schema, undefined, "\t")}\n`;
		const same = (await readFile(path, "utf8").catch(() => "")) === text;
		if (!same)
			await replaceFile(path, text).catch((error: NodeJS.ErrnoException) => {
				throw unwritable(path, error);
			});
		out(`${same ? "kept  " : "wrote "} ${displayPath(path)}\n`);
	}
}

function unwritable(path: string, error: NodeJS.ErrnoException): StopFault {
	return new StopFault(`${displayPath(path)} cannot be written (${error.code}).`, {
		remedy: "Check that you may write there, and that nothing else has that name.",
		cause: error,
	});
}

/** Adds what is made anew on every machine; what the file says already stays. */
async function ignore(path: string): Promise<void> {
	const before = await readFile(path, "utf8").catch(() => "");
	const missing = IGNORED.filter((line) => !before.split(/\r?\n/).includes(line));
	if (missing.length === 0) return;
	await writeFile(
		path,
		`${before}${before === "" || before.endsWith("\n") ? "" : "\n"}${missing.join("\n")}\n`,
	).catch((error: NodeJS.ErrnoException) => {
		throw unwritable(path, error);
	});
	out(`wrote  ${displayPath(path)}\n`);
}
