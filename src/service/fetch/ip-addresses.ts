import { BlockList, isIP } from "node:net";

/** IPv4 that is not somebody's public server: this machine, private, shared, link-local, special, documentation, multicast, reserved. */
const SPECIAL_4 = [
	...[
		"0.0.0.0/8",
		"10.0.0.0/8",
		"100.64.0.0/10",
		"127.0.0.0/8",
		"169.254.0.0/16",
		"172.16.0.0/12",
		"192.0.0.0/24",
		"192.0.2.0/24",
	],
	...[
		"192.31.196.0/24",
		"192.52.193.0/24",
		"192.88.99.0/24",
		"192.168.0.0/16",
		"192.175.48.0/24",
		"198.18.0.0/15",
		"198.51.100.0/24",
	],
	...["203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
];
/** IPv6: what was given out to networks, without what stands for an IPv4 address or for documents. */
const GIVEN_6 = "2000::/3";
const SPECIAL_6 = ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"];

const special = listOf("ipv4", SPECIAL_4);
const given = listOf("ipv6", [GIVEN_6]);
const special6 = listOf("ipv6", SPECIAL_6);

/** Whether an IP address is one of the public internet. Anything that is not plainly so is not. */
export function isPublic(address: string): boolean {
	const kind = isIP(address);
	if (kind === 4) return !special.check(address, "ipv4");
	if (kind !== 6 || address.includes("%")) return false;
	return given.check(address, "ipv6") && !special6.check(address, "ipv6");
}

/** The IP address that a URL's host is, where it is none of a name; every way of writing one is one here already. */
export function literalOf(url: URL): string | undefined {
	const host = url.hostname.replace(/^\[|\]$/g, "");
	return isIP(host) === 0 ? undefined : host;
}

function listOf(family: "ipv4" | "ipv6", ranges: readonly string[]): BlockList {
	const list = new BlockList();
	for (const range of ranges) {
		const [address = "", bits] = range.split("/");
		list.addSubnet(address, Number(bits), family);
	}
	return list;
}
