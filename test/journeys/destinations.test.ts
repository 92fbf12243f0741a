import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { startService } from "../../src/service/embedded.ts";
import { openAccounts } from "../../src/service/store/accounts.ts";
import { folderStore } from "../../src/service/store/folder/store.ts";
import type { WireAccount, WirePublishTask } from "../../src/wire/messages.gen.ts";
import { fakeEngine } from "../fakes/engine.ts";
import { startReceiver } from "../fakes/webhook-receiver.ts";
import { call, exported, heldClock, optionsFor, START, until } from "../service/world.ts";
import { type Ended, memory, ROOM } from "./program.ts";
import { showrunWarm } from "./warm.ts";

const PAGE = readFileSync(resolve(".github/docs/destinations.md"), "utf8");

/** The commands of a section's `sh` block, each on a line of its own. */
function commandsOf(section: string): readonly string[] {
	const [, block = ""] = /```sh\n(.*?)```/s.exec(PAGE.split(`### ${section}\n`)[1] ?? "") ?? [];
	return block.replaceAll("\\\n", " ").trim().split("\n");
}

/** A workspace. */
async function workspace(name: string): Promise<string> {
	const cwd = join(ROOM, name);
	mkdirSync(cwd);
	writeFileSync(join(cwd, "showrun.config.yaml"), "embedded:\n  data: data\n");
	return cwd;
}

/** Runs the command of a line with showrun; the words of shells that the page uses are these. */
async function runLine(
	line: string,
	cwd: string,
	env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
	const words = line.match(/"[^"]*"|\S+/g) ?? [];
	const [program, ...args] = words.map((word) => word.replaceAll('"', ""));
	assert.is(program, "showrun", line);
	const ended = await showrunWarm(args, { cwd, env });
	assert.is(ended.code, 0, `${line}\n${ended.out}${ended.err}`);
	return ended;
}

/** Publishes a clip to the only account of the workspace, by a service on its data folder. */
async function delivered(cwd: string): Promise<WirePublishTask> {
	const clock = heldClock();
	const service = await startService({
		...optionsFor(cwd, { clock, engine: fakeEngine() }),
		accounts: [],
		credentials: { file: join(memory(), "showrun", "credentials.key") },
		env: process.env,
	});
	try {
		const world = {
			service,
			call: (method: string, path: string, more?: object) => call(service, { method, path, ...more }),
		};
		const project_id = await exported(world);
		const listed = (await world.call("GET", "/api/v2/social-media/accounts")).body.data;
		const [account] = listed as readonly WireAccount[];
		const publish_configs = { [account?.id ?? ""]: { title: "A title" } };
		const { body } = await world.call("POST", "/api/v2/social-media/publish", {
			body: { project_id, idx: 0, publish_configs },
		});
		const { task_id } = body.data as WirePublishTask;
		return await until(
			async () =>
				(await world.call("GET", `/api/v2/social-media/publish/${task_id}`)).body.data as WirePublishTask,
			({ status }) => ["DONE", "ERROR"].includes(status),
		);
	} finally {
		await service.close();
	}
}

const readme = suite(".github/docs/destinations.md");

readme("n8n: each line works, and a reader of Standard Webhooks takes the test and the post", async () => {
	const cwd = await workspace("n8n");
	const [connect = "", doctor = ""] = commandsOf("n8n");
	// The receiver needs the secret that connecting makes.
	const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
	writeFileSync(join(cwd, "posts.secret"), `${secret}\n`, { mode: 0o600 });
	let now = Date.now;
	const receiver = await startReceiver(secret, { now: () => now() });
	try {
		const { out } = await runLine(connect.replace("http://127.0.0.1:5678/webhook/posts", receiver.url), cwd);
		assert.match(out, /^Connected youtube Acme: its posts leave by the webhook at 127\.0\.0\.1:\d+\.\n$/);
		await runLine(doctor, cwd);
		assert.equal(
			receiver.arrived.map(({ event }) => event.type),
			["ping"],
		);
		now = () => START;
		assert.is((await delivered(cwd)).status, "DONE");
		assert.equal(
			[receiver.arrived.map(({ event }) => event.type), receiver.wrong],
			[["ping", "post.publish"], []],
		);
		await runLine("showrun accounts disconnect youtube:Acme", cwd);
		assert.match(
			(await runLine("showrun accounts doctor", cwd)).out,
			/^No account has a webhook, a command, a program or/,
		);
	} finally {
		await receiver.close();
	}
});

readme("n8n: a secret is made where there is none, private, and never shown", async () => {
	const cwd = await workspace("secret");
	const [connect = ""] = commandsOf("n8n");
	const { out, err } = await runLine(connect, cwd);
	const secret = readFileSync(join(cwd, "posts.secret"), "utf8").trim();
	assert.match(secret, /^whsec_/);
	assert.not.match(out + err, secret);
	const kept = readdirSync(join(cwd, "data", "credentials")).map((name) =>
		readFileSync(join(cwd, "data", "credentials", name), "utf8"),
	);
	assert.is(kept.length, 1);
	assert.not.match(kept.join(), secret.slice(6));
	const ping = await showrunWarm(["accounts", "doctor", "--ping", "youtube:Acme"], { cwd });
	assert.is(ping.code, 1);
	assert.match(ping.out + ping.err, /127\.0\.0\.1:5678/);
});

readme("Zapier: its lines work, and the address is not shown", async () => {
	const cwd = await workspace("zapier");
	const [exporting = "", connect = ""] = commandsOf("Zapier");
	const [, url = ""] = /^export POSTS_WEBHOOK_URL='(.*)'$/.exec(exporting) ?? [];
	const POSTS_WEBHOOK_URL = url.replace("…", "1234/abcd");
	const { out, err } = await runLine(connect, cwd, { POSTS_WEBHOOK_URL });
	assert.match(out, /leave by the webhook at hooks\.zapier\.com\.\n$/);
	assert.not.match(out + err, "abcd");
});

const accounts = suite("accounts");

accounts(
	"of a program are listed, looked at and disconnected, and say what their posts wait for",
	async () => {
		const cwd = await workspace("program");
		const book = openAccounts(folderStore(join(cwd, "data")), []);
		await book.connect({ platform: "linkedin", username: "acme-inc", via: "program" }, START);
		const [listed, doctor, ping, gone, empty] = [
			await showrunWarm(["accounts", "list"], { cwd }),
			await showrunWarm(["accounts", "doctor"], { cwd }),
			await showrunWarm(["accounts", "doctor", "--ping", "linkedin:acme-inc"], { cwd }),
			await showrunWarm(["accounts", "disconnect", "linkedin:acme-inc"], { cwd }),
			await showrunWarm(["accounts", "doctor"], { cwd }),
		];
		assert.match(listed.out, /^linkedin {2}acme-inc {2}acc_\w+ {2}ok$/m);
		assert.match(
			doctor.out.replace(/\s+/g, " "),
			/linkedin acme-inc: posts are delivered by a program that embeds the service, while it runs/,
		);
		assert.match(ping.err, /linkedin:acme-inc has no webhook that can be sent a test message/);
		assert.match(gone.out, /posts wait until it is connected again\.\nThe program .* when it starts\.\n$/);
		assert.match(empty.out, /^No account has a webhook, a command, a program or/m);
		assert.equal(
			[listed, doctor, ping, gone, empty].map(({ code }) => code),
			[0, 0, 1, 0, 0],
		);
	},
);

accounts(
	"whose webhook is declared in the settings are good again once it takes a test message",
	async () => {
		const cwd = await workspace("declared");
		const secret = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;
		const receiver = await startReceiver(secret);
		const env = { POSTS_SECRET: secret };
		writeFileSync(
			join(cwd, "showrun.config.yaml"),
			`embedded:
  data: data
  accounts:
    - platform: youtube
      username: Acme
      webhook: { url: "${receiver.url}", secret_env: POSTS_SECRET, private_host: true }
`,
		);
		try {
			const declared = [{ platform: "youtube", username: "Acme" }] as const;
			const book = openAccounts(folderStore(join(cwd, "data")), declared);
			await book.invalidate(book.idOf(declared[0]), undefined);
			const lost = await showrunWarm(["accounts", "doctor"], { cwd, env });
			assert.match(lost.out, /it has to be connected again\s+→ showrun accounts doctor --ping youtube:Acme/);
			await runLine("showrun accounts doctor --ping youtube:Acme", cwd, env);
			assert.is((await showrunWarm(["accounts", "doctor"], { cwd, env })).code, 0);
		} finally {
			await receiver.close();
		}
	},
);

accounts.run();
readme.run();
