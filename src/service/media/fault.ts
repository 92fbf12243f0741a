import { basename } from "node:path";
import { Fault } from "../../model/fault.ts";

/** A file that a record names is not there any more. */
export class LostMedia extends Fault {
	readonly next = "stop" as const;

	constructor(name: string) {
		super(`The file ${basename(name)} is not there any more.`, {
			remedy: "Upload it and submit its video again; then publish what was not posted yet.",
		});
	}
}
