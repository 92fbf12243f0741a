import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Forwarded, readForwarded } from "../../src/service/http/forwarded.ts";
import { isNetwork, trustOf } from "../../src/system/networks.ts";

const trust = suite("which peers are trusted");

const peers: Record<string, [readonly string[], string | undefined, boolean]> = {
	"nobody, where nothing is set": [[], "127.0.0.1", false],
	"an address": [["127.0.0.1"], "127.0.0.1", true],
	"not another one": [["127.0.0.1"], "127.0.0.2", false],
	"a network": [["10.0.0.0/8"], "10.200.3.4", true],
	"not what is outside of it": [["10.0.0.0/8"], "11.0.0.1", false],
	"an address of IPv4 on a socket for both": [["10.0.0.0/8"], "::ffff:10.1.2.3", true],
	"an address of IPv6": [["::1"], "::1", true],
	"a network of IPv6": [["2001:db8::/32"], "2001:db8:7::1", true],
	"not a socket without an address": [["0.0.0.0/0"], undefined, false],
};
for (const [title, [proxies, peer, expected]] of Object.entries(peers))
	trust(title, () => assert.is(trustOf(proxies)(peer), expected));

trust("what is neither an address nor a network is told from one that is", () => {
	const given = ["127.0.0.1", "10.0.0.0/8", "::/0", "10.0.0.0/33", "10.0.0/8", "example.com", "10.0.0.0/8/8"];
	assert.equal(given.filter(isNetwork), ["127.0.0.1", "10.0.0.0/8", "::/0"]);
});

trust.run();

const reading = suite("what a trusted proxy says of a request");
const trusts = trustOf(["10.0.0.0/8"]);

const said: Record<string, [Record<string, string>, Forwarded]> = {
	"nothing, when it says nothing": [{}, {}],
	"client, scheme and host": [
		{
			"x-forwarded-for": "203.0.113.9",
			"x-forwarded-proto": "https",
			"x-forwarded-host": "clips.example.com:8443",
		},
		{ client: "203.0.113.9", scheme: "https", host: "clips.example.com:8443" },
	],
	"the last client that is no proxy of ours, whatever the client wrote before": [
		{ "x-forwarded-for": "1.2.3.4, 203.0.113.9, 10.1.1.1" },
		{ client: "203.0.113.9" },
	],
	"the first proxy, when all are ours": [{ "x-forwarded-for": "10.1.1.2,10.1.1.1" }, { client: "10.1.1.2" }],
	"an address without its port": [{ "x-forwarded-for": "203.0.113.9:4711" }, { client: "203.0.113.9" }],
	"no client that is no address": [{ "x-forwarded-for": "unknown" }, {}],
	"what the nearest proxy says, not what a client wrote before it": [
		{ "x-forwarded-host": "evil.example, clips.example.com", "x-forwarded-proto": "http, https" },
		{ scheme: "https", host: "clips.example.com" },
	],
	"no host that would be more than one": [{ "x-forwarded-host": "evil.example/@clips.example.com" }, {}],
	"no scheme but two": [{ "x-forwarded-proto": "javascript" }, {}],
	"the standard header": [
		{
			forwarded: 'for=192.0.2.60;proto=http, For="[2001:db8:cafe::17]:4711";proto=https;host="c.example.com"',
		},
		{ client: "2001:db8:cafe::17", scheme: "https", host: "c.example.com" },
	],
	"only the usual headers, where both are there": [
		{ forwarded: "for=1.2.3.4;host=evil.example", "x-forwarded-for": "203.0.113.9" },
		{ client: "203.0.113.9" },
	],
};
for (const [title, [headers, expected]] of Object.entries(said))
	reading(title, () =>
		assert.equal(
			readForwarded((name) => headers[name], trusts),
			expected,
		),
	);

reading.run();
