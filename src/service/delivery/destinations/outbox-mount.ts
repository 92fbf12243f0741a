import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Fault } from "../../../model/fault.ts";
import { isMissing } from "../../../system/error-code.ts";
import { isInside } from "../../../system/paths.ts";
import { readIfThere, writePrivate } from "../../../system/private.ts";
import { printable } from "../../../system/run.ts";
import { jsonObject } from "../../store/json.ts";

/** The disk that holds the outbox is not mounted: whoever writes to the path now writes under it. */
class UnmountedFault extends Fault {
	readonly next = "wait" as const;
}

/**
 * Checks that the outbox lies on the mount it lay on before: an unmounted disk leaves an empty folder, or
 * none, which anybody may write to and nobody ever finds again. Throws `UnmountedFault`.
 */
export function checkMount({
	data,
	outbox,
}: {
	readonly data: string;
	readonly outbox: string;
}): () => Promise<void> {
	const path = join(data, "outbox.json");
	let known: string | undefined;
	const read = async () => {
		const kept = jsonObject((await readIfThere(path)) ?? "");
		return kept?.outbox === outbox && typeof kept.mount === "string" ? kept.mount : undefined;
	};
	return async () => {
		known ??= await read();
		const mount = await mountOf(outbox);
		if (mount === known) return;
		if (known !== undefined && isInside(mount, known))
			throw new UnmountedFault(
				`The outbox ${printable(outbox)} is not there: nothing is mounted at ${printable(known)}.`,
				{ remedy: "Mount the disk; its posts are delivered then." },
			);
		await writePrivate(path, `${JSON.stringify({ format: 1, outbox, mount })}\n`);
		known = mount;
	};
}

/** The topmost folder on the same disk as the path, or as the first of its folders that exists. */
async function mountOf(path: string): Promise<string> {
	const device = (folder: string) =>
		stat(folder).then(
			({ dev }) => dev,
			(error: unknown) => {
				if (isMissing(error)) return undefined;
				throw error;
			},
		);
	let at = path;
	let here = await device(at);
	while (here === undefined && dirname(at) !== at) {
		at = dirname(at);
		here = await device(at);
	}
	while (dirname(at) !== at && (await device(dirname(at))) === here) at = dirname(at);
	return at;
}
