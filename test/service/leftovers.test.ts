import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { startService } from "../../src/service/embedded.ts";
import { removeLeftovers } from "../../src/service/leftovers.ts";
import { temporaryBeside } from "../../src/system/files.ts";
import { fakeEngine } from "../fakes/engine.ts";
import { heldClock, optionsFor } from "./world.ts";

const sweep = suite("what killed processes left half-made");

const ID = "01JD0000000000000000000000";
/** No process has it: beyond what any system counts to. */
const DEAD = 4_194_304 * 100;

async function withFolder(body: (folder: string) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-sweep-"));
	// Its owner has made it before anything is swept.
	await mkdir(join(folder, "data"));
	try {
		await body(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function put(folder: string, paths: readonly string[]): Promise<void> {
	for (const path of paths) {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		// A folder where the name is a post's that was being filled.
		if (path.endsWith("/")) await mkdir(join(folder, path), { recursive: true });
		else await writeFile(join(folder, path), path);
	}
}

const swept = (folder: string) =>
	removeLeftovers({ data: join(folder, "data"), outbox: join(folder, "outbox") }, 0);
const everything = async (folder: string) => (await readdir(folder, { recursive: true })).sort();

const REMOVED: readonly string[] = [
	...[
		"sources",
		"renders",
		"tasks",
		"exports",
		"publishes",
		"uploads",
		"connections",
		"usage",
		"idempotency",
		"fetches",
	].map((name) => `data/${name}/.x.json.${DEAD}.abc123.tmp`),
	`data/idempotency/.${"a".repeat(64)}.json.1.x9.tmp`,
	`data/.accounts.json.${DEAD}.abc123.tmp`,
	`data/.owner.json.${DEAD}.abc123.tmp`,
	`data/.link.key.${DEAD}.abc123.tmp`,
	`data/.api-key.${DEAD}.abc123.tmp`,
	`outbox/youtube/Acme/.${ID}.${DEAD}.tmp/video.mp4`,
	`outbox/youtube/Acme/.${ID}.${process.pid}.tmp/video.mp4`,
	`outbox/tiktok/%40acme/.feed.xml.${DEAD}.abc123.tmp`,
];
for (const path of REMOVED)
	sweep(`${path.replace(`${DEAD}`, "<dead>").replace(`${process.pid}`, "<own>")} is removed`, () =>
		withFolder(async (folder) => {
			await put(folder, [path]);
			await swept(folder);
			const left = (await everything(folder)).filter(
				(name) => name.endsWith(".tmp") || name.includes(".tmp/"),
			);
			assert.equal(left, []);
		}),
	);

sweep("what another process may be making of a folder that several share is kept", () =>
	withFolder(async (folder) => {
		await put(folder, REMOVED);
		const before = await everything(folder);
		await removeLeftovers({ data: join(folder, "data"), outbox: join(folder, "outbox") }, 3_600_000);
		assert.equal(await everything(folder), before);
	}),
);

const KEPT: readonly string[] = [
	...[
		`data/tasks/${ID}.json`,
		"data/renders/video.tmp",
		"data/idempotency/.keep",
		"data/accounts.json",
		"data/link.key",
		"data/api-key",
		"data/owner.lock",
	],
	...["data/.notes.1.abc.tmp", "data/elsewhere/.x.1.abc.tmp", `data/.api-key.${process.ppid}.abc123.tmp`],
	...[
		`outbox/youtube/Acme/${ID}/video.mp4`,
		"outbox/youtube/Acme/feed.xml",
		"outbox/youtube/Acme/.DS_Store",
		"outbox/youtube/Acme/.notes.tmp",
	],
	...[
		`outbox/youtube/Acme/.notes.${DEAD}.tmp`,
		`outbox/youtube/Acme/.feed.xml.tmp`,
		`outbox/youtube/Acme/${ID}.${DEAD}.tmp`,
	],
	...[
		`outbox/youtube/Acme/.${ID}.${process.ppid}.tmp/`,
		`outbox/youtube/Acme/.feed.xml.${process.ppid}.abc123.tmp`,
	],
	...[
		`outbox/youtube/.${ID}.${DEAD}.tmp/`,
		`outbox/.${ID}.${DEAD}.tmp/`,
		`outbox/elsewhere/Acme/.${ID}.${DEAD}.tmp/`,
	],
	`outbox/youtube/Acme/${ID}/.${ID}.${DEAD}.tmp`,
];
sweep("whole files, files of others, and what a living process is making are never removed", () =>
	withFolder(async (folder) => {
		await put(folder, KEPT);
		const before = await everything(folder);
		await swept(folder);
		assert.equal(await everything(folder), before);
	}),
);

sweep("nothing is removed through a link, and a link is removed without what it leads to", () =>
	withFolder(async (folder) => {
		await put(folder, [`elsewhere/.${ID}.${DEAD}.tmp`, "elsewhere/precious", "outbox/youtube/Acme/feed.xml"]);
		await symlink(join(folder, "elsewhere"), join(folder, "outbox/youtube/Linked"));
		await symlink(join(folder, "elsewhere"), join(folder, `outbox/youtube/Acme/.${ID}.${DEAD}.tmp`));
		await swept(folder);
		assert.equal((await readdir(join(folder, "elsewhere"))).sort(), [`.${ID}.${DEAD}.tmp`, "precious"]);
		assert.equal(await readdir(join(folder, "outbox/youtube/Acme")), ["feed.xml"]);
	}),
);

sweep("folders that are not there are no obstacle", () =>
	withFolder(async (folder) => {
		await swept(folder);
		assert.equal(await everything(folder), ["data"]);
	}),
);

sweep("a service sweeps before it begins, idempotency keys too, and finds its keys again", () =>
	withFolder(async (folder) => {
		const options = optionsFor(folder, { clock: heldClock(), engine: fakeEngine() });
		const kept = join(options.data, "idempotency", `${"b".repeat(64)}.json`);
		await mkdir(dirname(kept), { recursive: true });
		await writeFile(kept, "{}");
		await writeFile(temporaryBeside(kept), '{"format":1,');
		const service = await startService(options);
		await service.close();
		assert.equal(await readdir(dirname(kept)), [`${"b".repeat(64)}.json`]);
		assert.is(await readFile(kept, "utf8"), "{}");
	}),
);

sweep("what was fetched of a video is kept for a week, to go on with", () =>
	withFolder(async (folder) => {
		const [old, fresh] = ["a", "b"].map((letter) => `data/fetches/${letter.repeat(64)}.part`);
		await put(folder, [old ?? "", fresh ?? "", `data/fetches/${"a".repeat(64)}.json`]);
		const longAgo = new Date(Date.now() - 8 * 24 * 3_600_000);
		await utimes(join(folder, old ?? ""), longAgo, longAgo);
		await swept(folder);
		assert.equal((await readdir(join(folder, "data", "fetches"))).sort(), [
			`${"a".repeat(64)}.json`,
			`${"b".repeat(64)}.part`,
		]);
	}),
);

sweep.run();
