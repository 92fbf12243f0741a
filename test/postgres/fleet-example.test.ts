/** What examples/fleet/compose.yaml starts, as plain processes. */
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer, connect as dial } from "node:net";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parse } from "yaml";
import { ROOM, type Running, start, until } from "../journeys/program.ts";
import { CAMPAIGN, deliveredIn, video, workspace } from "../journeys/workspace.ts";
import { postgresServer } from "./server.ts";

const FLEET = join("examples", "fleet");

interface Service {
	readonly command?: readonly string[];
	readonly deploy?: { readonly replicas: number };
	readonly environment: Readonly<Record<string, string>>;
}

/** The address of several services, in turn; of one that is gone the next. */
async function inTurn(ports: () => readonly number[]): Promise<{ readonly port: number; close(): void }> {
	let turn = 0;
	const server = createServer((client) => {
		const tryNext = (left: number) => {
			const all = ports();
			const upstream = dial(all[turn++ % all.length] ?? 0, "127.0.0.1");
			upstream.once("connect", () => client.pipe(upstream).pipe(client));
			upstream.on("error", () =>
				left > 0 && upstream.bytesRead === 0 ? tryNext(left - 1) : client.destroy(),
			);
			upstream.on("close", () => client.destroy());
			client.on("error", () => upstream.destroy());
		};
		tryNext(ports().length);
	});
	await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
	return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

/** The settings of the page; ports become free ones, and accounts those of the campaign. */
function settingsIn(readme: string): { readonly service: string; readonly campaigns: string } {
	const [service = "", campaigns = ""] = [...readme.matchAll(/```yaml\n([\s\S]*?)```/g)].map(
		([, text = ""]) => text,
	);
	const accounts = ["youtube, username: Acme", "tiktok, username: acme", "linkedin, username: acme-inc"];
	return {
		campaigns: campaigns.replace("port: 7789", "port: 0"),
		service: service
			.replace(/accounts: .*/, `accounts: [${accounts.map((each) => `{ platform: ${each} }`).join(", ")}]`)
			.replace("embedded:\n", "embedded:\n  models: none\n"),
	};
}

const SERVING = /Serving on http:\S+:(\d+)\n/;
const portOf = (running: Running) => Number(SERVING.exec(running.said())?.[1]);

const CLONES = ["watch", "watch-too"];
const NAMES = ["api", "worker", ...CLONES];

/** What runs of the services of the compose file. */
interface Topology {
	readonly running: Readonly<Record<string, Running[]>>;
	/** Folders of the service and of the daemons. */
	readonly there: string;
	readonly folders: Readonly<Record<string, string>>;
	start(name: string): void;
	close(): void;
}

async function topology(composed: Readonly<Record<string, Service>>): Promise<Topology> {
	const { url } = await (await postgresServer()).database();
	const settings = settingsIn(readFileSync(join(FLEET, "README.md"), "utf8"));
	const [there, memory] = [mkdtempSync(join(ROOM, "service-")), mkdtempSync(join(ROOM, "memory-"))];
	writeFileSync(join(there, "showrun.config.yaml"), settings.service);
	writeFileSync(join(memory, "api-key"), "a-key-of-twenty-letters-or-more\n", { mode: 0o600 });
	const clone = () => workspace(video("talk", { seconds: 4 }), { "showrun.config.yaml": settings.campaigns });
	const folders = Object.fromEntries(CLONES.map((name) => [name, clone()]));
	const running: Topology["running"] = Object.fromEntries(NAMES.map((name) => [name, []]));
	const balancer = await inTurn(() => (running.api ?? []).map(portOf).filter(Boolean));
	const meant = (value: string) =>
		value
			.replace("/run/secrets", memory)
			.replace(/^postgres:.*/, url.reveal())
			.replace("api:7788", `127.0.0.1:${balancer.port}`);
	const wordOf = (word: string) => ({ "7788": "0", "0.0.0.0": "127.0.0.1" })[word] ?? word;
	return {
		...{ running, there, folders, close: balancer.close },
		start: (name) => {
			const { command = [], environment = {} } = composed[name] ?? {};
			const env = Object.entries(environment).map(([key, value]) => [key, meant(value)]);
			const at = { cwd: folders[name] ?? there, limitMs: 600_000 };
			const one = start(command.map(wordOf), {
				...at,
				env: { ...Object.fromEntries(env), XDG_STATE_HOME: memory },
			});
			running[name]?.push(one);
		},
	};
}

const fleet = suite("examples/fleet");

fleet("what compose.yaml starts makes and posts all once, while one of each is killed", async () => {
	const text = readFileSync(join(FLEET, "compose.yaml"), "utf8");
	const composed: Readonly<Record<string, Service>> = parse(text, { merge: true }).services;
	const { running, there, folders, start: begin, close } = await topology(composed);
	const all = () => Object.values(running).flat();
	try {
		for (const name of NAMES)
			for (let count = composed[name]?.deploy?.replicas ?? 1; count > 0; count -= 1) begin(name);
		assert.is(all().length, 7);
		const posted = (count: number) => until(() => deliveredIn(there).length >= count, { ms: 120_000 });
		await posted(3);
		const leads = /"msg":"leads"/.test(running.watch?.[0]?.said() ?? "") ? "watch" : "watch-too";
		for (const name of ["api", "worker", leads]) running[name]?.shift()?.kill("SIGKILL");
		const other = CAMPAIGN.replaceAll("talk", "other").replace("./other.srt", "./talk.srt");
		for (const folder of Object.values(folders)) {
			cpSync(video("other", { seconds: 4, moving: true }), join(folder, "other.mp4"));
			writeFileSync(join(folder, "other.campaign.yaml"), other);
		}
		await posted(6);
		for (const each of all()) each.kill("SIGTERM");
		const codes = await Promise.all(all().map(async (each) => (await each.ended).code));
		assert.equal([codes, deliveredIn(there).length], [[0, 0, 0, 0], 6]);
	} finally {
		close();
		for (const each of all()) each.kill("SIGKILL");
	}
});

fleet.run();
