import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join, posix, relative, resolve, sep } from "node:path";
import campaignSchema from "../../../schemas/campaign.schema.json" with { type: "json" };
import clipsSchema from "../../../schemas/clips.schema.json" with { type: "json" };
import settingsSchema from "../../../schemas/settings.schema.json" with { type: "json" };
import { starterCampaign, starterSettings } from "../../campaign/starter.ts";
import { StopFault } from "../../model/fault.ts";
import { replaceFile } from "../../system/files.ts";
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
	await mkdir(root, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
		throw unwritable(root, error);
	});
	const videos = flags.video === undefined ? await videosIn(root) : [fromRoot(root, flags.video)];
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
	out(
		`\n${video === undefined ? `${missing(root, videos)} Then: ` : "Next: "}showrun plan ${displayPath(root)}\n`,
	);
}

function missing(root: string, videos: readonly string[]): string {
	if (videos.length === 0)
		return `Put a video at ${displayPath(join(root, "talk.mp4"))}, or name another one in the campaign.`;
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

function fromRoot(root: string, video: string): string {
	const way = relative(root, resolve(video));
	if (way.startsWith("..") || !VIDEO.test(way))
		throw new StopFault(
			`${video} must be inside ${displayPath(root)}/ and end in .mp4, .mov, .webm or .avi.`,
			{
				remedy: "Move it there, or name another file.",
			},
		);
	return `./${way.split(sep).join(posix.sep)}`;
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
