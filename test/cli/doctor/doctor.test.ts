import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { probe } from "../../../src/api/probe.ts";
import { lookAtComparison, lookAtNode } from "../../../src/cli/doctor/machine.ts";
import { accountFindings, clockFinding } from "../../../src/cli/doctor/service.ts";
import { stateFindings } from "../../../src/cli/doctor/state-findings.ts";
import type { CheckResult } from "../../../src/model/health.ts";
import { Secret } from "../../../src/model/secret.ts";
import { LINKED, withWorkspace } from "../../builders/command.ts";
import { ACCOUNT, campaign, operation, post, settledVideo, snapshot, TALK } from "../../builders/world.ts";
import { listing } from "../../journeys/workspace.ts";

const KEY = "doctor-key-77aa";
const EMBEDDED = "embedded:\n  accounts:\n    - { platform: youtube, username: Acme }\n";
const FILES = { "k.campaign.yaml": LINKED, "showrun.config.yaml": EMBEDDED, ".gitignore": "outbox/\n" };
const level = ({ name, level: found }: CheckResult) => `${found} ${name}`;

async function withService(answer: RequestListener, work: (url: string) => Promise<void>): Promise<void> {
	const server = createServer(answer).listen(0, "127.0.0.1");
	await new Promise((settle) => server.once("listening", settle));
	try {
		await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	} finally {
		server.closeAllConnections();
		server.close();
	}
}

const findings = (text: string): readonly CheckResult[] =>
	text
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));

const command = suite("showrun doctor");

command("finds nothing wrong in a sound workspace, and writes nothing", () =>
	withWorkspace({ files: FILES, state: snapshot({ [TALK]: settledVideo() }) }, async ({ folder, run }) => {
		execFileSync("git", ["init", "-q", folder]);
		const before = listing(folder);
		const { code, out, err } = await run(["doctor", "--json"]);
		assert.equal([code, err], [0, ""]);
		const found = findings(out).map(({ name, level: is }) => `${is} ${name}`);
		for (const each of [
			"node",
			"settings",
			"campaigns",
			"service",
			"accounts",
			"state",
			"lock",
			"disk",
			"cache",
			"ffmpeg",
		])
			assert.ok(found.includes(`ok ${each}`), `${each}: ${out}`);
		assert.equal(listing(folder), before);
	}),
);

command(
	"names the endpoints that would be asked, without asking or the key, and a yt-dlp that is missing",
	() =>
		withService(
			() => assert.unreachable("it was asked"),
			async (url) => {
				const embedded = `${EMBEDDED}  chat: { url: "${url}/v1", model: small, key_env: CHAT_KEY }\n`;
				const settings = (more = "") => ({ ...FILES, "showrun.config.yaml": embedded + more });
				await withWorkspace({ files: settings() }, async ({ run }) => {
					const { out } = await run(["doctor"], { CHAT_KEY: KEY });
					assert.match(out, `chat: small at ${new URL(url).host}, with a key; not asked`);
					assert.not.match(out, KEY);
				});
				await withWorkspace({ files: settings("  urls: { yt_dlp: true }\n") }, async ({ run }) => {
					const { out } = await run(["doctor"], { CHAT_KEY: KEY });
					assert.match(out, /fail +endpoints +The settings require yt-dlp/);
				});
			},
		),
);

command("names each thing that fails with what to do, and exits with 1", () =>
	withWorkspace(
		{ files: { "k.campaign.yaml": "campaign: k\nvidoes: {}\n", ".showrun/state.json": "{" } },
		async ({ run }) => {
			const { code, out } = await run(["doctor"]);
			assert.is(code, 1);
			assert.match(out, /fail +campaigns +.*k\.campaign\.yaml:\d[^\n]*\n +→ showrun validate\n/);
			assert.match(out, /fail +state +.*state\.json/);
			assert.match(out, /\n2 failed, \d+ warnings?\.\n$/);
		},
	),
);

command("says missing where the key or git is missing, and looks at the rest", () =>
	withWorkspace(
		{ files: { ...FILES, "showrun.config.yaml": "service: { url: https://127.0.0.1:9 }\n" } },
		async ({ run }) => {
			const { code, out } = await run(["doctor"], { PATH: "/nonexistent", SHOWRUN_API_KEY: "" });
			assert.is(code, 1);
			assert.match(
				out,
				/fail +key +missing: .*SHOWRUN_API_KEY is not set.*\n +→ Set it: export SHOWRUN_API_KEY=/s,
			);
			assert.match(out, /warn +service +not asked: the key is missing/);
			assert.match(out, /warn +git +missing: what would be committed cannot be checked/);
			assert.match(out, /ok +campaigns +1 valid/);
		},
	),
);

command("names the whole command that connects an account whose program is not known any more", () =>
	withWorkspace({ files: { ...FILES, "showrun.config.yaml": "" } }, async ({ folder, run }) => {
		const whom = ["--platform", "tiktok", "--username", "My shows"];
		await run(["accounts", "connect", "command", ...whom, "--", "/bin/true"]);
		rmSync(join(folder, ".showrun/service/credentials"), { recursive: true });
		const { out } = await run(["doctor", "--json"]);
		const found = findings(out).find(({ detail }) => detail.startsWith("tiktok My shows"));
		const args = "--platform tiktok --username 'My shows' -- PROGRAM ARGUMENTS";
		assert.is(found?.remedy, `showrun accounts connect command ${args}`);
	}),
);

command("looks at the machine also when the settings are broken", () =>
	withWorkspace({ files: { "showrun.config.yaml": "servcie: 1\n" } }, async ({ run }) => {
		const { code, out } = await run(["doctor"]);
		assert.is(code, 1);
		assert.match(out, /fail +settings/);
		assert.match(out, /ok +ffmpeg/);
	}),
);

const remote = (url: string) => ({
	"k.campaign.yaml": LINKED,
	"showrun.config.yaml": `service: { url: "${url}" }\n`,
});

command("tells a key that is refused, and never shows it", () =>
	withService(
		(_, response) =>
			response
				.writeHead(401, { date: new Date(Date.now() - 3_600_000).toUTCString() })
				.end(`{"error":"${KEY}"}`),
		(url) =>
			withWorkspace({ files: remote(url) }, async ({ run }) => {
				const { code, out, err } = await run(["doctor"], { SHOWRUN_API_KEY: KEY });
				assert.is(code, 1);
				assert.match(
					out,
					/fail +service +http:\/\/127\.0\.0\.1:\d+ answers in \d+ ms, but does not accept the key \(status\n? *401\)/,
				);
				assert.match(out, /fail +clock +this machine's is 3[56]\d\d s ahead of the service's/);
				assert.match(out, /ok +ffmpeg +not needed/);
				assert.not.match(out + err, KEY);
			}),
	),
);

command("tells a service that nobody answers for", () =>
	withWorkspace({ files: remote("http://127.0.0.1:9") }, async ({ run }) => {
		const { code, out } = await run(["doctor"], { SHOWRUN_API_KEY: KEY });
		assert.is(code, 1);
		assert.match(out, /fail +service +The service at http:\/\/127\.0\.0\.1:9 cannot be reached/);
		assert.not.match(out, KEY);
	}),
);
command(
	"with a service elsewhere ffmpeg only compares local files, and is missed only for them",
	async () => {
		const signal = AbortSignal.timeout(300_000);
		const [file, url] = [campaign(), campaign({ videos: [] })];
		const [missing] = await lookAtComparison("/nowhere/ffmpeg", [url, file], signal);
		assert.is(missing?.level, "warn");
		assert.match(missing?.detail ?? "", "compared by their bytes only");
		assert.ok(missing?.remedy);
		assert.equal((await lookAtComparison("/nowhere/ffmpeg", [url], signal)).map(level), ["ok ffmpeg"]);
	},
);

command.run();

const looking = suite("what the doctor finds");
const NEEDING = [campaign({ posts: [post()] })];
const cases: Record<string, [readonly CheckResult[], string[]]> = {
	"an old Node": [
		[lookAtNode("20.18.3"), lookAtNode("18.20.0")],
		["fail node", "fail node"],
	],
	"a Node that is new enough": [
		[lookAtNode("20.19.0"), lookAtNode("24.1.0")],
		["ok node", "ok node"],
	],
	"clocks that agree, nearly agree, and do not": [
		[0, 2_000, -31_000, 61_000].map(clockFinding),
		["ok clock", "ok clock", "warn clock", "fail clock"],
	],
	"accounts that are all good": [accountFindings([ACCOUNT], NEEDING), ["ok accounts"]],
	"an account that is missing": [accountFindings([], NEEDING), ["fail accounts"]],
	"a lost authorization that posts need": [
		accountFindings([{ ...ACCOUNT, tokenValid: false }], NEEDING),
		["fail accounts"],
	],
	"a lost authorization that nobody needs": [
		accountFindings([{ ...ACCOUNT, tokenValid: false }], []),
		["warn accounts"],
	],
	"an authorization that ends soon": [
		accountFindings([{ ...ACCOUNT, tokenExpiringSoon: true }], NEEDING),
		["warn accounts"],
	],
	"unknown outcomes": [
		stateFindings(snapshot({}, { operations: { "op-1": operation() } })),
		["ok state", "warn state"],
	],
};
for (const [title, [found, expected]] of Object.entries(cases))
	looking(title, () => assert.equal(found.map(level), expected));

looking("says which way the clock is off", () => {
	assert.match(clockFinding(90_000).detail, "90 s behind the service's");
	assert.match(clockFinding(-90_000).detail, "90 s ahead of the service's");
});

looking("reads the service's clock from the header, within its second", () =>
	withService(
		(_, response) =>
			response.writeHead(200, { date: new Date(Date.now() + 120_000).toUTCString() }).end("{}"),
		async (url) => {
			const { status, aheadMs = 0 } = await probe(
				{ url, apiKey: new Secret(KEY) },
				{ versionHeader: "x-version" },
				new AbortController().signal,
			);
			assert.is(status, 200);
			assert.ok(aheadMs > 117_000 && aheadMs <= 121_000, `${aheadMs}`);
		},
	),
);

looking("knows nothing of the clock of a service that does not tell the time", () =>
	withService(
		(_, response) => {
			response.sendDate = false;
			response.end("{}");
		},
		async (url) =>
			assert.is(
				(
					await probe(
						{ url, apiKey: new Secret(KEY) },
						{ versionHeader: "x-version" },
						new AbortController().signal,
					)
				).aheadMs,
				undefined,
			),
	),
);
looking.run();
