import { BlockList, isIP } from "node:net";

/**
 * IPv4 ranges that are not public: this machine, private, shared, link-local, special, documentation,
 * multicast, reserved.
 */
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
/** IPv6 ranges that are assigned to networks, and those within that stand for IPv4 or documentation. */
const ASSIGNED_6 = "2000::/3";
const SPECIAL_6 = ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"];

const special4 = listOf("ipv4", SPECIAL_4);
const assigned6 = listOf("ipv6", [ASSIGNED_6]);
const special6 = listOf("ipv6", SPECIAL_6);

/** Whether an IP address belongs to the public internet; anything that is not certain does not. */
export function isPublic(address: string): boolean {
	const kind = isIP(address);
	if (kind === 4) return !special4.check(address, "ipv4");
	if (kind !== 6 || address.includes("%")) return false;
	return assigned6.check(address, "ipv6") && !special6.check(address, "ipv6");
}

/** The host of a URL if it is an IP address, which `URL` has normalised already; undefined for a name. */
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
