import { StoreFault } from "../store/fault.ts";
import { locked } from "../store/folder/locked.ts";
import { addDataKey, dropFormerKeys, type KeySource, readDataKeys } from "./data-key.ts";

/** A rotation seals everything anew. Milliseconds. */
const LOCK_MS = 30_000;

/** One at a time among processes: what is sealed meanwhile with a key that is dropped would be lost. */
export function keysHeld<Value>({ file }: KeySource, work: () => Promise<Value>): Promise<Value> {
	return locked(file, LOCK_MS, work);
}

/** What is sealed with the keys of a user, folder by folder. */
export interface Sealed {
	reseal(): Promise<number>;
}

/** What a rotation did. */
export interface Rotated {
	/** Credentials that are sealed with the new key. */
	readonly sealed: number;
	/** Keys that still open what they sealed elsewhere. */
	readonly former: number;
}

/**
 * Makes a new key and seals everything in these folders anew with it. The former keys go on opening what
 * they sealed, for other folders of this user, until they are dropped: so whatever ends the process, all can
 * be read. Throws `StoreFault` where something cannot be opened; then no key is dropped.
 */
export function rotateKeys(
	source: KeySource,
	folders: readonly Sealed[],
	{ dropFormer }: { readonly dropFormer: boolean },
): Promise<Rotated> {
	return keysHeld(source, async () => {
		if (source.given === undefined) await addDataKey(source.file);
		else if (source.former === undefined) throw givenFault();
		let sealed = 0;
		for (const folder of folders) sealed += await folder.reseal();
		if (dropFormer && source.given === undefined) await dropFormerKeys(source.file);
		return { sealed, former: (await readDataKeys(source)).length - 1 };
	});
}

function givenFault(): StoreFault {
	return new StoreFault("SHOWRUN_CREDENTIALS_KEY gives the key, so that a new one has to be given too.", {
		remedy:
			"Set SHOWRUN_CREDENTIALS_FORMER_KEY to that key and SHOWRUN_CREDENTIALS_KEY to a new one " +
			"(openssl rand -hex 32), then run this again.",
	});
}
