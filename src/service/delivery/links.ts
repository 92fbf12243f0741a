import type { Signer } from "../links.ts";
import { NotSentFault } from "./destinations/not-sent-fault.ts";

/**
 * Makes links that anybody can read until they expire. Throws `NotSentFault` as long as nobody can: the
 * service does not listen yet.
 */
export function linkMaker({
	base,
	signer,
}: {
	readonly base: { readonly url: string | undefined };
	readonly signer: Signer;
}): (path: string, livesMs: number) => string {
	return (path, livesMs) => {
		if (base.url === undefined) throw new NotSentFault("The service does not listen yet.");
		return `${base.url}${signer.sign(path, livesMs)}`;
	};
}
