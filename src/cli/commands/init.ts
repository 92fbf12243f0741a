import { access, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join, posix, relative, resolve, sep } from "node:path";
import campaignSchema from "../../../schemas/campaign.schema.json" with { type: "json" };
import clipsSchema from "../../../schemas/clips.schema.json" with { type: "json" };
import settingsSchema from "../../../schemas/settings.schema.json" with { type: "json" };
import { starterCampaign, starterSettings } from "../../campaign/starter.ts";
import { StopFault } from "../../model/fault.ts";
import { surroundingsOf } from "../../settings/find-workspace.ts";
import { replaceFile } from "../../system/files.ts";
import { isInside } from "../../system/paths.ts";
import { makeOwnFolder } from "../../system/showrun-folder.ts";
import { plain } from "../../views/ink.ts";
import { out } from "../terminal/terminal.ts";

interface InitFlags {
	readonly video?: string;
	readonly name?: string;
}

/**
 * Where the schemas lie that editors complete from: meant to be committed, so that everybody's editor finds
 * them, without a network.
 */
const SCHEMAS = ".showrun/schemas";
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const VIDEO = /\.(mp4|mov|webm|avi)$/i;
const IGNORED = ["outbox/", "clips/"];

/**
 * `showrun init [FOLDER]`: a campaign, settings and schemas to start from. Overwrites nothing but older
 * schemas of its own: run again after an upgrade, it
 * renews them. Throws `StopFault` where something is in the way.
 */
export async function init(folder: string, flags: InitFlags): Promise<void> {
	const root = resolve(folder);
	const name = flags.name ?? nameFrom(basename(root));
	if (!NAME.test(name))
		throw new StopFault(`"${name}" cannot be the name of a campaign.`, {
			remedy: "Names have letters, digits, - and _; give one with --name.",
		});
	await mustStandAlone(root);
	await mkdir(root, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
		throw unwritable(root, error);
	});
	const videos = flags.video === undefined ? await videosIn(root) : [await fromRoot(root, flags.video)];
	const video = videos.length === 1 ? videos[0] : undefined;
	const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
	const parts = { name, video: video ?? "./talk.mp4", schema: `${SCHEMAS}/campaign.schema.json`, timezone };
	const files: [string, string][] = [
		[`${name}.campaign.yaml`, starterCampaign(parts)],
		["showrun.config.yaml", starterSettings(`${SCHEMAS}/settings.schema.json`)],
	];
	for (const [path, text] of files)
		out(`${await writeIfFree(join(root, path), text)} ${displayPath(join(root, path))}\n`);
	await writeSchemas(root);
	await ignore(join(root, ".gitignore"));
	out(`\n${await missing(root, videos)}showrun plan ${displayPath(root)}\n`);
}

/**
 * A workspace around or inside keeps its campaigns and their state: a file that changed hands would be posted
 * again. Throws `StopFault`.
 */
async function mustStandAlone(root: string): Promise<void> {
	const { above, below = [] } =
		(await surroundingsOf(root, new AbortController().signal).catch(unlessTooMany)) ?? {};
	if (above !== undefined)
		throw new StopFault(`${displayPath(root)} is inside the workspace ${displayPath(above)}.`, {
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

/** What is to be done before the first plan, and the words that lead to it. */
async function missing(root: string, videos: readonly string[]): Promise<string> {
	const [only = "./talk.mp4", ...others] = videos;
	if (others.length > 0) return `${nameOne(videos)} Then: `;
	const path = join(root, only);
	if (await isThere(path)) return "Next: ";
	return `Put a video at ${displayPath(path)}, or name another one in the campaign. Then: `;
}

function nameOne(videos: readonly string[]): string {
	return (
		`Name one of the ${videos.length} videos as \`source\` in the campaign: ` +
		`${videos.slice(0, 5).join(", ")}${videos.length > 5 ? ", …" : ""}.`
	);
}

function nameFrom(folder: string): string {
	return (
		folder
			.replace(/[^A-Za-z0-9_-]+/g, "-")
			.replace(/^[^A-Za-z0-9]+|-+$/g, "")
			.slice(0, 64) || "campaign"
	);
}

async function videosIn(root: string): Promise<readonly string[]> {
	const found = await readdir(root);
	return found
		.filter((name) => VIDEO.test(name) && !name.startsWith(".") && !/\p{Cc}/u.test(name))
		.sort()
		.map((name) => `./${name}`);
}

/** The video as named from here, or from the new workspace. */
async function fromRoot(root: string, video: string): Promise<string> {
	const here = resolve(video);
	const way = relative(root, isInside(root, here) || (await isThere(here)) ? here : resolve(root, video));
	if (way.startsWith("..") || !VIDEO.test(way))
		throw new StopFault(
			`${video} must be inside ${displayPath(root)}/ and end in .mp4, .mov, .webm or .avi.`,
			{
				remedy: "Move it there, or name another file.",
			},
		);
	return `./${way.split(sep).join(posix.sep)}`;
}

async function isThere(path: string): Promise<boolean> {
	return access(path).then(
		() => true,
		() => false,
	);
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

function displayPath(path: string): string {
	return plain(relative(process.cwd(), path) || ".");
}
