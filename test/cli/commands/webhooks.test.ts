/** Events that endpoints of the service did not take. */
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withWorkspace } from "../../builders/command.ts";

const webhooks = suite("showrun webhooks");
const ENDPOINT = "{ url: https://crm.example/hook, secret: { env: HOOK } }";
const FILES = {
	"showrun.config.yaml": `embedded: { models: none, webhooks: { crm: ${ENDPOINT}, other: ${ENDPOINT} } }\n`,
};
const TASK = "01M7WD7TG0ZM010RS5FRH5SPN6";
const AT = Date.UTC(2026, 10, 20, 12);

/** Writes an event as the service keeps it. */
async function keep(data: string, number: number, sendings: object): Promise<void> {
	const named = { id: `${TASK}E${number}`, source: "clipping", recordId: TASK, number };
	const event = { format: 1, ...named, type: "task.failed", at: AT + number, data: {}, sendings };
	await mkdir(join(data, "webhooks"), { recursive: true });
	await writeFile(join(data, "webhooks", `${named.id}.json`), JSON.stringify(event));
}

const dead = {
	status: "dead",
	since: AT,
	attempts: 19,
	endedAt: AT,
	why: "The receiver answered \u001b[31m500.",
};
const sent = { status: "sent", since: AT, attempts: 1, endedAt: AT };

webhooks("lists dead letters, with --all everything, of one tenant or of all", () =>
	withWorkspace({ files: FILES }, async ({ run, folder }) => {
		const data = join(folder, ".showrun/service");
		assert.is((await run(["webhooks", "list"])).out, "No dead letters.\n");
		await keep(data, 1, { crm: dead, other: sent });
		await keep(join(data, "tenants/acme"), 2, { crm: dead });
		assert.is(
			(await run(["webhooks", "list", "--tenant", "main"])).out,
			`task-failed-${TASK}-1  main  crm  dead  2026-11-20T12:00:00.001Z  The receiver answered \\u001b[31m500.\n`,
		);
		const lines = (await run(["webhooks", "list", "--all", "--json"])).out.trim().split("\n");
		assert.equal(
			lines.map((line) => JSON.parse(line)).map((each) => [each.tenant, each.endpoint, each.status]),
			[
				["main", "crm", "dead"],
				["main", "other", "sent"],
				["acme", "crm", "dead"],
			],
		);
	}),
);

webhooks("asks for a replay by id or of all, and refuses what is not there", () =>
	withWorkspace({ files: FILES }, async ({ run, folder }) => {
		const data = join(folder, ".showrun/service");
		await keep(data, 1, { crm: dead, other: sent });
		await keep(data, 2, { other: sent });
		const asked = () => readdir(join(data, "webhook-replays")).catch(() => []);
		assert.match((await run(["webhooks", "replay"])).err, "Name events by their ids, or all dead letters");
		assert.match((await run(["webhooks", "replay", "x"])).err, "There is no event x.");
		assert.equal(await asked(), []);
		assert.is((await run(["webhooks", "replay", "--all"])).out, "1 event will be sent again.\n");
		assert.equal(await asked(), [`crm.${TASK}E1`]);
		const again = await run(["webhooks", "replay", `task-failed-${TASK}-2`, "--endpoint", "other", "--json"]);
		assert.equal([JSON.parse(again.out).type, again.code], ["replay", 0]);
		assert.equal((await asked()).sort(), [`crm.${TASK}E1`, `other.${TASK}E2`]);
		await keep(data, 3, { removed: dead });
		const gone = await run(["webhooks", "replay", `task-failed-${TASK}-3`]);
		assert.match(gone.err, /The settings of main have no endpoint removed any more\./);
		assert.is((await asked()).length, 2);
	}),
);

webhooks.run();
