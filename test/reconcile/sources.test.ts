import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readSources } from "../../src/reconcile/sources.ts";
import { openFingerprints } from "../../src/system/fingerprints.ts";
import { campaign, video } from "../builders/world.ts";

const reading = suite("sources");
const signal = new AbortController().signal;
const talk = (path: string, transcript?: string) =>
	video({ source: { kind: "file", path, shown: "talk", ...(transcript !== undefined && { transcript }) } });

async function withFolder(body: (folder: string) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-sources-"));
	await writeFile(join(folder, "a.mp4"), "one");
	await writeFile(join(folder, "a.srt"), "two");
	await body(folder).finally(() => rm(folder, { recursive: true }));
}

reading("are known by their content, with the transcript's beside it", () =>
	withFolder(async (folder) => {
		const { sources } = await readSources(
			[campaign({ videos: [talk(join(folder, "a.mp4"), join(folder, "a.srt"))] })],
			await openFingerprints(join(folder, "c.json")),
			signal,
		);
		const [source] = Object.values(sources);
		assert.equal(
			source?.kind === "file" && [source.sha256.slice(0, 8), source.transcriptSha256?.slice(0, 8)],
			["7692c3ad", "3fc4ccfe"],
		);
	}),
);

reading("at a URL are known by what stays of it when a link is signed anew", () =>
	withFolder(async (folder) => {
		const url = "https://cdn.example.com/talk.mp4?v=2";
		const signed = video({ source: { kind: "url", url: `${url}&X-Amz-Signature=abc`, id: "talk-1" } });
		const fingerprints = await openFingerprints(join(folder, "c.json"));
		const { sources } = await readSources([campaign({ videos: [signed] })], fingerprints, signal);
		assert.equal(sources, { "k.video.talk": { kind: "url", url, id: "talk-1" } });
	}),
);

reading("of a feed's item whose file is gone, or another one, are what they were when it was taken", () =>
	withFolder(async (folder) => {
		const known = { kind: "file", sha256: "a".repeat(64), transcriptSha256: "b".repeat(64) } as const;
		const of = (name: string) => {
			const path = join(folder, name);
			return video({ name, source: { kind: "file", path, shown: name, known } });
		};
		const campaigns = [campaign({ videos: [of("gone.mp4"), of("a.mp4")] })];
		const fingerprints = await openFingerprints(join(folder, "c.json"));
		const { sources, unreadable } = await readSources(campaigns, fingerprints, signal);
		assert.equal([Object.values(sources), unreadable.size], [[known, known], 0]);
	}),
);

reading("a file that is gone is said with a remedy, and the other campaigns are read", () =>
	withFolder(async (folder) => {
		const campaigns = [
			campaign({ name: "gone", videos: [talk(join(folder, "b.mp4"))] }),
			campaign({ name: "here", videos: [talk(join(folder, "a.mp4"))] }),
		];
		const { sources, unreadable } = await readSources(
			campaigns,
			await openFingerprints(join(folder, "c.json")),
			signal,
		);
		assert.equal([Object.keys(sources), [...unreadable.keys()]], [["here.video.talk"], ["gone"]]);
		assert.match(unreadable.get("gone")?.message ?? "", "b.mp4 cannot be read");
		assert.match(unreadable.get("gone")?.remedy ?? "", "Put the file back");
	}),
);
reading.run();
