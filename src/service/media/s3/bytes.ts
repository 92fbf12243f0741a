import type { Bucket, ObjectAt } from "./bucket.ts";
import { bucketFault } from "./bucket-fault.ts";

interface Wish {
	readonly wish: ObjectAt & { readonly IfMatch?: string };
	readonly from: number;
	/** The last byte. */
	readonly to: number;
}

/** So often in a row nothing may come. */
const TRIES = 5;

/** The bytes of an object, one version of it. A connection that breaks is gone on from where it was. */
export async function* bytesOf(bucket: Bucket, { wish, from, to }: Wish): AsyncGenerator<Buffer> {
	const { ask, sdk, settings } = bucket;
	let [at, left] = [from, TRIES];
	while (at <= to) {
		const before = at;
		const command = new sdk.GetObjectCommand({ ...wish, Range: `bytes=${at}-${to}` });
		const { Body } = await ask((client) => client.send(command));
		let broken: unknown = new Error("it ended too early");
		try {
			for await (const piece of (Body ?? []) as AsyncIterable<Buffer>) {
				at += piece.length;
				yield piece;
			}
		} catch (error) {
			broken = error;
		}
		left = at > before ? TRIES : left - 1;
		if (left === 0) throw bucketFault(broken, settings);
	}
}
