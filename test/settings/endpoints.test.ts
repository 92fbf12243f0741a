import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadSettings } from "../../src/settings/load.ts";
import { withFiles } from "../campaign/files.ts";

const endpoints = suite("settings of endpoints");

async function settled(embedded: string, env: Readonly<Record<string, string>> = {}) {
	return withFiles(
		{ "showrun.config.yaml": `embedded:\n${embedded.replace(/^/gm, "  ")}\n` },
		async (folder) =>
			loadSettings({ given: [], cwd: folder, env, flags: {}, signal: AbortSignal.timeout(300_000) }),
	);
}

const both =
	"chat: { url: https://api.example.com/v1/, model: small, key_env: CHAT_KEY }\ntranscription: { url: 'http://127.0.0.1:9000', model: whisper-1 }";

endpoints("an endpoint has its key from the environment alone, and may need none", async () => {
	const checked = await settled(both, { CHAT_KEY: " k-1 " });
	assert.equal(checked.diagnostics, []);
	const { chat, transcription } = checked.ok ? checked.value.embedded : {};
	assert.equal([chat?.url, chat?.model, chat?.key?.reveal()], ["https://api.example.com/v1", "small", "k-1"]);
	assert.equal(transcription, { url: "http://127.0.0.1:9000", model: "whisper-1" });
	assert.not.match(JSON.stringify(checked), "k-1");
});

endpoints("an endpoint whose variable is not set is left out, with a warning at its place", async () => {
	const checked = await settled(both);
	assert.is(checked.ok && checked.value.embedded.chat, undefined);
	assert.equal(
		checked.diagnostics.map(({ rule, severity, place }) => `${severity} ${rule} ${place?.line}`),
		["warning missing-endpoint-key 2"],
	);
});

const refused: Record<string, [embedded: string, rules: string[]]> = {
	"a password in the address is refused": [
		"chat: { url: https://u:p@example.com/v1, model: m }",
		["bad-url"],
	],
	"a key in the file is an unknown key": [
		"chat: { url: https://example.com/v1, model: m, key: sk-1 }",
		["unknown-key"],
	],
	"a key over plain http is warned of": [
		"chat: { url: http://example.com/v1, model: m, key_env: K }",
		["plain-http"],
	],
	"a model is needed": ["chat: { url: https://example.com/v1 }", ["missing-key"]],
	"no more bytes than any disk has": ["urls: { max_gigabytes: 0 }", ["out-of-range"]],
};
for (const [title, [embedded, rules]] of Object.entries(refused)) {
	endpoints(title, async () => {
		const { diagnostics } = await settled(embedded, { K: "k" });
		assert.equal(
			diagnostics.map(({ rule }) => rule),
			rules,
		);
		assert.not.match(JSON.stringify(diagnostics), "u:p@");
	});
}

endpoints("how addresses are fetched is settled in bytes and milliseconds", async () => {
	const checked = await settled(
		"urls: { private_addresses: true, max_gigabytes: 0.5, time_limit: 30m, yt_dlp: true }",
	);
	assert.equal(checked.ok && checked.value.embedded.urls, {
		privateAddresses: true,
		maxBytes: 5e8,
		limitMs: 1_800_000,
		ytDlp: true,
	});
});

const WEBHOOK =
	"accounts: [{ platform: youtube, username: Acme, webhook: { url_env: HOOK, secret_env: HOOK_SECRET } }]";
const HOOK_SECRET = `whsec_${"QUJD".repeat(10)}`;

endpoints(
	"a webhook has its address and its secret from the environment, and nothing prints them",
	async () => {
		const env = { HOOK: "https://hooks.example.com/capability", HOOK_SECRET };
		const checked = await settled(WEBHOOK, env);
		assert.equal(checked.diagnostics, []);
		const [account] = checked.ok ? checked.value.embedded.accounts : [];
		assert.equal([account?.via, account?.webhook?.url.reveal()], ["webhook", env.HOOK]);
		assert.not.match(JSON.stringify(checked), /capability|QUJD/);
	},
);

endpoints("a webhook without its secret delivers nothing, and never into the outbox", async () => {
	const checked = await settled(WEBHOOK, { HOOK: "https://hooks.example.com/", HOOK_SECRET: "none" });
	assert.equal(
		checked.diagnostics.map(({ rule, severity }) => `${severity} ${rule}`),
		["warning unusable-webhook"],
	);
	const [account] = checked.ok ? checked.value.embedded.accounts : [];
	assert.equal([account?.via, account?.webhook], ["webhook", undefined]);
});

endpoints.run();
