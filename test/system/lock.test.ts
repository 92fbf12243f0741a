import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { StopFault } from "../../src/model/fault.ts";
import { breakLock, isHeld, type Lock, LockedFault, readHolder, takeLock } from "../../src/system/lock.ts";
import type { LockHolder } from "../../src/system/locks/holder.ts";
import { ownIdentity } from "../../src/system/process-identity.ts";
import { type Child, withChildren } from "../builders/children.ts";
import { FILE_PROMISES, refusal, withDisk } from "../state/disk.ts";

const locks = suite("locks");
const take = (path: string, waitMs = 0) =>
	takeLock(path, { command: "test", waitMs, signal: new AbortController().signal });

async function withLock(work: (path: string, folder: string) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-lock-"));
	try {
		await work(join(folder, "x.lock"), folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** What is in the folder besides the sockets of locks that are held. */
async function filesIn(folder: string): Promise<string[]> {
	return (await readdir(folder)).filter((name) => !name.endsWith(".sock"));
}

async function refused(work: Promise<unknown>): Promise<LockedFault> {
	const error = await work.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	assert.instance(error, LockedFault);
	return error as LockedFault;
}

/** A lock as a process left it that is no more. */
async function deadHolder(over: Partial<LockHolder> = {}): Promise<LockHolder> {
	return {
		...(await ownIdentity()),
		startTime: "1",
		lockId: "dead",
		command: "killed",
		since: "2026-11-21T12:00:00Z",
		...over,
	};
}

locks("taken, it names its holder; given back, it is gone", () =>
	withLock(async (path, folder) => {
		const lock = await take(path);
		assert.equal(await readHolder(path), lock.holder);
		assert.equal(
			[lock.holder.pid, lock.holder.command, await lock.held(), await isHeld(path)],
			[process.pid, "test", true, true],
		);
		await lock.release();
		assert.equal([await lock.held(), await isHeld(path), await readdir(folder)], [false, false, []]);
	}),
);

locks("a second one is refused, by the same process too", () =>
	withLock(async (path) => {
		const lock = await take(path);
		const fault = await refused(take(path));
		assert.equal(fault.holder, lock.holder);
		assert.match(fault.message, /^Another run holds the lock: "test" by /);
		assert.ok(fault.remedy?.endsWith(`showrun unlock ${lock.holder.lockId}`));
	}),
);

locks("giving back twice, or late, takes nobody else's lock away", () =>
	withLock(async (path) => {
		const first = await take(path);
		await rm(path);
		const second = await take(path);
		assert.is(await first.held(), false);
		await first.release();
		assert.is(await second.held(), true);
	}),
);

locks("a link that was made but is said to be there already is ours, when taking over too", () =>
	withLock(async (path, folder) => {
		const repeated = (real: typeof FILE_PROMISES) => ({
			link: async (from: string, to: string) => {
				await real.link(from, to);
				return real.link(from, to);
			},
		});
		const taken = async () => {
			const lock = await withDisk(FILE_PROMISES, repeated as never, () => take(path));
			assert.equal(
				[await lock.held(), await readHolder(path), await filesIn(folder)],
				[true, lock.holder, ["x.lock"]],
			);
			return lock;
		};
		await (await taken()).release();
		await writeFile(path, JSON.stringify(await deadHolder()));
		const lock = await taken();
		await refused(withDisk(FILE_PROMISES, repeated as never, () => take(path)));
		await lock.release();
	}),
);

locks("a lock that somebody else put there between the look and the link is not ours", () =>
	withLock(async (path) => {
		const outrun = (real: typeof FILE_PROMISES) => ({
			link: async (from: string, to: string) => {
				await real.writeFile(
					to,
					JSON.stringify({ ...(await ownIdentity()), lockId: "abc", command: "other", since: "now" }),
				);
				return real.link(from, to);
			},
		});
		const fault = await withDisk(FILE_PROMISES, outrun as never, () => refused(take(path)));
		assert.is(fault.holder?.lockId, "abc");
	}),
);

for (const code of ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"])
	locks(`a disk without hard links (${code}) is named, with what to do`, () =>
		withLock(async (path, folder) => {
			const without = () => ({ link: () => Promise.reject(refusal(code)) });
			const fault = await withDisk(FILE_PROMISES, without, () =>
				take(path).then(
					() => undefined,
					(error: unknown) => error,
				),
			);
			assert.instance(fault, StopFault);
			assert.match(
				(fault as StopFault).message,
				new RegExp(
					`^The folder .* cannot be locked: its file system does not support hard links \\(${code}\\)`,
				),
			);
			assert.match((fault as StopFault).remedy ?? "", /local one/);
			assert.equal(await readdir(folder), []);
		}),
	);

locks("one left by a process that is gone is taken over at once, and nothing is left behind", () =>
	withLock(async (path, folder) => {
		await writeFile(path, JSON.stringify(await deadHolder()));
		assert.is(await isHeld(path), false);
		const lock = await take(path);
		assert.equal(await filesIn(folder), ["x.lock"]);
		assert.is((await readdir(folder)).length, 2);
		await lock.release();
	}),
);

locks("one whose taker died while taking over is taken over all the same", () =>
	withLock(async (path, folder) => {
		await writeFile(path, JSON.stringify(await deadHolder()));
		await writeFile(`${path}.break-dead`, JSON.stringify(await deadHolder({ lockId: "dead2" })));
		await writeFile(`${path}.break-dead2`, JSON.stringify(await deadHolder({ lockId: "dead3" })));
		const lock = await take(path);
		assert.equal(await filesIn(folder), ["x.lock"]);
		assert.is((await readdir(folder)).length, 2);
		await lock.release();
	}),
);

locks("one that a living process is about to take over is left to it", () =>
	withLock(async (path) => {
		await writeFile(path, JSON.stringify(await deadHolder()));
		await writeFile(
			`${path}.break-dead`,
			JSON.stringify({ ...(await deadHolder({ lockId: "beef" })), ...(await ownIdentity()) }),
		);
		await refused(take(path));
		assert.is((await readHolder(path))?.lockId, "dead");
	}),
);

const foreign: Record<string, Partial<LockHolder>> = {
	"another machine": { host: "elsewhere", bootId: "there", machineId: "other", fileSystem: "ext4" },
	"another boot, noted by an earlier version,": { bootId: "before" },
	"another container": { pidNamespace: "pid:[1]" },
	"an unknown start": { startTime: "" },
};
for (const [title, over] of Object.entries(foreign)) {
	locks(`one of ${title} is never taken over, and can be removed by its id`, () =>
		withLock(async (path) => {
			await writeFile(path, JSON.stringify(await deadHolder(over)));
			assert.is(await isHeld(path), true);
			await refused(take(path, 150));
			await refused(breakLock(path, "beef"));
			assert.is((await breakLock(path, "dead"))?.command, "killed");
			await (await take(path)).release();
		}),
	);
}

const unreadable: Record<string, string> = {
	empty: "",
	torn: '{"lockId":"dead","pid":12',
	"of zeros": "\0\0\0",
	"no lock": '{"hello":1}',
	"with an id that leads elsewhere":
		'{"lockId":"../../x","pid":1,"startTime":"1","bootId":"1","pidNamespace":"","host":"h","user":"u","command":"c","since":"s"}',
	"with no process":
		'{"lockId":"dead","pid":-1,"startTime":"1","bootId":"1","pidNamespace":"","host":"h","user":"u","command":"c","since":"s"}',
};
for (const [title, text] of Object.entries(unreadable)) {
	locks(`a file that is ${title} blocks, and the fault says what to do`, () =>
		withLock(async (path) => {
			await writeFile(path, text);
			for (const work of [() => take(path), () => breakLock(path, "dead"), () => isHeld(path)]) {
				assert.match((await refused(work())).remedy ?? "", /delete the file/);
			}
			assert.is(await readFile(path, "utf8"), text);
		}),
	);
}

locks("removing one that is not there removes nothing", () =>
	withLock(async (path) => {
		assert.is(await breakLock(path, "dead"), undefined);
	}),
);

locks("waiting ends when it is over, and not before", () =>
	withLock(async (path) => {
		const lock = await take(path);
		const started = performance.now();
		await refused(take(path, 230));
		const took = performance.now() - started;
		assert.ok(took >= 225, `${took} ms`);
		const next = take(path, 300_000);
		await lock.release();
		await (await next).release();
	}),
);

locks("a signal ends the waiting with its reason, and takes nothing when it comes first", () =>
	withLock(async (path, folder) => {
		const reason = new Error("enough");
		const with_ = (signal: AbortSignal) =>
			takeLock(path, { command: "test", waitMs: 20_000, signal }).catch((error: unknown) => error);
		assert.is(await with_(AbortSignal.abort(reason)), reason);
		assert.equal(await readdir(folder), []);
		await take(path);
		const stop = new AbortController();
		setTimeout(() => stop.abort(reason), 50);
		assert.is(await with_(stop.signal), reason);
	}),
);

locks("twenty that race for one dead lock get it one after the other", () =>
	withLock(async (path, folder) => {
		await withChildren(new URL("contender.ts", import.meta.url), async (start) => {
			await writeFile(path, JSON.stringify(await deadHolder()));
			const racing = Array.from({ length: 20 }, () => start(path, join(folder, "marker"), "3"));
			assert.equal(await Promise.all(racing.map(endOf)), Array(20).fill("0 done"));
		});
		assert.equal(await readdir(folder), []);
	}),
);

locks("of many that find the same dead holder at once, one gets the lock and the others are refused", () =>
	withLock(async (path, folder) => {
		for (let round = 0; round < 40; round++) {
			await writeFile(path, JSON.stringify(await deadHolder()));
			const late = Array.from({ length: 12 }, async (_, index) => {
				await new Promise((settle) => setTimeout(settle, index % 4));
				return take(path).catch((error: unknown) => error);
			});
			const taken = (await Promise.all(late)).filter((each) => !(each instanceof LockedFault)) as Lock[];
			assert.equal([taken.length, await taken[0]?.held()], [1, true], `round ${round}`);
			await taken[0]?.release();
		}
		assert.equal(await readdir(folder), []);
	}),
);

locks("holders that are killed again and again never leave two at once", () =>
	withLock(async (path, folder) => {
		await withChildren(new URL("contender.ts", import.meta.url), async (start) => {
			const racing = Array.from({ length: 6 }, () => start(path, join(folder, "marker"), "6"));
			for (let kills = 0; kills < 5; kills++) {
				const victim = start(path, join(folder, "none"), "hold");
				await victim.said(/held/);
				victim.process.kill("SIGKILL");
			}
			assert.equal(await Promise.all(racing.map(endOf)), Array(6).fill("0 done"));
		});
		assert.equal(
			(await filesIn(folder)).filter((name) => !name.endsWith(".tmp") && name !== "x.lock"),
			[],
		);
		await (await take(path)).release();
	}),
);

locks.run();

async function endOf(child: Child): Promise<string> {
	return `${await child.ended()} ${child.lines.at(-1)}`;
}
