import { chmodSync, closeSync, openSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import type { Server } from "node:net";
import { basename, dirname, join } from "node:path";
import { systemClock } from "../clock.ts";
import { errorCode } from "../error-code.ts";
import { removeNow } from "../files.ts";
import type { LockHolder } from "./holder.ts";

/** A socket that answers as long as this process lives, paused or busy as it may be. */
export interface LockSocket {
	/** Device and inode: another view of the same folder may show a socket that is never answered. */
	readonly id: string;
	close(): void;
}

/** What became of knocking at the socket of a holder; `none`: it says nothing about the holder. */
export type SocketAnswer = "accepts" | "refuses" | "none";

/** What fits into the address of a socket, in bytes, with its closing zero: less than any system takes. */
const ADDRESS_BYTES = 100;

/** Longer names are cut: the id tells them apart. */
const NAME_CHARACTERS = 40;

const YOUNG_MS = 60_000;

/**
 * Opens the socket of a lock beside it. Process numbers mean nothing in another container, while a socket is
 * accepted by the kernel across all namespaces and refused once its process is gone. Undefined: there is no
 * need for one (no namespaces on this system), or the file system has none.
 */
export async function openSocket(
	path: string,
	lockId: string,
	{ shared }: { readonly shared: boolean },
): Promise<LockSocket | undefined> {
	if (process.platform !== "linux") return undefined;
	const file = socketOf(path, lockId);
	return withAddress(file, async (address) => {
		const { createServer } = await import("node:net");
		const server = createServer((visitor) => visitor.destroy());
		if (!(await listens(server, address, shared))) return undefined;
		// A visitor whose connection breaks is no trouble of ours, nor does the socket keep the process alive.
		server.on("error", () => {}).unref();
		const id = inodeOf(file);
		const close = () => {
			server.close();
			removeNow(file);
		};
		if (id !== undefined) return { id, close };
		close();
		return undefined;
	});
}

/** Whether the process that opened the socket of a lock is still there. */
export async function askSocket(path: string, { lockId, socket }: LockHolder): Promise<SocketAnswer> {
	const file = socketOf(path, lockId);
	if (socket === undefined || inodeOf(file) !== socket) return "none";
	return (await withAddress(file, knock)) ?? "none";
}

/** Removes the socket that a dead holder left. */
export function removeSocket(path: string, lockId: string): void {
	removeNow(socketOf(path, lockId));
}

/**
 * Removes the sockets of processes that died before a lock named them. A young one is left: it may not be
 * answered yet.
 */
export async function sweepSockets(path: string): Promise<void> {
	const folder = dirname(path);
	const names = (await readdir(folder)).filter((name) => isSocketOf(path, name));
	for (const file of names.map((name) => join(folder, name))) {
		const { mtimeMs } = statSync(file);
		if (systemClock.now() - mtimeMs > YOUNG_MS && (await withAddress(file, knock)) === "refuses")
			removeNow(file);
	}
}

function socketOf(path: string, lockId: string): string {
	return join(dirname(path), `.${basename(path).slice(0, NAME_CHARACTERS)}.${lockId}.sock`);
}

function isSocketOf(path: string, name: string): boolean {
	const [before = "", after = ""] = basename(socketOf(path, "*")).split("*");
	return name.startsWith(before) && name.endsWith(after);
}

/** Node silently cuts an address that is too long: then it goes by way of the opened folder. */
async function withAddress<Result>(
	file: string,
	use: (address: string) => Promise<Result>,
): Promise<Result | undefined> {
	if (Buffer.byteLength(file) < ADDRESS_BYTES) return use(file);
	let folder: number;
	try {
		folder = openSync(dirname(file), "r");
	} catch {
		return undefined;
	}
	try {
		const address = `/proc/self/fd/${folder}/${basename(file)}`;
		return Buffer.byteLength(address) < ADDRESS_BYTES ? await use(address) : undefined;
	} finally {
		closeSync(folder);
	}
}

function listens(server: Server, path: string, shared: boolean): Promise<boolean> {
	return new Promise((settle) => {
		server.once("error", () => settle(false));
		// Whoever may look into a shared folder may ask, also as another user.
		const access = { readableAll: shared, writableAll: shared };
		server.listen({ path, ...access, exclusive: true }, () => {
			if (!shared) chmodSync(path, 0o600);
			settle(true);
		});
	});
}

async function knock(path: string): Promise<SocketAnswer> {
	const { connect } = await import("node:net");
	return new Promise((settle) => {
		const visitor = connect({ path });
		visitor.once("connect", () => {
			visitor.destroy();
			settle("accepts");
		});
		visitor.once("error", (error) => settle(ANSWERS[errorCode(error) ?? ""] ?? "none"));
	});
}

/** A holder that is stopped answers no more once many have knocked. */
const ANSWERS: Readonly<Record<string, SocketAnswer>> = { ECONNREFUSED: "refuses", EAGAIN: "accepts" };

function inodeOf(file: string): string | undefined {
	try {
		const { dev, ino } = statSync(file, { bigint: true });
		return `${dev}:${ino}`;
	} catch {
		return undefined;
	}
}
