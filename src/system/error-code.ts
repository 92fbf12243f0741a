/** The code of a failed call to the system, like `EACCES`. Undefined: the error has none. */
export function errorCode(error: unknown): string | undefined {
	return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** Whether the error says that a file or folder does not exist. */
export function isMissing(error: unknown): boolean {
	const code = errorCode(error);
	return code === "ENOENT" || code === "ENOTDIR";
}

/** What `work` returns at once. Undefined: the file or folder does not exist. */
export function ifThere<Result>(work: () => Result): Result | undefined {
	try {
		return work();
	} catch (error) {
		return undefinedIfMissing(error);
	}
}

/** For `.catch`: nothing where the file or folder does not exist; every other error is thrown again. */
export function undefinedIfMissing(error: unknown): undefined {
	if (!isMissing(error)) throw error;
}
