// May share a process: each command is waited for.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { LockHolder } from "../../../src/system/locks/holder.ts";
import { builtMain } from "../../journeys/built-program.ts";

const MAIN = await builtMain();
const HOLDER: LockHolder = {
	lockId: "5f0c9b1e22aa",
	pid: 4711,
	startTime: "1",
	bootId: "before",
	pidNamespace: "",
	host: "elsewhere",
	user: "ann",
	command: "showrun apply \u001b[31mtalks",
	since: "2026-11-21T12:00:00.000Z",
};

interface Ended {
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
}

/** A workspace whose state another machine holds. */
async function withHeld(
	work: (folder: string, unlock: (id: string) => Promise<Ended>) => Promise<void>,
): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-unlock-"));
	try {
		await mkdir(join(folder, ".showrun", "service"), { recursive: true });
		await writeFile(join(folder, ".showrun", "state.json.lock"), JSON.stringify(HOLDER));
		await writeFile(
			join(folder, ".showrun", "service", "owner.lock"),
			JSON.stringify({ ...HOLDER, lockId: "beef", command: "showrun service" }),
		);
		await work(folder, (id) => showrun(folder, ["unlock", id]));
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function showrun(cwd: string, args: readonly string[]): Promise<Ended> {
	const child = spawn(process.execPath, [MAIN, ...args], {
		cwd,
		stdio: ["ignore", "pipe", "pipe"],
		timeout: 300_000,
	});
	let [out, err] = ["", ""];
	child.stdout.on("data", (piece) => (out += piece));
	child.stderr.on("data", (piece) => (err += piece));
	const [code] = await once(child, "close");
	return { code, out, err };
}

const locksIn = async (folder: string) =>
	(await readdir(join(folder, ".showrun"), { recursive: true }))
		.filter((name) => name.endsWith(".lock"))
		.sort();
const unlocking = suite("showrun unlock");

unlocking(
	"removes the lock with that id, says whose it was and what that means, and prints no terminal escape",
	() =>
		withHeld(async (folder, unlock) => {
			const { code, out, err } = await unlock("5f0c9b1e22aa");
			assert.is(code, 0);
			assert.is(
				out,
				'Removed the lock of "showrun apply \\u001b[31mtalks" by ann (pid 4711 on elsewhere, since 2026-11-21T12:00:00.000Z).\n',
			);
			assert.match(err, /^Warning: if that run is still alive after all/);
			assert.equal(await locksIn(folder), ["service/owner.lock"]);
		}),
);

unlocking("removes that of the embedded service too", () =>
	withHeld(async (folder, unlock) => {
		const { code, out } = await unlock("beef");
		assert.is(code, 0);
		assert.match(out, /Removed the lock of "showrun service"/);
		assert.equal(await locksIn(folder), ["state.json.lock"]);
	}),
);

unlocking("removes nothing when the id does not fit, and names the lock that is there", () =>
	withHeld(async (folder, unlock) => {
		const { code, out, err } = await unlock("abc");
		assert.equal([code, out], [1, ""]);
		assert.match(
			err,
			/Another run holds the lock: .* by ann \(pid 4711 on elsewhere[\s\S]*showrun unlock 5f0c9b1e22aa\n$/,
		);
		assert.equal(await locksIn(folder), ["service/owner.lock", "state.json.lock"]);
	}),
);

unlocking("says so when nothing is locked", () =>
	withHeld(async (folder, unlock) => {
		await rm(join(folder, ".showrun"), { recursive: true });
		const { code, err } = await unlock("abc");
		assert.is(code, 1);
		assert.match(err, /Nothing is locked\./);
		assert.equal(await readdir(folder), []);
	}),
);

unlocking("is what a refused command says to do", () =>
	withHeld(async (folder) => {
		const { code, err } = await showrun(folder, ["resolve", "op-1", "--abandon"]);
		assert.is(code, 1);
		assert.match(err, /Only if that process is no longer alive: showrun unlock 5f0c9b1e22aa/);
	}),
);

unlocking.run();
