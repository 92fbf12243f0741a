import { copyFileSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { contentsToKeep } from "../../../src/cli/wiring/contents.ts";
import type { AddressText } from "../../../src/model/address.ts";
import { sha256 } from "../../../src/system/files.ts";
import { FFMPEG } from "../../builders/media.ts";
import { made, slides, speech, transformed } from "../../content/media.ts";
import { settingOf } from "../../settings/settle.ts";

const contents = suite("contents of sources");
const talk = made(speech(51, 20), slides(51, 20));
const copy = transformed(talk, ["-preset", "ultrafast", "-crf", "30"], { as: "mp4" });
const moment = { from: 3_000, to: 15_000 };
const keyOf = (name: string) => `sha256:${sha256(name)}`;
const signal = () => AbortSignal.timeout(300_000);

/** An ffmpeg that ends as when it is asked to stop, where its arguments match a pattern of the shell. */
const stub = (at: string) =>
	`#!/bin/sh\n[ -e "$0.well" ] || case "$*" in\n${at}) exit 255;;\nesac\nexec "${FFMPEG}" "$@"\n`;

for (const [title, at] of Object.entries({ packets: "*md5*", sound: "*s16le*", pictures: "*rawvideo*" }))
	contents(
		`a reading of ${title} that is ended from outside says nothing, and is made again`,
		async () =>
			await settingOf({}, async (settings, folder) => {
				const ffmpeg = join(folder, "ffmpeg");
				writeFileSync(ffmpeg, stub(at), { mode: 0o755 });
				const files = [talk, copy].map((file, index) => {
					const path = join(folder, `${index}.mp4`);
					copyFileSync(file, path);
					return { key: keyOf(path), path };
				});
				const planned = files.map(({ key }) => ({
					address: `k.post.p["${key.slice(-4)}@1"].tube` as AddressText,
					content: key,
					moment,
					account: "youtube acme",
				}));
				const embedded = { ...settings.embedded, ffmpeg };
				const found = contentsToKeep({ ...settings, root: folder, embedded });
				const posted = [{ content: keyOf("posted"), moment }];
				await found.find({ files, posted, planned, signal: signal() });
				assert.is(found.uncompared?.(), "ffmpeg was killed from outside while reading (SIGTERM).");
				assert.equal(found.links(), []);
				assert.not(posted.some((each) => found.hasCompared(each)));

				writeFileSync(`${ffmpeg}.well`, "");
				await found.find({ files, posted, planned, signal: signal() });
				assert.is(found.links().length, 2);
				assert.is(found.uncompared?.(), undefined);
				assert.ok(posted.every((each) => found.hasCompared(each)));
			}),
	);

contents(
	"where nothing is posted from a file, no ffmpeg is looked for",
	async () =>
		await settingOf({}, async (settings, folder) => {
			const embedded = { ...settings.embedded, ffmpeg: join(folder, "missing") };
			const found = contentsToKeep({ ...settings, root: folder, embedded });
			const posted = [{ content: "url:https://videos.example.com/talk.mp4", moment }];
			await found.find({ files: [], posted, planned: [], signal: signal() });
			assert.ok(posted.every((each) => found.hasCompared(each)));
			assert.not(existsSync(join(embedded.data, "cache")));
		}),
);

contents.run();
