import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { breakLock, LockedFault, takeLock } from "../../../src/system/lock.ts";
import { type Child, follow, withChildren } from "../../builders/children.ts";

const containers = suite("locks across containers");

/** What a container has of its own: users, mounts, processes, host name and network. */
const ALL = ["-rmpfun", "--mount-proc", "--kill-child"];
const KINDS: Readonly<Record<string, readonly string[]>> = {
	"a container": ALL,
	"a container that shows the /proc of its host": ["-rpf", "--kill-child"],
	"another host name": ["-ru"],
};

/** Whether this machine lets its users make containers; some do not. */
const areAllowed = spawnSync("unshare", [...ALL, "true"]).status === 0;
if (!areAllowed) console.log("not run: this user may not make containers (unshare)");
const ROUNDS = 50;

const take = (path: string) =>
	takeLock(path, { command: "test", waitMs: 0, signal: new AbortController().signal });

/** Starts processes that hold the lock, each in a container of its own. */
async function withHolders(
	work: (path: string, hold: (kind: readonly string[]) => Promise<Child>) => Promise<void>,
): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-containers-"));
	const script = new URL("../contender.ts", import.meta.url);
	const path = join(folder, "x.lock");
	const started: Child[] = [];
	const startIn = (file: string, kind: readonly string[]) => {
		const args = [...kind, process.execPath, file, path, join(folder, "marker"), "hold"];
		return follow(spawn("unshare", args, { stdio: ["ignore", "pipe", "inherit"], detached: true }));
	};
	try {
		await withChildren(script, (_start, file) =>
			work(path, async (kind) => {
				const child = startIn(file, kind);
				started.push(child);
				await child.said(/held/);
				return child;
			}),
		);
	} finally {
		await Promise.all(started.map(kill));
		await rm(folder, { recursive: true, force: true });
	}
}

/** The whole process group: what `unshare` started goes with it. */
async function kill(child: Child): Promise<void> {
	const { pid } = child.process;
	try {
		if (pid !== undefined && child.process.exitCode === null) process.kill(-pid, "SIGKILL");
	} catch {}
	await child.ended();
}

async function refusalOf(path: string): Promise<LockedFault> {
	const fault = await take(path).then(
		() => undefined,
		(error: unknown) => error,
	);
	assert.instance(fault, LockedFault);
	return fault as LockedFault;
}

for (const [title, kind] of Object.entries(areAllowed ? KINDS : {})) {
	containers(`a living holder in ${title} is never broken`, () =>
		withHolders(async (path, hold) => {
			await hold(kind);
			const held = await readFile(path, "utf8");
			for (let round = 0; round < ROUNDS; round++) assert.is((await refusalOf(path)).doubt, undefined);
			assert.is(await readFile(path, "utf8"), held);
		}),
	);

	containers(`one killed in ${title} is taken over, and leaves nothing behind`, () =>
		withHolders(async (path, hold) => {
			const kills = kind === ALL ? ROUNDS : 5;
			for (let round = 0; round < kills; round++) {
				await kill(await hold(kind));
				await (await take(path)).release();
				assert.equal(await readdir(join(path, "..")), [], `round ${round}`);
			}
		}),
	);
}

if (areAllowed)
	containers("without its socket a holder in a container needs a person, who is told why", () =>
		withHolders(async (path, hold) => {
			const child = await hold(ALL);
			const { socket, ...earlier } = JSON.parse(await readFile(path, "utf8"));
			assert.type(socket, "string");
			await writeFile(path, JSON.stringify(earlier));
			await kill(child);
			const { remedy, holder } = await refusalOf(path);
			assert.match(remedy ?? "", /in another container and left no socket .* showrun unlock [0-9a-f]{12}$/);
			await breakLock(path, holder?.lockId ?? "");
			await (await take(path)).release();
			assert.equal(await readdir(join(path, "..")), []);
		}),
	);

containers("two that find the same dead holder in one instant: one wins, two hundred times", async () => {
	const folder = await mkdtemp(join(tmpdir(), "showrun-containers-"));
	const [path, marker] = [join(folder, "x.lock"), join(folder, "marker")];
	try {
		await withChildren(new URL("../heir.ts", import.meta.url), async (start) => {
			const heirs = [start(path, marker, "200"), start(path, marker, "200")];
			assert.equal(await Promise.all(heirs.map((heir) => heir.ended())), [0, 0]);
		});
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
});

containers.run();
