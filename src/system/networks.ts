import { BlockList, isIP } from "node:net";

/** Whether a peer of this address is believed what it says. */
export type Trust = (address: string | undefined) => boolean;

/** Trusts single addresses, and networks such as 10.0.0.0/8. What is neither is ignored. */
export function trustOf(proxies: readonly string[]): Trust {
	const list = new BlockList();
	for (const proxy of proxies) addTo(list, proxy);
	return (address) => {
		const plain = plainAddress(address ?? "");
		const family = familyOf(plain);
		return family !== undefined && list.check(plain, family);
	};
}

/** Whether this is an address or a network that `trustOf` understands. */
export function isNetwork(text: string): boolean {
	return addTo(new BlockList(), text);
}

function addTo(list: BlockList, text: string): boolean {
	const [address = "", bits, ...rest] = text.split("/");
	const family = familyOf(address);
	if (family === undefined || rest.length > 0) return false;
	if (bits === undefined) list.addAddress(address, family);
	else if (!/^\d{1,3}$/.test(bits) || Number(bits) > (family === "ipv4" ? 32 : 128)) return false;
	else list.addSubnet(address, Number(bits), family);
	return true;
}

function familyOf(address: string): "ipv4" | "ipv6" | undefined {
	const family = isIP(address);
	return family === 0 ? undefined : family === 4 ? "ipv4" : "ipv6";
}

/** An IPv4 address as it is written, also where a socket takes both kinds. */
export function plainAddress(address: string): string {
	return address.replace(/^::ffff:(?=\d+\.)/i, "");
}
