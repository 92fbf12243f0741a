import { suite } from "uvu";
import * as assert from "uvu/assert";
import { lookAtProxies } from "../../../src/cli/doctor/proxy.ts";
import type { Settings } from "../../../src/model/settings.ts";
import { key, remote, settingOf } from "../../settings/settle.ts";

const proxies = suite("doctor about proxies");

const settings = () => settingOf({ files: remote, env: key }, (all): Settings => all);

proxies("names the one in use without its password", async () =>
	assert.equal(lookAtProxies(await settings(), { HTTPS_PROXY: "http://me:s3cret@proxy.corp:3128" }), [
		{
			name: "proxy",
			level: "ok",
			detail: "http://proxy.corp:3128 carries connections to api.example.com (CONNECT)",
		},
	]),
);

proxies("says nothing where there is none, or none for the service", async () => {
	assert.equal(lookAtProxies(await settings(), {}), []);
	assert.equal(lookAtProxies(await settings(), { ALL_PROXY: "http://p", NO_PROXY: ".example.com" }), []);
});

proxies("says which one cannot be used", async () => {
	const [finding] = lookAtProxies(await settings(), { ALL_PROXY: "socks5://me:s3cret@proxy.corp" });
	assert.is(finding?.level, "fail");
	assert.not.match(JSON.stringify(finding), "s3cret");
	assert.match(finding?.remedy ?? "", "NO_PROXY");
});

proxies.run();
