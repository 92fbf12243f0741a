import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { link, readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { defined } from "../model/defined.ts";
import { Fault } from "../model/fault.ts";
import { systemClock } from "./clock.ts";
import { removeNow, temporaryBeside, writeNewText } from "./files.ts";
import { fileSystemOf } from "./locks/file-system.ts";
import { lacksLinks, unlinkable } from "./locks/hard-links.ts";
import { type LockFile, type LockHolder, parseHolder, readLockFile } from "./locks/holder.ts";
import { livenessOf, sayDoubt } from "./locks/liveness.ts";
import { type LockSocket, openSocket, removeSocket, sweepSockets } from "./locks/socket.ts";
import { ownIdentity } from "./process-identity.ts";

/** A lock that is held. */
export interface Lock {
	readonly holder: LockHolder;
	/** Whether it is still ours: a person may have removed it. */
	held(): Promise<boolean>;
	release(): Promise<void>;
}

/** Somebody else holds the lock, or it cannot be read. */
export class LockedFault extends Fault {
	readonly next = "wait" as const;
	override readonly fatal = true;
	readonly holder: LockHolder | undefined;
	/** Why it cannot be told whether the holder is alive, as sentences. Undefined: it is alive. */
	readonly doubt: string | undefined;

	constructor(
		message: string,
		options: { readonly remedy: string; readonly holder?: LockHolder; readonly doubt?: string },
	) {
		super(message, options);
		this.holder = options.holder;
		this.doubt = options.doubt;
	}
}

/** How a lock is taken. */
export interface LockOptions {
	/** What the holder is doing, for people. */
	readonly command: string;
	/** How long to wait for another holder, in milliseconds; 0: not at all. */
	readonly waitMs: number;
	readonly signal: AbortSignal;
	/**
	 * How often to look while waiting, in milliseconds (default 100): less for a lock that is held for an
	 * instant.
	 */
	readonly everyMs?: number;
	/** Whether other users work in this folder too and have to see who holds the lock. */
	readonly shared?: boolean;
}

const LOOK_EVERY_MS = 100;

/**
 * Takes the lock file at `path`, waiting up to `waitMs`. `link` is the primitive: it is atomic, and the file
 * appears with its content. A holder that is provably dead is taken over at once; age never counts, because a
 * stopped process may wake up. Throws `LockedFault`, and `StopFault` where there are no hard links.
 */
export async function takeLock(path: string, options: LockOptions): Promise<Lock> {
	options.signal.throwIfAborted();
	mkdirSync(dirname(path), { recursive: true, ...(!options.shared && { mode: 0o700 }) });
	const contender: LockHolder = {
		lockId: randomBytes(6).toString("hex"),
		...(await ownIdentity()),
		command: options.command,
		since: new Date().toISOString(),
		fileSystem: fileSystemOf(dirname(path)).name,
	};
	const deadline = systemClock.monotonic() + options.waitMs;
	for (;;) {
		const lock = await tryTake(path, contender, options);
		if (lock) return lock;
		const leftMs = deadline - systemClock.monotonic();
		if (leftMs <= 0) throw await lockedAt(path);
		await systemClock.sleep(Math.min(options.everyMs ?? LOOK_EVERY_MS, leftMs), options.signal);
	}
}

/** Who holds the lock now. Undefined: nobody. Throws `LockedFault` for a file that is no lock. */
export async function readHolder(path: string): Promise<LockHolder | undefined> {
	const text = readLockFile(path);
	if (text === undefined) return undefined;
	const holder = parseHolder(text);
	if (holder) return holder;
	throw new LockedFault(`The lock file ${path} cannot be read.`, {
		remedy: "If no showrun is running anywhere on this folder, delete the file.",
	});
}

/** Whether somebody holds the lock who is not provably dead. */
export async function isHeld(path: string): Promise<boolean> {
	const holder = await readHolder(path);
	return holder !== undefined && !(await isDead(path, holder));
}

/**
 * Removes a lock by the id its fault named, and says whose it was. Undefined: nobody held it. Throws
 * `LockedFault` when another lock is there by now.
 */
export async function breakLock(path: string, lockId: string): Promise<LockHolder | undefined> {
	const holder = await readHolder(path);
	if (holder === undefined) return undefined;
	if (holder.lockId !== lockId) throw await lockedAt(path);
	removeNow(path);
	removeNow(claimOf(path, lockId));
	removeSocket(path, lockId);
	return holder;
}

/** The socket is open before the lock names it, and closed after the lock is gone. */
async function tryTake(
	path: string,
	contender: LockHolder,
	{ shared = false }: LockOptions,
): Promise<Lock | undefined> {
	const other = await readHolder(path);
	if (other && !(await isDead(path, other))) return undefined;
	const socket = await openSocket(path, contender.lockId, { shared });
	const holder = { ...contender, ...defined({ socket: socket?.id }) };
	const file = { holder, mode: shared ? 0o666 : 0o600 };
	let taken = false;
	try {
		taken = await (other ? takeOver(path, other, file) : linked(path, file));
	} finally {
		if (!taken) socket?.close();
	}
	if (!taken) return undefined;
	return { holder, held: () => isOurs(path, holder), release: () => release(path, { holder, socket }) };
}

async function isDead(path: string, holder: LockHolder): Promise<boolean> {
	return (await livenessOf(path, holder)) === "dead";
}

/**
 * Two processes may find the same dead holder. Only the one that first links `<lock>.break-<dead id>` may
 * remove that holder's file; should it die in between, its own id is the next name in the chain, so that
 * there is never more than one live breaker of one lock.
 */
async function takeOver(path: string, dead: LockHolder, file: LockFile): Promise<boolean> {
	const claim = await claimBreak(path, dead.lockId, file);
	if (claim === undefined) return false;
	let taken = false;
	try {
		const still = (await readHolder(path))?.lockId === dead.lockId;
		if (still) removeNow(path);
		taken = still && (await linked(path, file));
		return taken;
	} finally {
		// Litter is no reason to fail with the lock in hand.
		try {
			removeNow(claim);
			if (taken) removeSocket(path, dead.lockId);
		} catch {}
		if (taken) await forgetBreaks(path).catch(() => {});
	}
}

/** The claim that is ours now. Undefined: somebody else is about to take the lock over. */
async function claimBreak(path: string, id: string, file: LockFile): Promise<string | undefined> {
	const claim = claimOf(path, id);
	if (await linked(claim, file)) return claim;
	const breaker = await readHolder(claim).catch(() => undefined);
	const goneToo = breaker !== undefined && breaker.lockId !== id && (await isDead(path, breaker));
	return goneToo ? claimBreak(path, breaker.lockId, file) : undefined;
}

/**
 * Removes what the dead left beside the lock: only once the lock is ours, because until then they are links
 * of a chain somebody may be in.
 */
async function forgetBreaks(path: string): Promise<void> {
	const names = (await readdir(dirname(path))).filter((name) => name.startsWith(basename(claimOf(path, ""))));
	for (const claim of names.map((name) => join(dirname(path), name))) {
		const breaker = await readHolder(claim).catch(() => undefined);
		if (breaker === undefined || !(await isDead(path, breaker))) continue;
		removeNow(claim);
		removeSocket(path, breaker.lockId);
	}
	await sweepSockets(path);
}

function claimOf(path: string, id: string): string {
	return `${path}.break-${id}`;
}

async function linked(path: string, { holder, mode }: LockFile): Promise<boolean> {
	const beside = temporaryBeside(path);
	try {
		await writeNewText(beside, `${JSON.stringify(holder)}\n`, mode);
		await link(beside, path);
		return true;
	} catch (error) {
		const code = (error as NodeJS.ErrnoException).code ?? "";
		// A network disk may repeat a call whose answer it lost: what is there already may be what we have
		// just put there.
		if (code === "EEXIST") return await isOurs(path, holder);
		throw lacksLinks(code) ? unlinkable(path, error) : error;
	} finally {
		removeNow(beside);
	}
}

async function release(
	path: string,
	{ holder, socket }: { readonly holder: LockHolder; readonly socket: LockSocket | undefined },
): Promise<void> {
	try {
		if (await isOurs(path, holder)) removeNow(path);
	} finally {
		socket?.close();
	}
}

async function isOurs(path: string, { lockId }: LockHolder): Promise<boolean> {
	return (await readHolder(path).catch(() => undefined))?.lockId === lockId;
}

async function lockedAt(path: string): Promise<LockedFault> {
	const holder = await readHolder(path);
	if (holder === undefined)
		return new LockedFault("The lock was taken and given back while we waited.", {
			remedy: "Run the command again.",
		});
	const { command, user, pid, host, since, lockId } = holder;
	const doubt = await doubtAbout(path, holder);
	const remedy = `${doubt ?? "Wait for it (--lock-timeout 60)."} Only if that process is no longer alive: showrun unlock ${lockId}`;
	return new LockedFault(
		`Another run holds the lock: "${command}" by ${user} (pid ${pid} on ${host}, since ${since}).`,
		{ remedy, holder, ...defined({ doubt }) },
	);
}

/** Why it cannot be told whether a holder is alive, as sentences. Undefined: it can. */
export async function doubtAbout(path: string, holder: LockHolder): Promise<string | undefined> {
	const liveness = await livenessOf(path, holder);
	return typeof liveness === "string" ? undefined : sayDoubt(liveness);
}
