import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../../src/model/brand.ts";
import { LINKED, withWorkspace } from "../../builders/command.ts";
import { addressOf, clip, posted, postRequest, snapshot } from "../../builders/world.ts";

const AT = epochMs(Date.UTC(2026, 11, 1, 8, 30));
const scheduled = posted(clip(0), {
	status: "SCHEDULED",
	request: postRequest(clip(0), { scheduledAt: AT }),
});
const files = { "k.campaign.yaml": LINKED, "notes.txt": "mine\n" };
const state = snapshot({ [addressOf()]: scheduled });

const command = suite("showrun calendar");

command("shows the month that is asked for, in the campaign's zone or another", () =>
	withWorkspace({ files, state }, async ({ run }) => {
		const own = await run(["calendar", "--month", "2026-12"]);
		assert.equal([own.code, own.err], [0, ""]);
		assert.match(own.out, /^December 2026 \(Europe\/Berlin\)\n┌/);
		assert.match(own.out, '  09:30 +01:00 (08:30Z) "Clip 0" to youtube Acme'.trimStart());
		assert.match(
			(await run(["calendar", "--month", "2026-12", "--zone", "Asia/Tokyo"])).out,
			"17:30 +09:00 (08:30Z)",
		);
	}),
);

command("gives the same posts as JSON, one a line", () =>
	withWorkspace({ files, state }, async ({ run }) => {
		const [line] = (await run(["calendar", "--json"])).out.trimEnd().split("\n");
		const { type, address, at, utc, local, zone, handedOver, status } = JSON.parse(line ?? "");
		assert.equal([type, address, at, handedOver, status], ["post", addressOf(), AT, true, "SCHEDULED"]);
		assert.equal([utc, local, zone], ["2026-12-01T08:30:00.000Z", "2026-12-01 09:30", "Europe/Berlin"]);
		assert.is((await run(["calendar", "--json", "--month", "2027-01"])).out, "");
	}),
);

command("writes a calendar to a file or to standard output, again and again", () =>
	withWorkspace({ files, state }, async ({ folder, run }) => {
		for (const _ of [1, 2])
			assert.is((await run(["calendar", "--ics", "posts.ics"])).out, "Wrote 1 post to posts.ics.\n");
		const text = await readFile(join(folder, "posts.ics"), "utf8");
		assert.match(text, "DTSTART:20261201T083000Z\r\n");
		assert.is((await run(["calendar", "--ics", "-"])).out, text);
	}),
);

command("does not write over what is no calendar", () =>
	withWorkspace({ files, state }, async ({ folder, run }) => {
		const { code, err } = await run(["calendar", "--ics", "notes.txt"]);
		assert.is(code, 1);
		assert.match(err, "notes.txt exists and is not an iCalendar file.");
		assert.is(await readFile(join(folder, "notes.txt"), "utf8"), "mine\n");
		assert.match(
			(await run(["calendar", "--ics", "notes.txt/posts.ics"])).err,
			"notes.txt/posts.ics cannot be written",
		);
	}),
);

const mistakes: Record<string, string> = {
	"--month=2026-13": "for example 2026-12",
	"--month=soon": "for example 2026-12",
	"--zone=Mars/Base": "for example Europe/Berlin or UTC",
};
for (const [flag, words] of Object.entries(mistakes))
	command(`refuses ${flag}`, () =>
		withWorkspace({ files }, async ({ run }) => {
			const { code, err } = await run(["calendar", flag]);
			assert.is(code, 1);
			assert.match(err, words);
		}),
	);

command("shows what state knows even while a campaign is broken, and says so", () =>
	withWorkspace({ files, state }, async ({ folder, run }) => {
		await writeFile(join(folder, "k.campaign.yaml"), "campaign: [");
		const { out, err } = await run(["calendar", "--month", "2026-12", "--zone", "UTC"]);
		assert.match(out, "08:30");
		assert.match(err, "k.campaign.yaml");
	}),
);
command.run();
