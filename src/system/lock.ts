import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { link, readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Fault, StopFault } from "../model/fault.ts";
import { systemClock } from "./clock.ts";
import { readTextNow, removeNow, temporaryBeside, writeNewText } from "./files.ts";
import { ownIdentity, type ProcessIdentity, provablyDead } from "./process-identity.ts";

/** Who holds a lock, and what for. */
export interface LockHolder extends ProcessIdentity {
	readonly lockId: string;
	/** What the holder is doing, for people. */
	readonly command: string;
	/** ISO 8601. */
	readonly since: string;
}

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

	constructor(message: string, options: { readonly remedy: string; readonly holder?: LockHolder }) {
		super(message, options);
		this.holder = options.holder;
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
}

const LOOK_EVERY_MS = 100;

/** What file systems without hard links answer: FAT and exFAT, many shared folders, some network disks. */
const NO_LINKS: ReadonlySet<string> = new Set([
	"EPERM",
	"ENOTSUP",
	"EOPNOTSUPP",
	"ENOSYS",
	"EINVAL",
	"EMLINK",
]);

/**
 * Takes the lock file at `path`, waiting up to `waitMs`. `link` is the primitive: it is atomic, and the file
 * appears with its content. A holder that is provably dead is taken over at once; age never counts, because a
 * stopped process may wake up. Throws `LockedFault`, and `StopFault` where there are no hard links.
 */
export async function takeLock(path: string, options: LockOptions): Promise<Lock> {
	options.signal.throwIfAborted();
	mkdirSync(dirname(path), { recursive: true });
	const holder: LockHolder = {
		lockId: randomBytes(6).toString("hex"),
		...(await ownIdentity()),
		command: options.command,
		since: new Date().toISOString(),
	};
	const deadline = systemClock.monotonic() + options.waitMs;
	for (;;) {
		if (await tryTake(path, holder))
			return { holder, held: () => isOurs(path, holder), release: () => release(path, holder) };
		const leftMs = deadline - systemClock.monotonic();
		if (leftMs <= 0) throw lockedFault(await readHolder(path));
		await systemClock.sleep(Math.min(options.everyMs ?? LOOK_EVERY_MS, leftMs), options.signal);
	}
}

/** Who holds the lock now. Undefined: nobody. Throws `LockedFault` for a file that is no lock. */
export async function readHolder(path: string): Promise<LockHolder | undefined> {
	const text = readTextNow(path);
	if (text === undefined) return undefined;
	const holder = parse(text);
	if (holder) return holder;
	throw new LockedFault(`The lock file ${path} cannot be read.`, {
		remedy: "If no showrun is running anywhere on this folder, delete the file.",
	});
}

/** Whether somebody holds the lock who is not provably dead. */
export async function isHeld(path: string): Promise<boolean> {
	const holder = await readHolder(path);
	return holder !== undefined && !(await provablyDead(holder));
}

/**
 * Removes a lock by the id its fault named, and says whose it was. Undefined: nobody held it. Throws
 * `LockedFault` when another lock is there by now.
 */
export async function breakLock(path: string, lockId: string): Promise<LockHolder | undefined> {
	const holder = await readHolder(path);
	if (holder === undefined) return undefined;
	if (holder.lockId !== lockId) throw lockedFault(holder);
	removeNow(path);
	removeNow(claimOf(path, lockId));
	return holder;
}

async function tryTake(path: string, holder: LockHolder): Promise<boolean> {
	const other = await readHolder(path);
	if (other === undefined) return linked(path, holder);
	return (await provablyDead(other)) && takeOver(path, { dead: other, holder });
}

/**
 * Two processes may find the same dead holder. Only the one that first links `<lock>.break-<dead id>` may
 * remove that holder's file; should it die in between, its own id is the next name in the chain, so that
 * there is never more than one live breaker of one lock.
 */
async function takeOver(
	path: string,
	{ dead, holder }: { readonly dead: LockHolder; readonly holder: LockHolder },
): Promise<boolean> {
	const claim = await claimBreak(path, dead.lockId, holder);
	if (claim === undefined) return false;
	let taken = false;
	try {
		const still = (await readHolder(path))?.lockId === dead.lockId;
		if (still) removeNow(path);
		taken = still && (await linked(path, holder));
		return taken;
	} finally {
		// Litter is no reason to fail with the lock in hand.
		try {
			removeNow(claim);
		} catch {}
		if (taken) await forgetBreaks(path).catch(() => {});
	}
}

/** The claim that is ours now. Undefined: somebody else is about to take the lock over. */
async function claimBreak(path: string, id: string, holder: LockHolder): Promise<string | undefined> {
	const claim = claimOf(path, id);
	if (await linked(claim, holder)) return claim;
	const breaker = await readHolder(claim).catch(() => undefined);
	const goneToo = breaker !== undefined && breaker.lockId !== id && (await provablyDead(breaker));
	return goneToo ? claimBreak(path, breaker.lockId, holder) : undefined;
}

/**
 * Removes the claims of the dead: only once the lock is ours, because until then they are links of a chain
 * somebody may be in.
 */
async function forgetBreaks(path: string): Promise<void> {
	const names = (await readdir(dirname(path))).filter((name) => name.startsWith(basename(claimOf(path, ""))));
	for (const claim of names.map((name) => join(dirname(path), name))) {
		const breaker = await readHolder(claim).catch(() => undefined);
		if (breaker && (await provablyDead(breaker))) removeNow(claim);
	}
}

function claimOf(path: string, id: string): string {
	return `${path}.break-${id}`;
}

async function linked(path: string, holder: LockHolder): Promise<boolean> {
	const beside = temporaryBeside(path);
	try {
		await writeNewText(beside, `${JSON.stringify(holder)}\n`);
		await link(beside, path);
		return true;
	} catch (error) {
		const code = (error as NodeJS.ErrnoException).code ?? "";
		// A network disk may repeat a call whose answer it lost: what is there already may be what we have
		// just put there.
		if (code === "EEXIST") return await isOurs(path, holder);
		throw NO_LINKS.has(code) ? unlinkable(path, error) : error;
	} finally {
		removeNow(beside);
	}
}

function unlinkable(path: string, cause: unknown): StopFault {
	return new StopFault(
		`The folder ${dirname(path)} cannot be locked: ` +
			`its file system does not support hard links (${(cause as NodeJS.ErrnoException).code}).`,
		{
			remedy:
				"Put the workspace on a disk that does: a local one, not FAT or exFAT, nor a folder shared into a " +
				"virtual machine or a container.",
			cause,
		},
	);
}

async function release(path: string, holder: LockHolder): Promise<void> {
	if (await isOurs(path, holder)) removeNow(path);
}

async function isOurs(path: string, { lockId }: LockHolder): Promise<boolean> {
	return (await readHolder(path).catch(() => undefined))?.lockId === lockId;
}

function parse(text: string): LockHolder | undefined {
	try {
		const value = JSON.parse(text) as Partial<Record<keyof LockHolder, unknown>>;
		const texts = [
			value.lockId,
			value.startTime,
			value.bootId,
			value.pidNamespace,
			value.host,
			value.user,
			value.command,
			value.since,
		];
		const whole =
			Number.isSafeInteger(value.pid) &&
			Number(value.pid) > 0 &&
			texts.every((each) => typeof each === "string");
		// The id becomes part of file names.
		return whole && /^[0-9a-f]{1,64}$/.test(String(value.lockId)) ? (value as LockHolder) : undefined;
	} catch {
		return undefined;
	}
}

function lockedFault(holder: LockHolder | undefined): LockedFault {
	if (holder === undefined)
		return new LockedFault("The lock was taken and given back while we waited.", {
			remedy: "Run the command again.",
		});
	const { command, user, pid, host, since, lockId } = holder;
	const remedy = `Wait for it (--lock-timeout 60). Only if that process is no longer alive: showrun unlock ${lockId}`;
	return new LockedFault(
		`Another run holds the lock: "${command}" by ${user} (pid ${pid} on ${host}, since ${since}).`,
		{ remedy, holder },
	);
}
