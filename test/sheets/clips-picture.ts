import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { builds } from "../engine/media.ts";

const HEIGHT = 360;
const GAP = 12;
/** Accounts of the quickstart, which of their clips in the order of the talk, and where in it, in seconds. */
const FRAMES = [
	{ account: "youtube/Acme", clip: 1, at: 2 },
	{ account: "youtube/Acme", clip: 0, at: 9 },
	{ account: "youtube/Acme", clip: 1, at: 12 },
	{ account: "linkedin/acme-inc", clip: 1, at: 21 },
] as const;

/** Frames of the clips that the quickstart delivered, side by side: the README's picture of them. */
export async function drawClips(workspace: string, file: string): Promise<void> {
	const [build] = await builds();
	if (!build) throw new Error("no ffmpeg was found");
	const inputs = FRAMES.flatMap(({ account, clip, at }) => {
		const video = videosOf(join(workspace, "outbox", account))[clip];
		if (video === undefined) throw new Error(`${account} has no clip ${clip}`);
		return ["-ss", String(at), "-i", video];
	});
	const last = FRAMES.length - 1;
	const parts = FRAMES.map(
		(_, at) => `[${at}:v]scale=-2:${HEIGHT},pad=iw+${at < last ? GAP : 0}:ih:0:0:white[v${at}]`,
	);
	const row = `${FRAMES.map((_, at) => `[v${at}]`).join("")}hstack=inputs=${FRAMES.length}`;
	const filter = `${parts.join(";")};${row}`;
	const output = ["-frames:v", "1", "-q:v", "5", "-update", "1", "-y", file];
	execFileSync(build.path, ["-v", "error", ...inputs, "-filter_complex", filter, ...output]);
}

/** The clips of an outbox, in the order of the talk. */
function videosOf(outbox: string): readonly string[] {
	return readdirSync(outbox, { withFileTypes: true })
		.filter((each) => each.isDirectory())
		.map(({ name }) => {
			const post = JSON.parse(readFileSync(join(outbox, name, "post.json"), "utf8"));
			return { video: join(outbox, name, "video.mp4"), begin: Number(post.clip.begin_ms) };
		})
		.sort((one, other) => one.begin - other.begin)
		.map(({ video }) => video);
}
