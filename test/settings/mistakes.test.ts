import { suite } from "uvu";
import * as assert from "uvu/assert";
import { short } from "../campaign/files.ts";
import { file, key, remote, settle, type World } from "./settle.ts";

const url = (text: string) => file(`service: { url: "${text}" }\n`);
const feedUrl = (text: string) => file(`embedded: { feed_url: "${text}" }\n`);
const mistakes: Record<string, [world: World, expected: string[], words: RegExp]> = {
	"an unknown key is named": [{ files: file("servce: {}\n") }, ["unknown-key 1:1"], /Did you mean `service`/],
	"an unknown key of package.json has its place": [
		{ files: { "package.json": '{\n  "showrun": { "stat": "x" }\n}\n' } },
		["unknown-key 2:16"],
		/Did you mean `state`/,
	],
	"a shared file that is no YAML is refused": [
		{ files: file("use: [shared/brand.json]\n") },
		["bad-format 1:7"],
		/Name a YAML file/,
	],
	"a list of shared files that is a text is refused": [
		{ files: file("use: shared/brand.yaml\n") },
		["wrong-type 1:6"],
		/Write it as a list/,
	],
	"a key in the file itself is refused": [
		{ files: file("service: { url: https://a.example.com, api_key: k-123 }\n"), env: key },
		["pasted-key 1:49"],
		/history in git/,
	],
	"a key has one source": [
		{
			files: file("service: { url: https://a.example.com, api_key: { env: A, file: b } }\n"),
			env: { A: "k" },
		},
		["too-many-keys 1:49"],
		/only one of its keys/,
	],
	"a remote service needs a key": [
		{ files: remote },
		["missing-api-key 1:17"],
		/SHOWRUN_API_KEY is not set.*export SHOWRUN_API_KEY=/,
	],
	"a missing key file is named": [
		{ files: file("service: { url: https://a.example.com, api_key: { file: no.txt } }\n"), env: key },
		["missing-api-key 1:49"],
		/`no.txt` does not exist.*SHOWRUN_API_KEY/,
	],
	"a missing key file of the environment is named": [
		{ files: remote, env: { SHOWRUN_API_KEY_FILE: "no.txt" } },
		["missing-api-key 1:17"],
		/`no.txt` does not exist/,
	],
	"a key that is no header is refused": [
		{ files: remote, env: { SHOWRUN_API_KEY: "a\nb" } },
		["bad-api-key 1:17"],
		/cannot be sent in a header/,
	],
	"an address of another kind is refused": [
		{ files: url("ftp://a.example.com"), env: key },
		["bad-url 1:17"],
		/`service.url` does not start with https/,
	],
	"no address is refused": [{ files: url("api"), env: key }, ["bad-url 1:17"], /is not a valid address/],
	"a query is refused": [{ files: url("https://a.example.com/?a=1"), env: key }, ["bad-url 1:17"], /query/],
	"a bad address in the environment names the variable": [
		{ env: { ...key, SHOWRUN_SERVICE_URL: "api" } },
		["bad-url 0:0"],
		/SHOWRUN_SERVICE_URL is not/,
	],
	"a feed address that only looks like one is refused": [
		{ files: feedUrl("https://[") },
		["bad-url 1:23"],
		/`embedded.feed_url` is not a valid address/,
	],
	"a feed address does not tell a password": [
		{ files: feedUrl("https://me:secret@a.example.com/o") },
		["bad-url 1:23"],
		/everybody who reads a feed/,
	],
	"a feed address has no query": [
		{ files: feedUrl("https://a.example.com/o?a=1") },
		["bad-format 1:23"],
		/For example: https:/,
	],
	"http is only for this machine": [
		{ files: url("http://a.example.com"), env: key },
		["!plain-http 1:17"],
		/unencrypted/,
	],
	"state is a file, or kept with git": [
		{ files: file("state: postgres://me:secret@db/x\n") },
		["bad-state 1:8"],
		/`state` is `postgres:…`.*neither a path nor `git`/,
	],
	"a trusted proxy is an address or a network": [
		{ files: file("embedded: { trusted_proxies: [127.0.0.1, 10.0.0.0/99] }\n") },
		["bad-network 1:42"],
		/`10\.0\.0\.0\/99`.*10\.0\.0\.0\/8/,
	],
	"another remote has its own key": [
		{ files: file("state: git:upstream\n") },
		["bad-state 1:8"],
		/state: { git: { remote: upstream } }/,
	],
	"state in the environment is checked like that of the file": [
		{ env: { SHOWRUN_STATE: "https://db.example.com" } },
		["bad-state 0:0"],
		/SHOWRUN_STATE is `https:…`/,
	],
	"a remote is a name": [
		{ files: file("state: { git: { remote: --upload-pack=x } }\n") },
		["bad-format 1:25"],
		/For example: upstream/,
	],
	"a ref is an id, or has its full name": [
		{ files: file("state: { git: { ref: heads/main } }\n") },
		["bad-format 1:22"],
		/For example: shows/,
	],
	"a ref is one that git takes": [
		{ files: file("state: { git: { ref: refs/heads/a..b } }\n") },
		["bad-format 1:22"],
		/./,
	],
	"state that is a map names git or postgres": [
		{ files: file("state: { gti: {} }\n") },
		["unknown-key 1:10"],
		/Did you mean `git`/,
	],
	"state that is nothing is refused": [{ files: file("state: { git: ~ }\n") }, ["wrong-type 1:15"], /./],
	"a lifetime has a unit": [
		{ files: file("embedded: { result_lifetime: 30 }\n") },
		["wrong-type 1:30"],
		/For example: 30d/,
	],
	"a lifetime is not zero": [
		{ files: file("embedded: { result_lifetime: 0d }\n") },
		["bad-format 1:30"],
		/For example: 30d/,
	],
	"an account is listed once": [
		{
			files: file(
				"embedded:\n  accounts: [{ platform: youtube, username: a }, { platform: youtube, username: A }]\n",
			),
		},
		["duplicate-account 2:50"],
		/youtube:a is already in the list/,
	],
	"an account's name is not a path": [
		{ files: file("embedded: { accounts: [{ platform: youtube, username: ../a }] }\n") },
		["bad-format 1:55"],
		/cannot be "\.\.\/a"/,
	],
	"a settings file cannot bring an ffmpeg": [
		{ files: file("embedded: { ffmpeg: ./ffmpeg }\n") },
		["program-in-workspace 1:21"],
		/SHOWRUN_FFMPEG/,
	],
	"two settings files are one too many": [
		{ files: { ...file("{}\n"), "showrun.config.json": "{}" } },
		["several-settings 0:0"],
		/showrun\.config\.yaml and showrun\.config\.json/,
	],
	"a broken file is reported": [{ files: file("service: [\n") }, ["yaml-syntax 1:10"], /./],
	"a broken package.json that may hold settings is reported": [
		{ files: { "package.json": '{ "showrun": { }' } },
		["yaml-syntax 1:1"],
		/./,
	],
	"all mistakes come at once": [
		{ files: file("service: { url: ftp://x, idempotency: maybe }\nstat: x\n") },
		["bad-url 1:17", "missing-api-key 1:17", "wrong-type 1:39", "unknown-key 2:1"],
		/./,
	],
};

const wrong = suite("mistakes in settings");
for (const [title, [world, expected, words]] of Object.entries(mistakes))
	wrong(title, () =>
		settle(world, ({ ok, diagnostics }) => {
			assert.equal(short(diagnostics), expected);
			assert.match(diagnostics.map((each) => `${each.detail} ${each.hint ?? ""}`).join(" "), words);
			assert.is(
				ok,
				expected.every((each) => each.startsWith("!")),
			);
		}),
	);

wrong("a password in an address is refused and not repeated", () =>
	settle({ files: url("https://me:hush@a.example.com"), env: key }, ({ ok, diagnostics }) => {
		assert.equal([ok, short(diagnostics)], [false, ["bad-url 1:17"]]);
		assert.not.match(JSON.stringify(diagnostics), "hush");
	}),
);
wrong.run();
