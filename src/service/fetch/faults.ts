import { StopFault } from "../../model/fault.ts";

/** A video that cannot be fetched from its address. The message names the host alone: the rest of an address may be a secret. */
export class FetchFault extends StopFault {}

/** The server may do better in a while. */
export class PassingFault extends FetchFault {}

/** A video past the limit of the settings: nothing of it is kept. */
export class TooLargeFault extends FetchFault {
	constructor(host: string, maxBytes: number) {
		super(`The video of ${host} is larger than ${Number((maxBytes / 1e9).toPrecision(3))} GB.`, {
			remedy: "Raise embedded.urls.max_gigabytes in the settings, or fetch it yourself and name the file.",
		});
	}
}

/** An address that leads into a private network. */
export class PrivateAddressFault extends FetchFault {
	constructor(host: string) {
		super(`${host} is on this machine or in a private network, and videos are not fetched from there.`, {
			remedy:
				"Where that is wanted, set embedded.urls.private_addresses: true in the settings; or name the file instead.",
		});
	}
}
