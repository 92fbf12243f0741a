import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join, posix, relative, resolve, sep } from "node:path";
import campaignSchema from "../../../schemas/campaign.schema.json" with { type: "json" };
import clipsSchema from "../../../schemas/clips.schema.json" with { type: "json" };
import settingsSchema from "../../../schemas/settings.schema.json" with { type: "json" };
import { starterCampaign, starterSettings } from "../../campaign/starter.ts";
import { StopFault } from "../../model/fault.ts";
import { makeOwnFolder } from "../../system/own-folder.ts";
import { out } from "../terminal.ts";

interface InitFlags {
	readonly video?: string;
	readonly name?: string;
}

/** Where the schemas lie that editors complete from: committed, so that everybody's editor finds them. */
const SCHEMAS = ".showrun/schemas";
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const VIDEO = /\.(mp4|mov|webm|avi)$/i;
const IGNORED = ["outbox/", "clips/"];

/** `showrun init [FOLDER]`: a campaign, settings and schemas to start from. Overwrites nothing. Throws `StopFault` where something is in the way. */
export async function init(folder: string, flags: InitFlags): Promise<void> {
	const root = resolve(folder);
	const name = flags.name ?? nameFrom(basename(root));
	if (!NAME.test(name))
		throw new StopFault(`"${name}" cannot be the name of a campaign.`, { remedy: "Names have letters, digits, - and _; give one with --name." });
	await mkdir(root, { recursive: true });
	const video = flags.video === undefined ? await onlyVideo(root) : fromRoot(root, flags.video);
	const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
	const parts = { name, video: video ?? "./talk.mp4", schema: `${SCHEMAS}/campaign.schema.json`, timezone };
	await makeOwnFolder(join(root, ".showrun"));
	await mkdir(join(root, SCHEMAS), { recursive: true });
	const files: [string, string][] = [
		[`${name}.campaign.yaml`, starterCampaign(parts)],
		["showrun.config.yaml", starterSettings(`${SCHEMAS}/settings.schema.json`)],
		[`${SCHEMAS}/campaign.schema.json`, json(campaignSchema)],
		[`${SCHEMAS}/clips.schema.json`, json(clipsSchema)],
		[`${SCHEMAS}/settings.schema.json`, json(settingsSchema)],
	];
	for (const [path, text] of files) out(`${(await writeIfFree(join(root, path), text)) ? "wrote " : "kept  "} ${shown(join(root, path))}\n`);
	await ignore(join(root, ".gitignore"));
	const missing = video === undefined ? `Put a video at ${shown(join(root, "talk.mp4"))}, or name another one in the campaign. Then: ` : "Next: ";
	out(`\n${missing}showrun plan ${shown(root)}\n`);
}

function nameFrom(folder: string): string {
	return (
		folder
			.replace(/[^A-Za-z0-9_-]+/g, "-")
			.replace(/^[^A-Za-z0-9]+|-+$/g, "")
			.slice(0, 64) || "campaign"
	);
}

/** The video of a folder that holds just one. */
async function onlyVideo(root: string): Promise<string | undefined> {
	const found = (await readdir(root)).filter((name) => VIDEO.test(name) && !name.startsWith("."));
	return found.length === 1 ? `./${found[0]}` : undefined;
}

function fromRoot(root: string, video: string): string {
	const way = relative(root, resolve(video));
	if (way.startsWith("..") || !VIDEO.test(way))
		throw new StopFault(`${video} cannot be the video.`, { remedy: "Name an mp4, mov, webm or avi file inside the folder that is set up." });
	return `./${way.split(sep).join(posix.sep)}`;
}

function json(schema: object): string {
	return `${JSON.stringify(schema, undefined, "\t")}\n`;
}

async function writeIfFree(path: string, text: string): Promise<boolean> {
	return writeFile(path, text, { flag: "wx" }).then(
		() => true,
		(error: NodeJS.ErrnoException) => {
			if (error.code === "EEXIST") return false;
			throw new StopFault(`${shown(path)} cannot be written (${error.code}).`, { remedy: "Check that you may write there.", cause: error });
		},
	);
}

/** Adds what is made anew on every machine; what the file says already stays. */
async function ignore(path: string): Promise<void> {
	const before = await readFile(path, "utf8").catch(() => "");
	const missing = IGNORED.filter((line) => !before.split(/\r?\n/).includes(line));
	if (missing.length === 0) return;
	await writeFile(path, `${before}${before === "" || before.endsWith("\n") ? "" : "\n"}${missing.join("\n")}\n`);
	out(`wrote  ${shown(path)}\n`);
}

function shown(path: string): string {
	return relative(process.cwd(), path) || ".";
}
