import { suite } from "uvu";
import * as assert from "uvu/assert";
import { hasErrors } from "../../src/model/diagnostic.ts";
import { maskKeys, withPastedKeys } from "../../src/settings/pasted-keys.ts";
import { githubAnnotations, renderDiagnostics } from "../../src/views/diagnostics.ts";
import { withWorkspace } from "../builders/command.ts";

const KEY = "sk-live-hunter2hunter2";
const URL = "url: https://api.example.com";

const HELD: Readonly<Record<string, string>> = {
	"as it is": `service: { ${URL}, api_key: ${KEY} }\n`,
	"in quotes": `service:\n  ${URL}\n  api_key: "${KEY}"\n`,
	"in JSON": `{"service": {"url": "https://api.example.com", "api_key": "${KEY}"}}\n`,
	"in broken JSON": `{"service": {"url": "https://api.example.com", "api_key": "${KEY}"\n`,
	"as a block": `service:\n  ${URL}\n  api_key: |\n    ${KEY}\n    ${KEY}\n`,
	"as the name of a variable": `service: { ${URL}, api_key: { env: ${KEY} } }\n`,
	"as the name of a file": `service: { ${URL}, api_key: { file: ${KEY} } }\n`,
	"under a misspelt name": `service: { ${URL}, apikey: ${KEY} }\n`,
	"as a token": `service: { ${URL}, token: ${KEY} }\n`,
	"for a language model": `embedded: { chat: { url: https://llm.example.com/v1, model: x, key: ${KEY} } }\n`,
	"as the secret of an app": `destinations: { apps: { youtube: { client_id: x, client_secret: GOCSPX-hunterhunter } } }\n`,
	"in an address": `service: { ${URL}, token: "https://hooks.example.com/services/T02/hunterhunterhunter" }\n`,
	"of letters alone": `service: { ${URL}, api_key: hunterhunter }\n`,
};

const FINE: readonly string[] = [
	`service: { ${URL}, api_key: { env: SHOWRUN_API_KEY } }\n`,
	`service: { ${URL}, api_key: { file: ./secrets/key.txt } }\n`,
	"embedded: { accounts: [{ platform: youtube, username: Acme, token: expiring }] }\n",
	"rules: { missing-api-key: error, bad-api-key: off }\n",
	"embedded: { chat: { url: https://llm.example.com/v1, model: x, key_env: LLM_KEY } }\n",
	"destinations: { apps: { youtube: { client_id: x, urls: { token: 'http://127.0.0.1:34623/token' } } } }\n",
	"destinations: { apps: { tiktok: { client_id: x, urls: { token: 'https://open.example.com/v2/oauth/token/' } } } }\n",
];

const pasted = suite("a key pasted into a settings file");
for (const [title, text] of Object.entries(HELD))
	pasted(`${title} is refused, and said nowhere`, () => {
		const masked = maskKeys({ file: "showrun.config.yaml", text });
		const diagnostics = withPastedKeys(masked, []);
		assert.ok(hasErrors(diagnostics));
		const ink = { colour: false, width: 100 };
		const said = [
			renderDiagnostics(diagnostics, ink),
			githubAnnotations(diagnostics),
			JSON.stringify(diagnostics),
		];
		assert.not.match(`${said.join("\n")}${masked.source.text}`, /hunter/);
		assert.is(masked.source.text.length, text.length);
	});

pasted("and nothing else is taken for one", () => {
	for (const text of FINE)
		assert.equal(maskKeys({ file: "f", text }), { source: { file: "f", text }, spans: [] });
});

pasted("no command prints it, in whatever form", async () => {
	const files = {
		"k.campaign.yaml": "campaign: k\nvideos: { talk: { source: https://example.com/talk.mp4 } }\n",
		"showrun.config.yaml": HELD["as it is"] ?? "",
	};
	await withWorkspace({ files }, async ({ run }) => {
		for (const args of [
			["validate"],
			["validate", "--json"],
			["validate", "--github"],
			["doctor"],
			["plan", "--json"],
		]) {
			const { code, out, err } = await run(args, { SHOWRUN_API_KEY: "" });
			assert.not.match(out + err, /hunter/, args.join(" "));
			assert.is(code, 1, args.join(" "));
			assert.match(out + err, /pasted-key|cannot hold a key/, args.join(" "));
		}
	});
});
pasted.run();
