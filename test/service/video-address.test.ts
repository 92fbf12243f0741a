import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseVideoAddress, titleOf } from "../../src/service/fetch/video-address.ts";
import { isPublic } from "../../src/system/ip-addresses.ts";

const addresses = suite("addresses of videos");

const spaces: Record<string, [isPublic: boolean, addresses: string[]]> = {
	"that are fetched from": [
		true,
		["93.184.216.34", "8.8.8.8", "172.32.0.1", "2606:2800:220:1:248:1893:25c8:1946"],
	],
	"that are not": [
		false,
		[
			...[
				"127.0.0.1",
				"0.0.0.0",
				"10.1.2.3",
				"172.16.0.1",
				"192.168.1.1",
				"169.254.169.254",
				"100.64.0.1",
				"224.0.0.1",
				"255.255.255.255",
				"198.18.0.1",
			],
			...[
				"::1",
				"::",
				"::ffff:127.0.0.1",
				"::ffff:8.8.8.8",
				"::127.0.0.1",
				"fe80::1",
				"fe80::1%eth0",
				"fd00::1",
				"ff02::1",
				"64:ff9b::7f00:1",
				"2002:7f00:1::",
			],
			...["2001::1", "2001:db8::1", "example.com", "0x7f000001", ""],
		],
	],
};
for (const [title, [expected, ips]] of Object.entries(spaces)) {
	for (const address of ips)
		addresses(`IP addresses ${title}: ${address || "none"}`, () => assert.is(isPublic(address), expected));
}

const written = [
	"http://127.0.0.1/a.mp4",
	"http://2130706433/",
	"http://0x7f.1/",
	"http://0177.0.0.1/",
	"http://127.1/",
	"http://[::1]/",
	"http://[::ffff:7f00:1]/",
];
for (const address of written) {
	addresses(`this machine is refused in every spelling: ${address}`, () =>
		assert.throws(
			() => parseVideoAddress(address, { privateAddresses: false }),
			/on this machine or in a private network/,
		),
	);
}
for (const address of [
	"ftp://example.com/a.mp4",
	"file:///etc/passwd",
	"https://u:p@example.com/a.mp4",
	"https://",
	`https://example.com/${"a".repeat(5_000)}`,
]) {
	addresses(`not an address to fetch from: ${address.slice(0, 40)}`, () =>
		assert.throws(() => parseVideoAddress(address, { privateAddresses: true })),
	);
}
addresses("the title is the name of the file, or the host", () => {
	const titles = [
		"https://example.com/a/My%20talk.mp4?x=1",
		"https://example.com/",
		"https://example.com/%E0%A4%A",
	].map((url) => titleOf(new URL(url)));
	assert.equal(titles, ["My talk", "example.com", "%E0%A4%A"]);
});

addresses.run();
