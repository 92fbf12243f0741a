import { plain } from "./ink.ts";

interface BackedUp {
	/** The data folder. */
	readonly data: string;
	readonly file: string;
	readonly files: number;
	readonly bytes: number;
	/** Epoch milliseconds. */
	readonly at: number;
}

/** What was backed up, and what is not in it. `key`: where the key is that opens sealed credentials. */
export function renderBackup({ data, file, files, bytes, key }: BackedUp & { readonly key: string }): string {
	return `Backed up ${plain(data)}: ${plain(file)} (${amount({ files, bytes })}).
Anybody who can read it can use this service's API key. Credentials of accounts stay sealed in it; their key
is not in it: keep ${plain(key)} too, and the outbox. Clips that nothing needs are left out.
`;
}

/** What was restored, and what to know of it. */
export function renderRestored({ data, file, files, bytes, at }: BackedUp): string {
	return `Restored ${plain(data)} from ${plain(file)} (${amount({ files, bytes })}), as of ${new Date(at).toISOString()}.
What was added, changed or cancelled since then is lost: compare with \`showrun posts list\`.
What may have been delivered since then is read from the outbox; where that is not possible, \`showrun serve\`
sends nothing until it is started with --restored deliver or skip.
`;
}

function amount({ files, bytes }: Pick<BackedUp, "files" | "bytes">): string {
	return `${files} file${files === 1 ? "" : "s"}, ${(bytes / 1e6).toFixed(1)} MB`;
}
