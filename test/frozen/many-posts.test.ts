/**
 * A state of 0.1.0 with 500 posts that the service holds: nothing that it did not record is taken for a
 * change, nor are words that were generated otherwise then, and no request but a read leaves.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOM } from "../journeys/program.ts";
import { KEY } from "../journeys/server.ts";
import { showrunWarm } from "../journeys/warm.ts";
import { remoteSettings } from "../journeys/workspace.ts";

const FROZEN = fileURLToPath(new URL("0.1.0/", import.meta.url));
const MEDIA = fileURLToPath(new URL("../../examples/quickstart/media", import.meta.url));
const HOUR = 3_600_000;
const CLIPS = 250;
const ACCOUNTS = [
	{ name: "youtube-main", platform: "youtube", username: "Acme" },
	{ name: "linkedin-main", platform: "linkedin", username: "acme-inc" },
];
const HOURS = Array.from({ length: 24 }, (_, hour) => `"${String(hour).padStart(2, "0")}:00"`).join(", ");
const TITLE = '{ title: "{{ clip.title | truncate: 100 }}", description: "{{ clip.description }}" }';

const CAMPAIGN = `campaign: keynote-2026
timezone: UTC
accounts:
${ACCOUNTS.map(({ name, platform, username }) => `  ${name}: { platform: ${platform}, username: ${username} }\n`).join("")}
schedules:
  hourly: { slots: { daily: [${HOURS}] } }
videos:
  keynote:
    source: ./media/keynote.mp4
    clipping: { language: en, duration: 0-30s, limit: ${CLIPS} }
    export: { resolution: 720p, caption: { style: temp-7 }, reframe: { ratio: "9:16" } }
posts:
  shorts:
    from: keynote
    clips: { top: ${CLIPS} }
    schedule: hourly
    to:
${ACCOUNTS.map(({ name }) => `      ${name}: ${TITLE}\n`).join("")}`;

interface Stored {
	readonly resources: Readonly<Record<string, { readonly request: object; readonly result: object }>>;
}

/**
 * What 0.1.0 wrote: of a post no id of its account, nothing of what was asked for, and a recipe of its own.
 */
function stateOf(first: number): object {
	const frozen: Stored = JSON.parse(readFileSync(join(FROZEN, "state.json"), "utf8"));
	const name = "keynote-2026.video.keynote";
	const video = frozen.resources[name];
	if (video === undefined) throw new Error("The frozen state has no such video.");
	const source = "sha256:33d975c58038c6de30b29f1c555b064fd318901ff5f987920a17bb8010e13b28";
	const clips = Array.from({ length: CLIPS }, (_, idx) => ({
		...{ idx, moment: { from: idx * 60_000, to: idx * 60_000 + 20_000 }, score: 99 - idx / 10 },
		...{ title: `Title ${idx}`, description: `What is said in clip ${idx}.`, tags: [] },
	}));
	const posts = ACCOUNTS.flatMap(({ name: account, platform, username }) =>
		clips.map(({ idx, moment }) => {
			const address = `keynote-2026.post.shorts["keynote@${moment.from}-${moment.to}"].${account}`;
			const scheduledAt = first + idx * HOUR;
			const body = { title: `As it was worded then: ${idx}`, description: `And described: ${idx}.` };
			const about = { idx, moment, recipe: `recipe${idx}`, source, taskId: "01M815ETV3E8V3K47N782751SN" };
			const request = { account: { platform, username }, body, ...about, scheduledAt };
			const operation = `01M815FGYZ6RHM7WVPN7${platform === "youtube" ? "Y" : "K"}${String(idx).padStart(5, "0")}`;
			const state = {
				kind: "post",
				acceptedAt: first - 30 * HOUR,
				request,
				status: "SCHEDULED",
				taskId: operation,
			};
			const entry = { account: `${platform}:${username.toLowerCase()}`, address, at: first - 30 * HOUR };
			return { address, state, entry: { ...entry, moment, operation, scheduledAt, source } };
		}),
	);
	const clipping = { duration: "0-30s", express: false, language: "en", limit: CLIPS, moreResults: false };
	const submitted = { ...video, request: { ...video.request, clipping }, result: { ...video.result, clips } };
	return {
		...{ format: 1, lineage: "01M815ETSPDXP7P12P33CTVRKQ", serial: 3_000, operations: {} },
		resources: {
			[name]: submitted,
			...Object.fromEntries(posts.map(({ address, state }) => [address, state])),
		},
		ledger: posts.map(({ entry }) => entry),
	};
}

/** A service that only has accounts, and notes what else is asked of it. */
async function withService(use: (url: string, asked: readonly string[]) => Promise<void>): Promise<void> {
	const asked: string[] = [];
	const server = createServer(({ method, url = "" }, response) => {
		const isAccounts = url.includes("/accounts");
		if (method !== "GET") asked.push(`${method} ${url}`);
		response.writeHead(isAccounts ? 200 : 404, { "content-type": "application/json" });
		const listed = ACCOUNTS.map(({ platform, username }) => ({
			...{
				account_id: `acc_${platform}`,
				platform,
				username,
				is_token_valid: true,
				is_token_expiring_soon: false,
			},
		}));
		response.end(JSON.stringify({ data: isAccounts ? listed : null }));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	try {
		await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked);
	} finally {
		server.closeAllConnections();
		server.close();
	}
}

const many = suite("a state of 0.1.0 with 500 posts");
many("plans no changes, and is applied without a request that changes anything", async () => {
	await withService(async (url, asked) => {
		const cwd = mkdtempSync(join(ROOM, "many-"));
		cpSync(MEDIA, join(cwd, "media"), { recursive: true });
		mkdirSync(join(cwd, ".showrun"));
		writeFileSync(join(cwd, "keynote.campaign.yaml"), CAMPAIGN);
		writeFileSync(join(cwd, "showrun.config.yaml"), remoteSettings(url));
		const first = Math.ceil(Date.now() / HOUR) * HOUR + 24 * HOUR;
		writeFileSync(join(cwd, ".showrun", "state.json"), JSON.stringify(stateOf(first)));
		for (const args of [
			["plan", "."],
			["state", "adopt", "--auto-approve"],
			["apply", ".", "--auto-approve"],
			["watch", "--once"],
			["plan", "."],
		]) {
			const { code, out, err } = await showrunWarm(args, { cwd, env: KEY });
			assert.is(code, 0, `${args[0]}: ${out}${err}`);
			if (args.includes("."))
				assert.match(out, /^No changes\. .*\(501 addresses\)\./, `${args[0]}: ${out}${err}`);
		}
		assert.equal(asked, []);
	});
});
many.run();
