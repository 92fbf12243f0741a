import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

export const FILES = fs;
export const FILE_PROMISES = fs.promises;

/**
 * Lets some calls of the file system answer otherwise while the work lasts. `change` is given the real ones.
 */
export async function withDisk<Calls extends typeof FILES | typeof FILE_PROMISES, Result>(
	calls: Calls,
	change: (real: Readonly<Calls>) => Partial<Calls>,
	work: () => Promise<Result>,
): Promise<Result> {
	const real = { ...calls };
	const changed = change(real);
	Object.assign(calls, changed);
	syncBuiltinESMExports();
	try {
		return await work();
	} finally {
		Object.assign(
			calls,
			Object.fromEntries(Object.keys(changed).map((name) => [name, Reflect.get(real, name)])),
		);
		syncBuiltinESMExports();
	}
}

/** Syncs of open files, each after `before`, which is given the file: with what it throws, the sync fails. */
export function syncing(
	real: Readonly<typeof FILES>,
	before: (fd: number) => void,
): Pick<typeof FILES, "fdatasync"> {
	const fdatasync = (fd: number, done: fs.NoParamCallback) => {
		try {
			before(fd);
		} catch (error) {
			process.nextTick(done, error);
			return;
		}
		real.fdatasync(fd, done);
	};
	return { fdatasync: fdatasync as typeof FILES.fdatasync };
}

export function refusal(code: string): NodeJS.ErrnoException {
	return Object.assign(new Error(`${code}: the disk says no`), { code });
}
