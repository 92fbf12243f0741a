import { cp, mkdtemp, readdir, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { StopFault } from "../../model/fault.ts";
import { plain } from "../../views/ink.ts";
import { out } from "../terminal/terminal.ts";
import { BUILD } from "../version.ts";
import { runAloud } from "./run-aloud.ts";

/** The campaign that is packed with the program, seen from the sources or from a chunk of the bundle. */
export const DEMO = fileURLToPath(
	new URL(BUILD === undefined ? "../../../examples/demo" : "../../examples/demo", import.meta.url),
);
/** Variables that belong to other work of this person. */
const SETTINGS = ["SHOWRUN_SERVICE_URL", "SHOWRUN_API_KEY", "SHOWRUN_API_KEY_FILE", "SHOWRUN_STATE"];

/**
 * `showrun demo`: cuts, captions and delivers a clip of a talk of eleven seconds in a new temporary folder,
 * with a ledger of its own, and shows that a second plan has no changes. Touches nothing else.
 */
export async function demo(showrun: Command): Promise<void> {
	const made = mkdtemp(join(tmpdir(), "showrun-demo-")).catch(unwritable(tmpdir()));
	const folder = await realpath(await made);
	await cp(DEMO, folder, { recursive: true }).catch(unwritable(folder));
	for (const name of SETTINGS) delete process.env[name];
	process.env.XDG_STATE_HOME = join(folder, ".showrun", "ledgers");
	await runAloud(showrun, ["apply", "--auto-approve", folder]);
	await runAloud(showrun, ["plan", folder]);
	const clips = await clipsIn(join(folder, "outbox"));
	out(`\nClips, as delivered to each account:\n${clips.map((file) => `  ${plain(file)}\n`).join("")}`);
	out(`The campaign: ${plain(join(folder, "demo.campaign.yaml"))}\n`);
	out("Your own, in a folder with a video: showrun init\n");
}

function unwritable(folder: string): (cause: NodeJS.ErrnoException) => never {
	return (cause) => {
		throw new StopFault(`The demo's files cannot be copied to ${plain(folder)} (${cause.code}).`, {
			remedy: "Set TMPDIR to a folder of yours with 50 MB of free space, or install showrun anew.",
			cause,
		});
	};
}

async function clipsIn(outbox: string): Promise<readonly string[]> {
	const names = await readdir(outbox, { recursive: true });
	const files = names.filter((name) => name.endsWith(".mp4")).map((name) => join(outbox, name));
	return files.map((file) => shorter(file)).sort();
}

/** A path as it opens from here. */
function shorter(file: string): string {
	const way = relative(process.cwd(), file);
	return way.startsWith("..") ? file : way;
}
