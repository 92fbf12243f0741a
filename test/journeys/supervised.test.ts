import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withJudge } from "../drill/judge.ts";
import { campaignOf, place, run, write } from "../drill/place.ts";
import { showrun, start, until } from "./program.ts";
import { KEY, withServer } from "./server.ts";
import { emptyFolder } from "./workspace.ts";

const supervised = suite("a service manager");

/** A workspace that asks for nothing. */
function idle(): string {
	const folder = emptyFolder();
	writeFileSync(join(folder, "talk.campaign.yaml"), "campaign: talk\n");
	return folder;
}

const begun = (log: string) => log.split('"msg":"watching"').length - 1;

supervised("a second watch of a workspace is refused and named, and one after a kill is not", async () => {
	const cwd = idle();
	const first = start(["watch"], { cwd });
	await until(() => begun(first.said()) === 1, { running: first });
	const second = await showrun(["watch"], { cwd });
	assert.is(second.code, 1);
	assert.match(second.err, /is watched already: "showrun watch" \(pid \d+ on .+\)\./);
	first.kill("SIGKILL");
	await first.ended;
	const third = start(["watch"], { cwd });
	await until(() => begun(third.said()) === 1, { running: third });
	third.kill("SIGTERM");
	assert.is((await third.ended).code, 0);
});

supervised("a stopped watch whose service hangs ends within its bound, and what it sent is unknown", () =>
	withJudge(async (judge) => {
		const url = await judge.cell("drain", {
			faults: [{ kind: "submit", nth: 1, fault: "hang" }],
			idempotency: false,
		});
		const here = place();
		write(here, { url, campaign: campaignOf("submit"), idempotency: false });
		// Without what makes the drill's waits short.
		const running = run(here, ["watch", "--drain", "2"], { env: { NODE_OPTIONS: "" } });
		// Before its last byte has left, a request under way is simply not sent.
		await until(() => judge.commits("drain").length === 1, { running });
		const asked = performance.now();
		running.kill("SIGTERM");
		const { code, out, err } = await running.ended;
		const seconds = (performance.now() - asked) / 1_000;
		assert.is(code, 1, out + err);
		assert.match(err, "Stopped after 2 s with requests still under way");
		assert.ok(seconds >= 1.9, `${seconds} s`);
		const { code: status } = await run(here, ["status"]).ended;
		assert.equal([status, judge.commits("drain").length], [4, 1]);
	}),
);

/** A stand-in for `systemd-notify` that writes down what it is told. */
function notifyProgram(folder: string): { readonly env: Record<string, string>; told(): string } {
	const bin = join(folder, "bin");
	mkdirSync(bin);
	const log = join(folder, "told");
	writeFileSync(log, "");
	writeFileSync(join(bin, "systemd-notify"), `#!/bin/sh\necho "$@" >> '${log}'\n`);
	chmodSync(join(bin, "systemd-notify"), 0o755);
	return {
		env: {
			PATH: [bin, process.env.PATH ?? ""].join(delimiter),
			NOTIFY_SOCKET: join(folder, "notify"),
			WATCHDOG_USEC: "600000",
		},
		told: () => readFileSync(log, "utf8"),
	};
}

supervised(
	"systemd is told when watch is ready, that it lives, reads its settings again and stops",
	async () => {
		const cwd = idle();
		const { env, told } = notifyProgram(emptyFolder());
		const running = start(["watch"], { cwd, env });
		await until(() => /^READY=1 STATUS=watching/m.test(told()), { running });
		await until(() => told().includes("WATCHDOG=1\n"), { running });
		running.kill("SIGHUP");
		await until(() => /^RELOADING=1 MONOTONIC_USEC=\d+$/m.test(told()), { running });
		await until(() => told().split("READY=1").length === 3, { running });
		writeFileSync(join(cwd, "showrun.config.yaml"), "daemon: [");
		running.kill("SIGHUP");
		await until(() => running.said().includes("the settings in use are kept"), { running });
		running.kill("SIGTERM");
		assert.is((await running.ended).code, 0);
		assert.ok(told().includes("STOPPING=1\n"));
	},
);

supervised("a missing systemd-notify is named once and stops nothing", async () => {
	const running = start(["watch"], { cwd: idle(), env: { NOTIFY_SOCKET: "/nowhere", PATH: "/nowhere" } });
	await until(() => running.said().includes("systemd is not told"), { running });
	running.kill("SIGTERM");
	const { code, err } = await running.ended;
	assert.equal([code, err.split("systemd is not told").length], [0, 2]);
});

supervised("serve logs requests with their ids, and reads its settings again at SIGHUP", async () => {
	const cwd = emptyFolder();
	const settings = join(cwd, "showrun.config.yaml");
	writeFileSync(settings, "embedded: { models: none }\n");
	await withServer(cwd, async ({ running, url }) => {
		const headers = { authorization: `Bearer ${KEY.SHOWRUN_API_KEY}`, "x-service-api-version": "v2" };
		const list = async (id: string) => {
			const answer = await fetch(`${url}/api/v2/social-media/accounts`, {
				headers: { ...headers, "x-request-id": id },
			});
			const { data } = (await answer.json()) as { readonly data: readonly object[] };
			return [answer.headers.get("x-request-id"), data.length];
		};
		assert.equal(await list("first-1"), ["first-1", 0]);
		await until(() => running.said().includes('"id":"first-1"'), { running });
		const line =
			running
				.said()
				.split("\n")
				.find((each) => each.includes("first-1")) ?? "";
		const { msg, method, path, status } = JSON.parse(line);
		assert.equal([msg, method, path, status], ["request", "GET", "/api/v2/social-media/accounts", 200]);
		assert.is((await fetch(`${url}/nothing`)).headers.get("x-request-id")?.length, 26);
		writeFileSync(settings, "embedded: { models: none, accounts: [");
		running.kill("SIGHUP");
		await until(() => running.said().includes("the settings in use are kept"), { running });
		writeFileSync(
			settings,
			"embedded: { models: none, accounts: [{ platform: youtube, username: Acme }] }\n",
		);
		running.kill("SIGHUP");
		await until(() => running.said().includes("settings are read again"), { running });
		assert.equal(await list("second-2"), ["second-2", 1]);
		writeFileSync(settings, "");
		running.kill("SIGHUP");
		await until(() => running.said().includes("The settings file is gone or empty."), { running });
		assert.equal(await list("third-3"), ["third-3", 1]);
	});
});
supervised.run();
