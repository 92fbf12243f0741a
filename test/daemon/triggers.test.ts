import { renameSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Health, serveHealth } from "../../src/daemon/health.ts";
import { atTimes, watchFiles } from "../../src/daemon/triggers.ts";

const watching = suite("watching files");

/** Waits for what must come, however late. */
async function until(holds: () => boolean): Promise<void> {
	while (!holds()) await wait(20);
}

/**
 * Counts how often a change of the folder is told, until a second after the last step and after as many
 * as there must be.
 */
async function told(step: (folder: string) => Promise<void>, least = 1): Promise<number> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-watch-"));
	await writeFile(join(folder, "a.campaign.yaml"), "campaign: a\n");
	let count = 0;
	const source = await watchFiles([folder], () => count++);
	try {
		await step(folder);
		await until(() => count >= least);
		await wait(1_000);
		return count;
	} finally {
		await source.stop();
		await rm(folder, { recursive: true });
	}
}

const once: Record<string, (folder: string) => Promise<void>> = {
	"a save is told once": (folder) => writeFile(join(folder, "a.campaign.yaml"), "campaign: b\n"),
	"an atomic save (write beside, rename) is told once": async (folder) => {
		writeFileSync(join(folder, ".a.campaign.yaml.swp"), "campaign: b\n");
		renameSync(join(folder, ".a.campaign.yaml.swp"), join(folder, "a.campaign.yaml"));
	},
	"a checkout of many files is told once": async (folder) => {
		// At one go: on a busy machine there may be a quiet moment between two of them.
		for (let index = 0; index < 60; index++)
			writeFileSync(join(folder, `c${index}.campaign.yaml`), "campaign: c\n");
	},
	"a new file in a new folder is told": async (folder) => {
		await mkdir(join(folder, "deep"));
		await writeFile(join(folder, "deep", "n.campaign.yml"), "campaign: n\n");
	},
	"a deleted file is told": (folder) => rm(join(folder, "a.campaign.yaml")),
	"a renamed file is told once": (folder) =>
		rename(join(folder, "a.campaign.yaml"), join(folder, "z.campaign.yaml")),
	"a reviewed-clips file is told": (folder) => writeFile(join(folder, "a.clips.yaml"), "videos: {}\n"),
	"a shared file is told": (folder) => writeFile(join(folder, "brand.shared.yaml"), "hashtags: {}\n"),
	"settings are told": (folder) => writeFile(join(folder, "showrun.config.yaml"), "state: x\n"),
};
for (const [title, step] of Object.entries(once)) watching(title, async () => assert.is(await told(step), 1));

watching("the reviewed clips of a campaign that is named itself are told", async () => {
	const folder = await mkdtemp(join(tmpdir(), "showrun-watch-"));
	let count = 0;
	await writeFile(join(folder, "a.campaign.yaml"), "campaign: a\n");
	const source = await watchFiles([join(folder, "a.campaign.yaml")], () => count++);
	try {
		// What is not there yet is watched a moment after the rest.
		await wait(500);
		await writeFile(join(folder, "a.clips.yaml"), "videos: {}\n");
		await until(() => count > 0);
		await wait(1_000);
		assert.is(count, 1);
	} finally {
		await source.stop();
		await rm(folder, { recursive: true });
	}
});

watching("files that are named later are told, with any name, in and out of the folder", async () => {
	const folder = await mkdtemp(join(tmpdir(), "showrun-watch-"));
	const [inside, outside] = [join(folder, "w", "brand.yaml"), join(folder, "brand.yaml")];
	await mkdir(join(folder, "w"));
	for (const file of [inside, outside]) await writeFile(file, "hashtags: {}\n");
	let count = 0;
	const source = await watchFiles([join(folder, "w")], () => count++);
	try {
		source.also([inside, outside]);
		source.also([inside, outside]);
		// They are watched a moment later.
		await wait(500);
		for (const [index, file] of [inside, outside].entries()) {
			await writeFile(file, "accounts: {}\n");
			await until(() => count > index);
		}
		await wait(1_000);
		assert.is(count, 2);
	} finally {
		await source.stop();
		await rm(folder, { recursive: true });
	}
});

watching("what no plan depends on is not told", async () => {
	const count = await told(async (folder) => {
		for (const name of ["note.txt", ".a.campaign.yaml.123.tmp", "video.mp4"])
			await writeFile(join(folder, name), "x");
		for (const hidden of [".showrun", "outbox", "node_modules"]) {
			await mkdir(join(folder, hidden));
			await writeFile(join(folder, hidden, "x.campaign.yaml"), "campaign: x\n");
		}
	}, 0);
	assert.is(count, 0);
});
watching.run();

const times = suite("cron");
times("a wrong expression is a fault that says how to write one", async () => {
	const { message, remedy } = await atTimes("every day", () => {}).then(
		() => ({ message: "it was taken", remedy: "" }),
		(error: Error & { remedy?: string }) => error,
	);
	assert.match(message, "not a cron expression");
	assert.match(remedy ?? "", "*/10");
});
times("calls at the time and not after it was stopped", async () => {
	let count = 0;
	const source = await atTimes("* * * * * *", () => count++);
	await until(() => count > 0);
	await source.stop();
	const then = count;
	await wait(1_200);
	assert.is(count, then);
});
times.run();

const WELL: Health = {
	...{ lastGoodPass: "", trouble: "", failing: 0, blocked: 0 },
	...{ suspended: "", standby: "", nextPass: "", silentMs: 0 },
};

const ROOMY = { health: () => WELL, shortage: async () => undefined };

const health = suite("health");
health("lives at once, is ready after a good pass, and says its trouble", async () => {
	let now: Health = WELL;
	let shortage: string | undefined;
	const served = await serveHealth(0, { health: () => now, shortage: async () => shortage });
	const ask = async (path: string) => (await fetch(`${served.url}${path}`)).status;
	try {
		assert.equal([await ask("/healthz"), await ask("/readyz")], [200, 503]);
		now = { ...now, lastGoodPass: "2026-11-21T12:00:00Z" };
		assert.is(await ask("/readyz"), 200);
		now = { ...now, failing: 1 };
		assert.is(await ask("/readyz"), 503);
		now = { ...now, failing: 0, lastGoodPass: "", standby: "another one leads" };
		assert.is(await ask("/readyz"), 200);
		assert.match(await (await fetch(`${served.url}/readyz`)).text(), /"status":"standing by"/);
		now = { ...now, standby: "", lastGoodPass: "2026-11-21T12:00:00Z", blocked: 1 };
		assert.is(await ask("/readyz"), 200);
		shortage = "The disk is full.";
		assert.is(await ask("/readyz"), 503);
		const { disk } = (await (await fetch(`${served.url}/readyz`)).json()) as { readonly disk: string };
		assert.is(disk, "The disk is full.");
		shortage = undefined;
		assert.is(await ask("/readyz"), 200);
		now = { ...now, trouble: "away" };
		assert.is(await ask("/readyz"), 503);
		assert.is(await ask("/healthz"), 200);
		now = { ...now, silentMs: 31 * 60_000 };
		assert.is(await ask("/healthz"), 503);
		assert.equal([await ask("/nothing"), new URL(served.url).hostname], [404, "127.0.0.1"]);
	} finally {
		await served.stop();
	}
});
health("a taken port is a fault with a remedy", async () => {
	const first = await serveHealth(0, ROOMY);
	try {
		await serveHealth(Number(new URL(first.url).port), ROOMY).then(
			() => assert.unreachable(),
			(error: Error & { remedy?: string }) => assert.match(error.remedy ?? "", "daemon.port"),
		);
	} finally {
		await first.stop();
	}
});
health.run();
