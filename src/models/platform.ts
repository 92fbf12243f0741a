import { closeSync, openSync, readSync } from "node:fs";

/** A machine that nothing is made for: there runs only what runs on all of them. */
export const ANY_PLATFORM = "everywhere";

/** A program names what loads its libraries within so many bytes. */
const HEAD_BYTES = 4_096;

let asked: string | undefined;

/**
 * This machine's operating system and processor as `linux-x64`, and `-musl` after it where a library made for
 * glibc cannot be loaded (Alpine).
 */
export function thisPlatform(): string {
	const { platform, arch, execPath } = process;
	asked ??= `${platform}-${arch}${platform === "linux" && isOfMusl(execPath) ? "-musl" : ""}`;
	return asked;
}

/** Whether a program's libraries are loaded by musl. One that tells nothing proves nothing: it is tried. */
export function isOfMusl(program: string): boolean {
	try {
		return headOf(program).includes("/ld-musl-");
	} catch {
		return false;
	}
}

function headOf(path: string): Buffer {
	const head = Buffer.alloc(HEAD_BYTES);
	const file = openSync(path, "r");
	try {
		return head.subarray(0, readSync(file, head, 0, head.length, 0));
	} finally {
		closeSync(file);
	}
}
