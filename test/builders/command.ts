import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Snapshot } from "../../src/model/snapshot.ts";
import { encodeSnapshot } from "../../src/state/snapshot/encode.ts";
import { type Ended, ROOM } from "../journeys/program.ts";
import { showrunWarm } from "../journeys/warm.ts";

/** A folder with files, and a way to run showrun in it with an environment of its own. */
export interface Workspace {
	readonly folder: string;
	readonly run: (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<Ended>;
}

/** Makes a folder that is gone when the test file ends; `state` is what it remembers. */
export async function withWorkspace(
	{ files, state }: { readonly files: Readonly<Record<string, string>>; readonly state?: Snapshot },
	work: (workspace: Workspace) => Promise<void>,
): Promise<void> {
	const room = await mkdtemp(join(ROOM, "cli-"));
	const folder = join(room, "workspace");
	const all = { ...files, ...(state && { ".showrun/state.json": encodeSnapshot(state) }) };
	for (const [path, text] of Object.entries(all)) {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeFile(join(folder, path), text);
	}
	await work({
		folder,
		run: (args, env = {}) =>
			showrunWarm(args, { cwd: folder, env: { XDG_STATE_HOME: join(room, "memory"), ...env } }),
	});
}

/** A campaign `k` whose one video is a link, so that nothing needs a file: its best clip to one account. */
export const LINKED = `campaign: k
timezone: Europe/Berlin
accounts:
  tube: { platform: youtube, username: Acme }
videos:
  talk: { source: "https://example.com/talk.mp4", export: { resolution: 1080p } }
posts:
  shorts:
    from: talk
    clips: { top: 1 }
    to: { tube: { title: "{{ clip.title }}" } }
`;
