import type { ListedFile } from "../media.ts";
import type { Bucket } from "./bucket.ts";

/** The object whose time says when those of the same name before the dot were used last. */
export function usedMark(name: string): string {
	const dot = name.lastIndexOf(".");
	return `${dot > name.lastIndexOf("/") ? name.slice(0, dot) : name}.used`;
}

interface Folder {
	readonly prefix: string;
	readonly folder: string;
}

/** The objects of a folder. Objects come in order, so that those of one name stand together. */
export async function* listFolder(bucket: Bucket, { prefix, folder }: Folder): AsyncGenerator<ListedFile> {
	let together: ListedFile[] = [];
	for await (const file of objectsIn(bucket, { prefix, folder })) {
		const [before] = together;
		if (before && usedMark(before.name) !== usedMark(file.name)) {
			yield* withMark(together);
			together = [];
		}
		together.push(file);
	}
	yield* withMark(together);
}

/** A mark that nothing is left of is a file like any other, so that it is collected. */
function withMark(files: readonly ListedFile[]): readonly ListedFile[] {
	const others = files.filter(({ name }) => name !== usedMark(name));
	const [mark] = files.filter(({ name }) => name === usedMark(name));
	if (mark === undefined || others.length === 0) return files;
	return others.map((file) => ({ ...file, usedAt: Math.max(file.usedAt, mark.usedAt) }));
}

async function* objectsIn(
	{ settings, ask, sdk }: Bucket,
	{ prefix, folder }: Folder,
): AsyncGenerator<ListedFile> {
	const list = { Bucket: settings.bucket, Prefix: `${prefix}${folder}/`, Delimiter: "/" };
	for (let ContinuationToken: string | undefined; ; ) {
		const command = new sdk.ListObjectsV2Command({
			...list,
			...(ContinuationToken && { ContinuationToken }),
		});
		const page = await ask((client) => client.send(command));
		for (const { Key = "", Size = 0, LastModified } of page.Contents ?? [])
			yield { name: Key.slice(prefix.length), bytes: Size, usedAt: LastModified?.getTime() ?? 0 };
		if (!page.IsTruncated) return;
		ContinuationToken = page.NextContinuationToken;
	}
}
