import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadSettings } from "../../src/settings/load.ts";
import { withFiles } from "../campaign/files.ts";

const apps = suite("settings of apps at platforms");

async function settled(app: string, env: Readonly<Record<string, string>> = {}) {
	return withFiles(
		{ "showrun.config.yaml": `destinations: { apps: { youtube: ${app} } }\n` },
		async (folder) => ({
			folder,
			checked: await loadSettings({
				given: [],
				cwd: folder,
				env,
				flags: {},
				signal: AbortSignal.timeout(300_000),
			}),
		}),
	);
}

apps(
	"an app has its secret from the environment, and Google's addresses unless others are named",
	async () => {
		const { checked } = await settled(
			"{ client_id: one.apps, client_secret_env: YT, urls: { token: 'https://example.com/t/' } }",
			{ YT: " hush " },
		);
		assert.equal(checked.diagnostics, []);
		const app = checked.ok ? checked.value.embedded.apps.youtube : undefined;
		assert.equal([app?.clientId, app?.clientSecret?.reveal()], ["one.apps", "hush"]);
		assert.equal(app?.urls, {
			authorize: "https://accounts.google.com/o/oauth2/v2/auth",
			token: "https://example.com/t/",
			device: "https://oauth2.googleapis.com/device/code",
			revoke: "https://oauth2.googleapis.com/revoke",
			redirect: "http://127.0.0.1/callback",
			api: "https://www.googleapis.com/youtube/v3",
		});
		assert.not.match(JSON.stringify(checked), "hush");
	},
);

apps("a secret in a file is a path from the settings' folder", async () => {
	const { checked, folder } = await settled("{ client_id: one.apps, client_secret_file: secret }");
	assert.is(checked.ok && checked.value.embedded.apps.youtube?.clientSecretFile, `${folder}/secret`);
});

apps("a secret that is not set is a warning at its place: planning needs none", async () => {
	const { checked } = await settled("{ client_id: one.apps, client_secret_env: YT }");
	assert.ok(checked.ok);
	assert.equal(
		checked.diagnostics.map(({ rule, severity, place }) => `${severity} ${rule} ${place?.line}`),
		["warning unusable-app 1"],
	);
});

for (const url of [
	"http://example.com/token",
	"https://u:p@example.com",
	"https://example.com/?a=b",
	"ftp://x",
])
	apps(`the address ${url} is refused`, async () => {
		const { checked } = await settled(`{ client_id: one.apps, urls: { token: '${url}' } }`);
		assert.is(checked.ok, false);
	});
apps.run();
