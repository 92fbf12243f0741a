import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../../src/model/brand.ts";
import type { Snapshot } from "../../../src/model/snapshot.ts";
import { LINKED, type Workspace, withWorkspace } from "../../builders/command.ts";
import {
	addressOf,
	clip,
	ledgerOf,
	posted,
	postRequest,
	settledVideo,
	snapshot,
	TALK,
} from "../../builders/world.ts";

const SOURCE = { kind: "url", url: "https://example.com/talk.mp4" } as const;
const KEY = "url:https://example.com/talk.mp4";
const DUE = epochMs((Math.floor(Date.now() / 60_000) + 3 * 1_440) * 60_000);

/** A post that waits at the service, as the campaign asked for it before its video and post were renamed. */
function handedOver(): Snapshot {
	const settled = settledVideo([clip(0)]);
	const asked = { duration: "0-90s", moreResults: false, express: false } as const;
	const request = {
		...settled.request,
		source: SOURCE,
		clipping: asked,
		export: { resolution: "1080p" },
	} as const;
	const held = { ...postRequest(clip(0), { scheduledAt: DUE }), source: KEY };
	const state = posted(clip(0), { status: "SCHEDULED", request: held });
	const ledger = [ledgerOf(clip(0), { source: KEY, scheduledAt: DUE })];
	return snapshot({ [TALK]: { ...settled, request }, [addressOf()]: state }, { ledger });
}

const AT = new Date(DUE).toISOString().slice(0, 16);
const RENAMED = LINKED.replace("timezone: Europe/Berlin", "timezone: UTC")
	.replace("    to: {", `    at: ${AT}\n    to: {`)
	.replace("  talk: {", "  keynote: {")
	.replace("from: talk", "from: keynote")
	.replace("  shorts:", "  best:");
const MOVED = `${RENAMED}moved: [{ from: video.talk, to: video.keynote }, { from: post.shorts, to: post.best }]\n`;
const NEW = addressOf().replace("shorts", "best").replace("talk@", "keynote@");

async function statusOf({ run }: Workspace) {
	const { out } = await run(["status", "."]);
	const { items, moves } = JSON.parse((await run(["status", ".", "--json"])).out);
	const shown = items.map(({ address, standing }: Record<string, string>) => `${standing} ${address}`);
	return { out, shown, moves };
}

const status = suite("status beside moved");

status("shows what was renamed once, under its new name, with its state and when it goes out", () =>
	withWorkspace({ files: { "k.campaign.yaml": MOVED }, state: handedOver() }, async (workspace) => {
		const { out, shown, moves } = await statusOf(workspace);
		assert.equal(shown, [`waiting ${NEW}`, "done k.video.keynote"]);
		assert.equal(moves, [
			{ from: addressOf(), to: NEW },
			{ from: TALK, to: "k.video.keynote" },
		]);
		assert.match(out, `${NEW}\n         was ${addressOf()}: renamed, nothing is sent`);
		assert.match(out, `Next: ${AT.replace("T", " ")}`);
	}),
);

status("names what an edit beside the renaming asks for under the new name alone", () => {
	const files = { "k.campaign.yaml": MOVED.replace(AT, `${Number(AT.slice(0, 4)) + 1}${AT.slice(4)}`) };
	return withWorkspace({ files, state: handedOver() }, async (workspace) => {
		const { shown } = await statusOf(workspace);
		assert.equal(shown, [`attention ${NEW}`, "done k.video.keynote"]);
	});
});

status("says nothing of it once it is written down", () => {
	const files = { "k.campaign.yaml": MOVED, "showrun.config.yaml": "embedded: {}\n" };
	return withWorkspace({ files, state: handedOver() }, async (workspace) => {
		const applied = await workspace.run(["apply", ".", "--auto-approve"]);
		assert.match(applied.out, "No changes other than renames");
		const { out, shown, moves } = await statusOf(workspace);
		assert.equal([shown, moves], [[`waiting ${NEW}`, "done k.video.keynote"], undefined]);
		assert.not.match(out, "renamed");
	});
});

status("keeps the old names where `moved` is not declared", () =>
	withWorkspace({ files: { "k.campaign.yaml": RENAMED }, state: handedOver() }, async (workspace) => {
		const { shown, moves } = await statusOf(workspace);
		assert.ok(
			shown.some((line: string) => line.endsWith(addressOf())),
			shown.join("\n"),
		);
		assert.is(moves, undefined);
	}),
);

status.run();
