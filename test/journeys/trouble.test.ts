import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { held } from "./kills.ts";
import { ROOM, start, unseemly } from "./program.ts";
import { showrunWarm } from "./warm.ts";
import { deliveredIn, leftOpen, video, workspace } from "./workspace.ts";

const SOURCE = video("short", { seconds: 7, moving: true });
const APPLY = ["apply", ".", "--auto-approve"];
/** Blocks of 512 bytes: more than the source has, less than a render. */
const LIMIT_BLOCKS = String(Math.ceil(statSync(SOURCE).size / 512) + 40);
/** A disk for the source and less than a render. */
const DISK = `${Math.ceil(statSync(SOURCE).size / 1024) + 160}k`;

const locks = suite("two applies at once");

locks(
	"the second says who holds the state, and does nothing; with --lock-timeout it waits and finds all done",
	async () => {
		const cwd = workspace(SOURCE);
		const first = start([...APPLY, "--json"], { cwd });
		const go = await held(first);
		const { code, out, err } = await showrunWarm(APPLY, { cwd }).finally(go);
		assert.is(code, 1);
		assert.match(
			err,
			new RegExp(
				`^Error: Another run holds the lock: "showrun apply \\." by \\S+ \\(pid ${first.pid} on \\S+, since \\S+\\)\\.\n  Wait for it`,
				"m",
			),
		);
		assert.equal(unseemly(out + err), []);
		const patient = await showrunWarm([...APPLY, "--lock-timeout", "60"], { cwd });
		assert.is((await first.ended).code, 0);
		assert.is(patient.code, 0, patient.err);
		assert.match(patient.out, "No changes.");
		assert.is(deliveredIn(cwd).length, 3);
		assert.equal(await leftOpen(cwd), []);
	},
);

locks.run();

const stops = suite("Ctrl-C");

for (const signal of ["SIGINT", "SIGTERM"] as const)
	stops(`${signal} during rendering ends with a clear line, and the next apply goes on`, async () => {
		const cwd = workspace(SOURCE);
		const run = start([...APPLY, "--json"], { cwd });
		const go = await held(run);
		run.kill(signal);
		const { code, out, err } = await run.ended.finally(go);
		assert.is(code, 1);
		assert.match(err, "Stopping: waiting for requests under way. Press Ctrl-C again to quit at once.");
		assert.match(err, "Stopped. What was done is recorded; run the same command to continue.");
		assert.equal(unseemly(out.replace(/^\{.*$/gm, "") + err), []);
		const next = await showrunWarm(APPLY, { cwd });
		assert.is(next.code, 0, next.out + next.err);
		assert.not.match(next.out, "to submit");
		assert.is(deliveredIn(cwd).length, 3);
		assert.equal(await leftOpen(cwd), []);
	});

stops.run();

/**
 * Runs the program on a small file system of its own, then once more with room, told by `-replace`
 * what to do again.
 */
const SMALL_DISK = `mkdir -p .showrun/service && mount -t tmpfs -o size="$DISK" showrun .showrun/service || exit 99
"$@"; echo "CODE $?"; find . -name "*.tmp"
mount -o remount,size=200m .showrun/service
"$@" -replace talk.video.talk; echo "CODE $?"`;
/** The same where mounting is not permitted: no file may grow beyond so many blocks. */
const SMALL_FILES = `(ulimit -f "$LIMIT_BLOCKS"; "$@"); echo "CODE $?"; find . -name "*.tmp"
"$@" -replace talk.video.talk; echo "CODE $?"`;
const MOUNTABLE = spawnSync("unshare", ["-m", "mount", "-t", "tmpfs", "showrun", ROOM]).status === 0;

const WAYS: Record<string, [through: readonly string[], said: RegExp]> = {
	...(MOUNTABLE && {
		"a disk without room": [
			["unshare", "-m", "sh", "-c", SMALL_DISK, "sh"],
			/The disk is full: there was no room left while/,
		],
	}),
	"a limit on the size of files": [
		["sh", "-c", SMALL_FILES, "sh"],
		/The largest size of a file is reached|The disk is full/,
	],
};

const disks = suite("no room while rendering");

for (const [title, [through, said]] of Object.entries(WAYS))
	disks(
		`${title}: the task fails in clear words, nothing is half-written, and with room -replace ends it`,
		async () => {
			const cwd = workspace(SOURCE);
			const { out, err } = await start(APPLY, { cwd, through, env: { LIMIT_BLOCKS, DISK } }).ended;
			const [full = "", roomy = ""] = out.split(/^CODE \d+\n/m);
			assert.equal(out.match(/^CODE \d+$/gm), ["CODE 1", "CODE 0"], out + err);
			assert.match(full.replace(/\s+/g, " "), said);
			assert.match(full, "showrun apply --replace 'talk.video.talk'");
			assert.match(full, "Applied: 1 submitted, 0 handed over.");
			assert.match(roomy, "Applied: 1 submitted, 3 handed over.");
			assert.equal(unseemly(out + err), []);
			assert.is(deliveredIn(cwd).length, 3);
			assert.not.match(out, /\.tmp$/m);
			assert.equal(await leftOpen(cwd), []);
		},
	);

disks.run();
