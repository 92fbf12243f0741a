import { isNetwork } from "../system/networks.ts";
import type { Path } from "../yaml/plain-value.ts";
import type { Words } from "../yaml/source.ts";

/** The addresses and networks of proxies that are believed; each that is none is reported. */
export function trustedProxies(
	given: readonly string[],
	report: (words: Words, path?: Path) => void,
): readonly string[] {
	for (const [index, proxy] of given.entries())
		if (!isNetwork(proxy))
			report(
				{
					rule: "bad-network",
					summary: "This is neither an address nor a network",
					detail: `\`${proxy}\` of \`embedded.trusted_proxies\` cannot be compared with where a request comes from.`,
					hint: "Write an address or a network, for example 127.0.0.1 or 10.0.0.0/8.",
				},
				["embedded", "trusted_proxies", index],
			);
	return given.filter(isNetwork);
}
