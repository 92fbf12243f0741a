import { StopFault } from "../../model/fault.ts";

/** A video that cannot be fetched. Messages name only the host: the rest of an address may be a secret. */
export class FetchFault extends StopFault {}

/** A failure that may pass: worth a retry. */
export class TemporaryFault extends FetchFault {}

/** A video over the limit of the settings: nothing of it is kept. */
export class TooLargeFault extends FetchFault {
	constructor(host: string, maxBytes: number) {
		super(`The video at ${host} is larger than ${Number((maxBytes / 1e9).toPrecision(3))} GB.`, {
			remedy: "Raise embedded.urls.max_gigabytes in the settings, or fetch it yourself and name the file.",
		});
	}
}

/** An address in a private network. */
export class PrivateAddressFault extends FetchFault {
	constructor(host: string) {
		super(`${host} is on this machine or in a private network: nothing is fetched from there.`, {
			remedy:
				"To allow it, set embedded.urls.private_addresses: true in the settings; or name the file instead.",
		});
	}
}
