import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { hostname } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { videoAddress } from "../../../src/model/address.ts";
import { epochMs } from "../../../src/model/brand.ts";
import type { Snapshot } from "../../../src/model/snapshot.ts";
import { LINKED, type Workspace, withWorkspace } from "../../builders/command.ts";
import {
	addressOf,
	clip,
	ledgerOf,
	operation,
	postRequest,
	settledVideo,
	snapshot,
	TALK,
} from "../../builders/world.ts";

const HOUR_AGO = epochMs(Date.now() - 3_600_000);
const SOURCE = "url:https://example.com/talk.mp4";
const POST = addressOf(clip(0));
const LOST = operation({
	kind: "publish",
	address: POST,
	wanted: postRequest(clip(0), { source: SOURCE }),
	at: HOUR_AGO,
	armedAt: HOUR_AGO,
});
const SUBMITTED = {
	source: { kind: "url", url: "https://example.com/talk.mp4" },
	clipping: { duration: "0-90s", moreResults: false, express: false },
	export: { resolution: "1080p" },
} as const;
const videoOf = (campaign: string) => ({
	...settledVideo([clip(0)]),
	request: { ...SUBMITTED, projectName: `${campaign}/talk` },
});
/** Another campaign with the same video and no posts. */
const OTHER = LINKED.slice(0, LINKED.indexOf("posts:")).replace("campaign: k", "campaign: other");
const STATE: Snapshot = snapshot(
	{ [TALK]: videoOf("k"), [videoAddress("other", "talk")]: videoOf("other") },
	{ operations: { "op-1": LOST }, ledger: [ledgerOf(clip(0), { source: SOURCE })] },
);
const ACCOUNTS = {
	data: [
		{
			id: "acc-1",
			platform: "youtube",
			platform_username: "Acme",
			token_valid: true,
			token_expiring_soon: false,
		},
	],
};

interface Here extends Workspace {
	/** Everything the service was asked to do. */
	readonly writes: readonly string[];
}

/** A workspace with a post that may or may not have been made, at a service that recognises no keys. */
async function withLost(work: (here: Here) => Promise<void>): Promise<void> {
	const writes: string[] = [];
	const server = createServer((request, response) => {
		if (request.method !== "GET") writes.push(`${request.method} ${request.url}`);
		response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(ACCOUNTS));
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
	const files = { "k.campaign.yaml": LINKED, "showrun.config.yaml": `service: { url: "${url}" }\n` };
	try {
		await withWorkspace({ files, state: STATE }, async ({ folder, run: plain }) => {
			const run: Workspace["run"] = (args, env) => plain(args, { SHOWRUN_API_KEY: "key", ...env });
			assert.is((await run(["state", "adopt", "--auto-approve"])).code, 0);
			await work({ folder, run, writes });
		});
	} finally {
		server.closeAllConnections();
		server.close();
	}
}

const showing = suite("an unknown outcome");

showing("is in the plan in every format, in status, in the calendar and in the history", () =>
	withLost(async ({ run, writes }) => {
		const text = await run(["plan", "."]);
		assert.match(text.out, `  ?      ${POST}\n`, text.err);
		assert.match(text.out, "showrun resolve op-1 --posted | --not-posted | --abandon");
		const json = (await run(["plan", ".", "--json"])).out
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line));
		assert.ok(
			json.some(
				({ type, action, operation: { id } = { id: "" } }) =>
					type === "change" && action === "unknown" && id === "op-1",
			),
		);
		assert.match((await run(["plan", ".", "--markdown"])).out, /\| `\?` \| `k\.post\.shorts/);
		const status = await run(["status", "."]);
		assert.equal([status.code, status.out.startsWith("Outcome unknown")], [4, true]);
		const [item] = JSON.parse((await run(["status", ".", "--json"])).out).items.filter(
			({ standing }: { standing: string }) => standing === "unknown",
		);
		assert.is(item.address, POST);
		const month = new Date(HOUR_AGO).toISOString().slice(0, 7);
		assert.match((await run(["calendar", ".", "--month", month, "--zone", "UTC"])).out, "outcome unknown");
		assert.match((await run(["history"])).out, /publish\s+unknown\s+op-1/);
		const sent = / \d\d:\d\d \+0[12]:00 Europe\/Berlin \(.*\d\d:\d\dZ\)/;
		for (const args of [["plan"], ["status"], ["history"], ["resolve"]])
			assert.match((await run(args)).out, sent, `${args} shows times in the post's zone`);
		assert.equal(writes, []);
	}),
);

const ENDURED: Record<string, (here: Here) => Promise<void>> = {
	"another apply": async () => {},
	"an unlock": async ({ folder, run }) => {
		const holder = {
			lockId: "5f0c9b1e22aa",
			pid: 1,
			startTime: "1",
			bootId: "another",
			pidNamespace: "",
			host: `not-${hostname()}`,
			user: "ann",
		};
		await writeFile(
			join(folder, ".showrun", "state.json.lock"),
			JSON.stringify({ ...holder, command: "showrun apply", since: new Date(HOUR_AGO).toISOString() }),
		);
		assert.is((await run(["apply", ".", "--auto-approve"])).code, 1);
		assert.is((await run(["unlock", "5f0c9b1e22aa"])).code, 0);
	},
	"`state rm`": async ({ run }) => {
		const { code, err } = await run(["state", "rm", POST]);
		assert.is(code, 1);
		assert.match(err, "showrun resolve op-1");
	},
	"`state mv`": async ({ folder, run }) => {
		assert.is((await run(["state", "mv", "k.post.shorts", "k.post.clips"])).code, 0);
		await writeFile(join(folder, "k.campaign.yaml"), LINKED.replace("  shorts:", "  clips:"));
	},
	"a renaming in the campaign": ({ folder }) =>
		writeFile(
			join(folder, "k.campaign.yaml"),
			`${LINKED.replace("  shorts:", "  clips:")}moved: [{ from: post.shorts, to: post.clips }]\n`,
		),
	"a renaming without saying so": ({ folder }) =>
		writeFile(join(folder, "k.campaign.yaml"), LINKED.replace("  shorts:", "  clips:")),
	"the removal of its post": ({ folder }) =>
		writeFile(join(folder, "k.campaign.yaml"), LINKED.slice(0, LINKED.indexOf("posts:"))),
	"the removal of its campaign": async ({ folder }) => {
		await writeFile(join(folder, "other.campaign.yaml"), OTHER);
		await rm(join(folder, "k.campaign.yaml"));
	},
};

for (const [title, endure] of Object.entries(ENDURED))
	showing(`survives ${title}: nothing is sent for it, and apply and status end with 4`, () =>
		withLost(async (here) => {
			await endure(here);
			const applied = await here.run(["apply", ".", "--auto-approve"]);
			assert.is(applied.code, 4, applied.out + applied.err);
			assert.match(applied.out, "op-1");
			assert.is((await here.run(["status", "."])).code, 4);
			const { operations, ledger } = JSON.parse((await here.run(["status", ".", "--json"])).out);
			assert.equal([Object.keys(operations), ledger.length, here.writes], [["op-1"], 1, []]);
		}),
	);

showing.run();
