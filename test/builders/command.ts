import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Snapshot } from "../../src/model/snapshot.ts";
import { encodeSnapshot } from "../../src/state/codec.ts";

const MAIN = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));

/** How a command ended. */
export interface Ended {
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
}

/** A folder with files, and a way to run showrun in it with an environment of its own. */
export interface Workspace {
	readonly folder: string;
	readonly run: (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<Ended>;
}

/** Makes a folder that is gone afterwards; `state` is what it remembers. */
export async function withWorkspace(
	{ files, state }: { readonly files: Readonly<Record<string, string>>; readonly state?: Snapshot },
	work: (workspace: Workspace) => Promise<void>,
): Promise<void> {
	const room = await mkdtemp(join(tmpdir(), "showrun-cli-"));
	const folder = join(room, "workspace");
	const all = { ...files, ...(state && { ".showrun/state.json": encodeSnapshot(state) }) };
	try {
		for (const [path, text] of Object.entries(all)) {
			await mkdir(dirname(join(folder, path)), { recursive: true });
			await writeFile(join(folder, path), text);
		}
		await work({ folder, run: (args, env = {}) => showrun(args, { cwd: folder, env: { HOME: room, XDG_STATE_HOME: join(room, "memory"), ...env } }) });
	} finally {
		await rm(room, { recursive: true, force: true });
	}
}

async function showrun(args: readonly string[], { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> }): Promise<Ended> {
	const own = { PATH: process.env.PATH ?? "", LANG: "C.UTF-8", TZ: "UTC", ...env };
	const child = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), MAIN, ...args], {
		cwd,
		env: own,
		stdio: ["ignore", "pipe", "pipe"],
		timeout: 60_000,
	});
	let [out, err] = ["", ""];
	child.stdout.setEncoding("utf8").on("data", (piece) => (out += piece));
	child.stderr.setEncoding("utf8").on("data", (piece) => (err += piece));
	const [code] = await once(child, "close");
	return { code, out, err };
}

/** A campaign `k` whose one video is a link, so that nothing needs a file: its best clip to one account. */
export const LINKED = `campaign: k
timezone: Europe/Berlin
accounts:
  tube: { platform: youtube, username: Acme }
videos:
  talk: { source: "https://example.com/talk.mp4", export: {} }
posts:
  shorts:
    from: talk
    clips: { top: 1 }
    to: { tube: { title: "{{ clip.title }}" } }
`;
