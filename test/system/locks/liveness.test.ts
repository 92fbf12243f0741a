import { existsSync } from "node:fs";
import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { takeLock } from "../../../src/system/lock.ts";
import { fileSystemNamed } from "../../../src/system/locks/file-system.ts";
import { type LockHolder, parseHolder } from "../../../src/system/locks/holder.ts";
import { type Liveness, livenessOf, sayDoubt } from "../../../src/system/locks/liveness.ts";
import { openSocket } from "../../../src/system/locks/socket.ts";
import { ownIdentity } from "../../../src/system/process-identity.ts";

const holders = suite("holders of locks");

/** Disks, containers and boots are told apart on Linux alone. */
const onLinux: (title: string, test: () => Promise<void>) => void =
	process.platform === "linux" ? holders : (title) => console.log(`not run: ${title} (Linux only)`);

const GONE = { pid: 2 ** 22 + 1, startTime: "1" };

async function withFolder(work: (path: string, own: LockHolder) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-holder-"));
	const noted = { lockId: "ab", command: "test", since: "now", fileSystem: "ext4" };
	try {
		await work(join(folder, "x.lock"), { ...(await ownIdentity()), machineId: "m", ...noted });
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

const told: Record<string, [Partial<LockHolder>, Liveness]> = {
	"this process is alive": [{}, "alive"],
	"its number with another start is dead": [{ startTime: "1" }, "dead"],
	"a number nobody has is dead": [GONE, "dead"],
	"another host name does not matter on a local disk": [{ ...GONE, host: "elsewhere" }, "dead"],
	"another container without a socket is in doubt": [
		{ startTime: "1", pidNamespace: "x" },
		{ as: "another-container" },
	],
	"one without a start is in doubt": [{ startTime: "" }, { as: "another-container" }],
	"another boot of another machine is in doubt": [
		{ bootId: "x", machineId: "other" },
		{ as: "another-machine" },
	],
	"another boot of a machine without an id is in doubt": [
		{ bootId: "x", machineId: "" },
		{ as: "no-machine-id" },
	],
	"another boot, seen on a shared disk there, is in doubt": [
		{ bootId: "x", fileSystem: "nfs" },
		{ as: "shared-disk", fileSystem: "nfs" },
	],
	"an unknown boot is in doubt": [{ bootId: "" }, { as: "no-boot-id" }],
};
for (const [title, [over, expected]] of Object.entries(told)) {
	onLinux(title, () =>
		withFolder(async (path, own) => {
			const machineId = (await ownIdentity()).machineId ?? "";
			assert.equal(await livenessOf(path, { ...own, machineId, ...over }), expected);
		}),
	);
}

onLinux("another boot of this machine is dead, whatever host name and numbers it had", () =>
	withFolder(async (path, own) => {
		const machineId = (await ownIdentity()).machineId ?? "";
		const before = { bootId: "before", host: "former", pidNamespace: "x", pid: process.pid, machineId };
		assert.is(await livenessOf(path, { ...own, ...before }), "dead");
	}),
);

onLinux("what an earlier version noted before a restart is in doubt", () =>
	withFolder(async (path, { machineId: _id, fileSystem: _name, ...earlier }) => {
		assert.equal(await livenessOf(path, { ...earlier, bootId: "before" }), { as: "earlier-version" });
	}),
);

onLinux("a socket that accepts proves life, across containers, boots and machines", () =>
	withFolder(async (path, own) => {
		const socket = await openSocket(path, own.lockId, { shared: false });
		assert.ok(socket);
		const afar = { ...GONE, ...{ host: "elsewhere", pidNamespace: "x", socket: socket.id } };
		for (const over of [afar, { ...afar, bootId: "x" }, { ...afar, machineId: "other", bootId: "x" }])
			assert.is(await livenessOf(path, { ...own, ...over }), "alive");
		socket.close();
		assert.equal(await livenessOf(path, { ...own, ...afar }), { as: "another-container" });
	}),
);

onLinux("a socket that refuses proves death on this boot, if it is the very one", () =>
	withFolder(async (path, own) => {
		const socket = await openSocket(path, own.lockId, { shared: false });
		const afar = { ...own, ...GONE, pidNamespace: "x", socket: socket?.id ?? "" };
		socket?.close();
		const stale = join(path, "..", ".x.lock.ab.sock");
		await abandonedSocket(stale);
		const { dev, ino } = await import("node:fs").then(({ statSync }) => statSync(stale, { bigint: true }));
		assert.is(await livenessOf(path, { ...afar, socket: `${dev}:${ino}` }), "dead");
		assert.equal(await livenessOf(path, { ...afar, socket: `${dev}:1` }), { as: "another-container" });
	}),
);

onLinux("sockets of processes that died before a lock named them are removed with the next dead holder", () =>
	withFolder(async (path, own) => {
		const [old, young] = ["ef", "cd"].map((id) => join(path, "..", `.x.lock.${id}.sock`)) as [string, string];
		for (const socket of [old, young]) await abandonedSocket(socket);
		await utimes(old, 1, 1);
		await writeFile(path, JSON.stringify({ ...own, ...GONE }));
		const { signal } = new AbortController();
		const lock = await takeLock(path, { command: "test", waitMs: 0, signal });
		assert.equal([existsSync(old), existsSync(young)], [false, true]);
		await lock.release();
	}),
);

onLinux("a folder with a long name has a socket too", async () => {
	const folder = await mkdtemp(join(tmpdir(), `showrun-${"long-".repeat(40)}`));
	try {
		const { signal } = new AbortController();
		const path = join(folder, "x.lock");
		const lock = await takeLock(path, { command: "test", waitMs: 0, signal });
		assert.ok(lock.holder.socket);
		assert.is(await livenessOf(path, { ...lock.holder, pidNamespace: "x" }), "alive");
		await lock.release();
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
});

holders("file systems that other machines may share are named", () => {
	const names = [0xef53, 0x6969, -11317950, 0x123456].map((type) => fileSystemNamed(type));
	assert.equal(names, [
		{ name: "ext4", isLocal: true },
		{ name: "nfs", isLocal: false },
		{ name: "cifs", isLocal: false },
		{ name: "0x123456", isLocal: false },
	]);
	assert.is(
		sayDoubt({ as: "shared-disk", fileSystem: "nfs" }),
		"It cannot be told from here whether that run is still alive: " +
			"the lock is on a file system that other machines may share (nfs).",
	);
});

holders("earlier locks are read, and later ones hold whatever earlier programs ask for", () =>
	withFolder(async (_path, { machineId: _id, fileSystem: _name, ...earlier }) => {
		assert.equal(parseHolder(JSON.stringify(earlier)), earlier as LockHolder);
		assert.is(parseHolder(JSON.stringify({ ...earlier, socket: 1 })), undefined);
	}),
);

holders.run();

/** A socket as a killed process leaves it. */
async function abandonedSocket(path: string): Promise<void> {
	const { spawnSync } = await import("node:child_process");
	const script = `require("net").createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, "SIGKILL"))`;
	spawnSync(process.execPath, ["-e", script]);
}
