import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { TaskRecord } from "../../../src/service/store/shapes.ts";
import { sha256 } from "../../../src/system/files.ts";
import { vttOf } from "../../../src/transcripts/vtt.ts";
import { LINKED, withWorkspace } from "../../builders/command.ts";
import { settledVideo, snapshot, TALK } from "../../builders/world.ts";

const transcripts = suite("showrun transcript");

const ID = "01TASK0000000000000000000A";
const WORDS = [
	{ text: "We", begin: 0, end: 200 },
	{ text: "ship", begin: 200, end: 500, unsure: true as const },
	{ text: "glass", begin: 500, end: 900, unsure: true as const },
	{ text: "today.", begin: 900, end: 1_400 },
];
const MADE = vttOf([{ text: "We ship glass today.", words: WORDS }], "recognised");
const CORRECTABLE = MADE.slice(0, MADE.indexOf("00:00:00.000")).concat(
	"00:00:00.000 --> 00:00:01.400\nWe <c.unsure>ship glass</c> today.\n",
);

const TASK: TaskRecord = {
	...{
		format: 1,
		id: ID,
		kind: "clipping",
		name: "k/talk",
		status: "SUCCEEDED",
		createdAt: Date.now(),
	},
	...{ expireAt: Date.now() + 1e9, rate: 2, ready: [], found: [], notes: [] },
	source: {
		...{ sha256: "a".repeat(64), extension: "mp4", title: "talk" },
		transcript: { sha256: sha256(MADE), extension: "vtt" },
		transcriptOrigin: "recognised",
	},
};
const FILES = {
	"k.campaign.yaml": LINKED.replace('"https://example.com/talk.mp4"', "./talk.mp4"),
	"talk.mp4": "\0\0\0\x18ftypmp42\0\0\0\0mp42isom",
	[`.showrun/service/tasks/${ID}.json`]: JSON.stringify(TASK),
	[`.showrun/service/sources/${sha256(MADE)}.vtt`]: MADE,
};
const STATE = snapshot({ [TALK]: { ...settledVideo(), taskId: ID } });
const EXPORT = ["transcript", "export", TALK];
const EDIT = ["transcript", "edit", TALK];
const NEXT = "The next plan submits the video again with it; posts that were handed over stay.\n";

transcripts("export writes what was recognised beside the video, and never over a file", () =>
	withWorkspace({ files: FILES, state: STATE }, async ({ folder, run }) => {
		const file = join(folder, "talk.vtt");
		const first = await run(EXPORT);
		assert.is(first.out, `wrote     talk.vtt\n\nCorrect the words and commit the file. ${NEXT}`, first.err);
		assert.is(await readFile(file, "utf8"), CORRECTABLE);
		await writeFile(file, CORRECTABLE.replace("glass", "billing"));
		const second = await run(EXPORT);
		assert.match(second.err, `${TALK} has a transcript already: talk.vtt.`);
		assert.match(second.err, `showrun transcript edit ${TALK}`);
		assert.equal([second.code, (await readFile(file, "utf8")).includes("billing")], [1, true]);
		assert.is((await run([...EXPORT, "--force"])).code, 0);
		assert.is(await readFile(file, "utf8"), CORRECTABLE);
	}),
);

transcripts("a transcript of another name is not overwritten by force either", () =>
	withWorkspace(
		{ files: { ...FILES, "talk.srt": "1\n00:00:00,000 --> 00:00:01,000\nWe\n" }, state: STATE },
		async ({ folder, run }) => {
			const { code, err } = await run([...EXPORT, "--force"]);
			assert.equal([code, existsSync(join(folder, "talk.vtt"))], [1, false]);
			assert.match(err, "has a transcript already: talk.srt.");
		},
	),
);

transcripts("edit writes it, opens it, and says what follows; what nobody changed is taken away", () =>
	withWorkspace({ files: FILES, state: STATE }, async ({ folder, run }) => {
		const file = join(folder, "talk.vtt");
		const none = await run(EDIT, { EDITOR: "", VISUAL: "" });
		assert.match(none.err, "No editor is set.");
		assert.is((await run(EDIT, { EDITOR: "true", VISUAL: "" })).out, "unchanged talk.vtt\n");
		const failed = await run(EDIT, { EDITOR: "false", VISUAL: "" });
		assert.match(failed.err, "The editor ended with an error (false, exit code 1).");
		assert.is(existsSync(file), false);
		const edited = await run(EDIT, { EDITOR: "sed -i.bak -e s/glass/billing/", VISUAL: "" });
		assert.is(
			edited.out,
			`changed   talk.vtt\n\nCommit the file. ${NEXT}` +
				"The file still has the note that nobody corrected it, so posts wait for approval: delete the note when done.\n",
		);
		const right = await run(EDIT, { EDITOR: "sed -i.bak -e /^NOTE/d", VISUAL: "" });
		assert.is(right.out, `changed   talk.vtt\n\nCommit the file. ${NEXT}`);
		assert.match(await readFile(file, "utf8"), "ship billing</c> today.");
	}),
);

transcripts("what has none, or cannot have one, is named with what to do", () =>
	withWorkspace(
		{ files: { ...FILES, "l.campaign.yaml": LINKED.replace("campaign: k", "campaign: l") }, state: STATE },
		async ({ folder, run }) => {
			const linked = await run(["transcript", "export", "l.video.talk"]);
			assert.match(
				linked.err,
				"l.video.talk is fetched from an address: only a local video takes a transcript.",
			);
			const unknown = await run(["transcript", "export", "k.video.tlak"]);
			assert.match(
				unknown.err,
				"k.video.tlak is no video of a campaign here.\n  Videos:\n    k.video.talk\n    l.video.talk",
			);
			const { source, ...silent } = TASK;
			await writeFile(join(folder, `.showrun/service/tasks/${ID}.json`), JSON.stringify(silent));
			const none = await run(EXPORT);
			assert.match(none.err, `The service gives no transcript of ${TALK}: `);
			assert.match(none.err, "Write one beside the video (.srt or .vtt), or name it by `transcript`.");
			assert.is(existsSync(join(folder, "talk.vtt")), false);
		},
	),
);
transcripts("a service elsewhere that gives out none is named, with what to do", async () => {
	const server = createServer((_, response) => {
		response.writeHead(404, { "content-type": "application/json" });
		response.end(JSON.stringify({ status: 404, message: "no such route" }));
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	const settings = `service:\n  url: http://127.0.0.1:${port}\n`;
	const files = { ...FILES, "showrun.config.yaml": settings };
	await withWorkspace({ files, state: STATE }, async ({ folder, run }) => {
		const { code, err } = await run(EXPORT, { SHOWRUN_API_KEY: "a-key-of-a-test" });
		assert.equal([code, existsSync(join(folder, "talk.vtt"))], [1, false]);
		assert.match(err, `The service gives no transcript of ${TALK}: Not found at the service`);
		assert.match(err, "Write one beside the video (.srt or .vtt), or name it by `transcript`.");
	}).finally(() => server.close());
});
transcripts.run();
