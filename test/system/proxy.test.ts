import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Environment, proxyFor, withoutUser } from "../../src/system/proxy.ts";

const proxies = suite("which proxy an address has");

const P = "http://proxy.corp:3128";
const table: Record<string, [Environment, string, string | undefined]> = {
	"none where nothing is named": [{}, "https://a.example", undefined],
	"that of https": [{ HTTPS_PROXY: P, HTTP_PROXY: "http://other" }, "https://a.example", "proxy.corp:3128"],
	"that of http": [{ http_proxy: P }, "http://a.example", "proxy.corp:3128"],
	"not that of http for https": [{ http_proxy: P }, "https://a.example", undefined],
	"small letters first": [
		{ https_proxy: P, HTTPS_PROXY: "http://other" },
		"https://a.example",
		"proxy.corp:3128",
	],
	"the one for all": [{ ALL_PROXY: P }, "https://a.example", "proxy.corp:3128"],
	"its own before the one for all": [
		{ all_proxy: "http://other", https_proxy: P },
		"https://a.example",
		"proxy.corp:3128",
	],
	"none where the name is empty": [{ https_proxy: "", all_proxy: P }, "https://a.example", undefined],
	"one without a scheme": [{ HTTPS_PROXY: "proxy.corp:3128" }, "https://a.example", "proxy.corp:3128"],
	"one with a password": [
		{ HTTPS_PROXY: "http://me:pw@proxy.corp:3128" },
		"https://a.example",
		"proxy.corp:3128",
	],
	"none for localhost": [{ ALL_PROXY: P }, "http://localhost:80", undefined],
	"none below localhost": [{ ALL_PROXY: P }, "http://clips.localhost", undefined],
	"none for 127.0.0.1": [{ ALL_PROXY: P }, "http://127.0.0.1:7788", undefined],
	"none for the whole loopback": [{ ALL_PROXY: P }, "http://127.8.9.1", undefined],
	"none for ::1": [{ ALL_PROXY: P }, "http://[::1]:8080", undefined],
	"none for ::ffff:127.0.0.1": [{ ALL_PROXY: P }, "http://[::ffff:127.0.0.1]", undefined],
	"one for a host that only begins like it": [
		{ ALL_PROXY: P },
		"http://127.0.0.1.example",
		"proxy.corp:3128",
	],
	"none for a listed host": [
		{ ALL_PROXY: P, NO_PROXY: "b.example, a.example" },
		"https://a.example",
		undefined,
	],
	"none for a listed host in capitals": [
		{ ALL_PROXY: P, NO_PROXY: "A.Example" },
		"https://a.example",
		undefined,
	],
	"none below a listed domain": [{ ALL_PROXY: P, no_proxy: ".example" }, "https://a.example", undefined],
	"none below a listed wildcard": [{ ALL_PROXY: P, no_proxy: "*.example" }, "https://x.a.example", undefined],
	"one where only the end of the name is listed": [
		{ ALL_PROXY: P, no_proxy: "ample" },
		"https://a.example",
		"proxy.corp:3128",
	],
	"none for everything": [{ ALL_PROXY: P, no_proxy: "*" }, "https://a.example", undefined],
	"none for a listed port": [{ ALL_PROXY: P, no_proxy: "a.example:443" }, "https://a.example", undefined],
	"one for another port": [
		{ ALL_PROXY: P, no_proxy: "a.example:8443" },
		"https://a.example",
		"proxy.corp:3128",
	],
	"none for a listed range": [{ ALL_PROXY: P, no_proxy: "10.0.0.0/8" }, "http://10.1.2.3:8000", undefined],
	"one outside of a range": [{ ALL_PROXY: P, no_proxy: "10.0.0.0/8" }, "http://11.1.2.3", "proxy.corp:3128"],
	"none for a listed range of version 6": [
		{ ALL_PROXY: P, no_proxy: "fd00::/8" },
		"http://[fd00::1]",
		undefined,
	],
	"none for a listed address of version 6": [
		{ ALL_PROXY: P, no_proxy: "fd00::1" },
		"http://[fd00::1]",
		undefined,
	],
	"none for one in brackets with a port": [
		{ ALL_PROXY: P, no_proxy: "[fd00::1]:80" },
		"http://[fd00::1]",
		undefined,
	],
	"one where the range is none": [
		{ ALL_PROXY: P, no_proxy: "10.0.0.0/99 x/8" },
		"http://10.1.2.3",
		"proxy.corp:3128",
	],
};

for (const [title, [env, url, expected]] of Object.entries(table))
	proxies(title, () => assert.is(proxyFor(new URL(url), env)?.host, expected));

proxies("one that cannot be used is an error, and no password is repeated", () => {
	const url = new URL("https://a.example");
	assert.throws(
		() => proxyFor(url, { ALL_PROXY: "socks5://me:pw@proxy:1080" }),
		/^ALL_PROXY names a socks5 proxy, and only http and https ones work$/,
	);
	assert.throws(
		() => proxyFor(url, { https_proxy: "http://me:pw@:bad" }),
		/^HTTPS_PROXY holds no address of a proxy$/,
	);
});

proxies("is shown without its password", () =>
	assert.is(withoutUser(new URL("http://me:pw@proxy.corp:3128/x")), "http://proxy.corp:3128"),
);

proxies.run();
