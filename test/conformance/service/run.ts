/**
 * Holds a service to the interface document: `npm run conformance -- --url URL --key KEY [--video FILE]
 * [--publish] [--header NAME]`. Without a video nothing is submitted, without `--publish` nothing is
 * posted: only what costs nothing is tried.
 */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { suite } from "uvu";
import { defined } from "../../../src/model/defined.ts";
import { addSentences } from "./sentences.ts";

const { values } = parseArgs({
	options: {
		url: { type: "string" },
		key: { type: "string", default: process.env.SHOWRUN_API_KEY ?? "" },
		video: { type: "string" },
		publish: { type: "boolean", default: false },
		header: { type: "string", default: "x-service-api-version" },
	},
});
const { url, key, video, publish, header } = values;
if (url === undefined) {
	console.error("Name the service: npm run conformance -- --url http://127.0.0.1:7788 --key KEY");
	process.exit(1);
}

if (video === undefined) console.log("not run: sentences about tasks and clips (--video FILE)");
if (video === undefined || !publish) console.log("not run: sentences about posts (--video FILE --publish)");
const sentences = suite("the interface document");
addSentences(sentences, {
	open: async () =>
		defined({
			url: url.replace(/\/$/, ""),
			key,
			versionHeader: header,
			video: video === undefined ? undefined : await readFile(video),
			publishes: publish,
			taskMs: 3_600_000,
		}),
	now: Date.now,
});
sentences.run();
