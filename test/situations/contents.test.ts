/**
 * Sources of one content in one workspace that nobody posted yet. Files whose names begin alike hold the
 * same footage for the judge.
 */
import { createHash } from "node:crypto";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { made, slides, speech, transformed } from "../content/media.ts";
import { addSituations, type Rows, TAKEN } from "./rows.ts";
import type { World } from "./world.ts";

const SECONDS = 30;
const FAST = ["-preset", "ultrafast", "-g", "20"];
const talk = transformed(made(speech(31, SECONDS), slides(31, SECONDS)), FAST, { as: "mp4" });
const other = made(speech(32, SECONDS), slides(32, SECONDS));
const FILES = {
	remux: transformed(talk, ["-c", "copy"], { as: "mkv" }),
	encoded: transformed(talk, [...FAST, "-crf", "30", "-vf", "scale=240:-2"], { as: "mp4" }),
	trimmed: transformed(talk, FAST, { as: "mp4", before: ["-ss", "3.4"] }),
	mirrored: transformed(talk, [...FAST, "-vf", "hflip,negate"], { as: "mp4" }),
};

/** One video and its post. */
interface Clipped {
	readonly name: string;
	readonly source: string;
	readonly account?: string;
	readonly repeat?: number;
}

function yamlOf(campaign: string, videos: readonly Clipped[]): string {
	const of = (line: (video: Clipped) => string) => videos.map(line).join("");
	return `campaign: ${campaign}
timezone: UTC
accounts:
  yt: { platform: youtube, username: Acme }
  tt: { platform: tiktok, username: acme }
videos:
${of(({ name, source }) => `  ${name}:\n    source: ${source}\n    clipping: { duration: 0-30s, limit: 3 }\n    export: { resolution: 480p }\n`)}posts:
${of(({ name, account = "yt" }) => `  ${name}-shorts:\n    from: ${name}\n    clips: { top: 1 }\n    to: { ${account}: { title: "${name} {{ clip.title }}", description: x } }\n`)}`;
}

/** A workspace with these files and a campaign of them. */
async function given({ workspace, write, accounts }: World, files: Readonly<Record<string, string>>) {
	const [yt, tt] = [
		{ id: "acc-1", platform: "youtube", handle: "Acme" },
		{ id: "acc-2", platform: "tiktok", handle: "acme" },
	];
	await accounts(yt, tt);
	const folder = workspace("a");
	for (const [name, file] of Object.entries(files)) copyFileSync(file, join(folder, name));
	const videos = Object.keys(files).map((name, at) => ({ name: `v${at + 1}`, source: `./${name}` }));
	write(folder, "talk.campaign.yaml", yamlOf("talk", videos));
	return { folder, videos };
}

function both(copy: string, name = `footage.copy${copy.slice(copy.lastIndexOf("."))}`) {
	return { "footage.mp4": talk, [name]: copy };
}

/** What messages call a file. */
function shortOf(file: string): string {
	return createHash("sha256").update(readFileSync(file)).digest("hex").slice(0, 12);
}

const LIKELY = /probably the same content\)?.*showrun sources same [0-9a-f]{12} [0-9a-f]{12}/;

const rows: Rows = {
	"a remux beside its file, in one first apply": [
		async (world) => world.apply((await given(world, both(FILES.remux, "footage.mov"))).folder),
		{ posts: 1, submits: 2, said: TAKEN },
	],
	"an encoded copy beside its file": [
		async (world) => world.apply((await given(world, both(FILES.encoded))).folder),
		{ posts: 1, submits: 2, said: TAKEN },
	],
	"a trimmed copy beside its file": [
		async (world) => world.apply((await given(world, both(FILES.trimmed))).folder),
		{ posts: 1, submits: 2, said: TAKEN },
	],
	"three copies": [
		async (world) =>
			world.apply((await given(world, { ...both(FILES.encoded), "footage.3.mp4": FILES.trimmed })).folder),
		{ posts: 1, submits: 3, said: TAKEN },
	],
	"a copy with another picture is asked about": [
		async (world) => world.apply((await given(world, both(FILES.mirrored))).folder),
		{ posts: 1, submits: 2, said: LIKELY },
	],
	"said to be another content, it is posted": [
		async (world) => {
			const files = { "footage.mp4": talk, "mirrored.mp4": FILES.mirrored };
			const { folder } = await given(world, files);
			const { out, err } = await world.apply(folder);
			const [, a = "", b = ""] =
				/sources other ([0-9a-f]{12}) ([0-9a-f]{12})/.exec((out + err).replace(/\s+/g, " ")) ?? [];
			await world.run(folder, ["sources", "other", a, b]);
			return world.apply(folder);
		},
		{ posts: 2, submits: 2 },
	],
	"said to be the same content, it is not asked about any more": [
		async (world) => {
			const { folder } = await given(world, both(FILES.mirrored));
			await world.apply(folder);
			await world.run(folder, ["sources", "same", shortOf(talk), shortOf(FILES.mirrored)]);
			const { out, err } = await world.apply(folder);
			return { out: `asked: ${/sources same/.test(out + err)} ${out}`, err };
		},
		{ posts: 1, submits: 2, said: /^asked: false.*already posted to this account/ },
	],
	"a sure finding that a person disputes is posted at their word": [
		async (world) => {
			const { folder } = await given(world, both(FILES.encoded));
			await world.apply(folder);
			await world.run(folder, ["sources", "other", shortOf(talk), shortOf(FILES.encoded)]);
			return world.apply(folder);
		},
		{ posts: 2, submits: 2, twice: true },
	],
	"another content is posted beside it": [
		async (world) => world.apply((await given(world, { "footage.mp4": talk, "other.mp4": other })).folder),
		{ posts: 2, submits: 2 },
	],
	"a copy that goes to another account is posted": [
		async (world) => {
			const { folder, videos } = await given(world, both(FILES.encoded));
			const to = videos.map((video, at) => ({ ...video, account: at === 0 ? "yt" : "tt" }));
			world.write(folder, "talk.campaign.yaml", yamlOf("talk", to));
			return world.apply(folder);
		},
		{ posts: 2, submits: 2 },
	],
	"a copy in another campaign of the workspace": [
		async (world) => {
			const { folder, videos } = await given(world, both(FILES.encoded));
			world.write(folder, "talk.campaign.yaml", yamlOf("talk", videos.slice(0, 1)));
			world.write(folder, "b.campaign.yaml", yamlOf("b", videos.slice(1)));
			return world.apply(folder);
		},
		{ posts: 1, submits: 2, said: TAKEN },
	],
	"campaigns applied one after the other": [
		async (world) => {
			const { folder, videos } = await given(world, both(FILES.encoded));
			world.write(folder, "talk.campaign.yaml", yamlOf("talk", videos.slice(0, 1)));
			world.write(folder, "b.campaign.yaml", yamlOf("b", videos.slice(1)));
			await world.run(folder, ["apply", "b.campaign.yaml", "--auto-approve"]);
			return world.run(folder, ["apply", "talk.campaign.yaml", "--auto-approve"]);
		},
		{ posts: 1, submits: 2, said: TAKEN },
	],
	"the plan says it before a submit is paid": [
		async (world) => world.run((await given(world, both(FILES.encoded))).folder, ["plan", "."]),
		{ posts: 0, submits: 0, said: /same-content: .*holds the same content as that of talk\.post\.v1-shorts/ },
	],
	"of other contents it says nothing": [
		async (world) => {
			const { folder } = await given(world, { "footage.mp4": talk, "other.mp4": other });
			const ended = await world.run(folder, ["plan", "."]);
			return { out: `told: ${/same-content/.test(ended.out + ended.err)}`, err: "" };
		},
		{ posts: 0, submits: 0, said: /told: false/ },
	],
	"a declared id beside the URL that it has": [
		async (world) => {
			const { folder } = await given(world, {});
			const url = "https://videos.example.com/talk.mp4";
			const videos = [
				{ name: "v1", source: `{ url: "${url}", id: talk-2026 }` },
				{ name: "v2", source: url },
			];
			world.write(folder, "talk.campaign.yaml", yamlOf("talk", videos));
			return world.apply(folder);
		},
		{ posts: 1, submits: 2, said: TAKEN },
	],
};

const contents = suite("situations of sources that were never posted");
await addSituations(contents, rows);
contents.run();
