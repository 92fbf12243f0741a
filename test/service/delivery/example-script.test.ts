import { mkdir, readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openCommand } from "../../../src/service/delivery/destinations/command.ts";
import { deliverByPhases, type Kill, withWork } from "./phases.ts";

const SCRIPT = resolve("examples/destinations/post.sh");

const script = suite("examples/destinations/post.sh");

const kills: readonly (Kill | undefined)[] = [
	undefined,
	...[1, 2, 3].flatMap((write) => [{ write, when: "before" } as const, { write, when: "after" } as const]),
];
for (const kill of kills)
	script(`copies the video once, killed at ${JSON.stringify(kill ?? "no write")}`, () =>
		withWork(async ({ work, clock, folder }) => {
			const posts = join(folder, "posts");
			await mkdir(posts);
			const settings = {
				kind: "command",
				argv: [SCRIPT, posts],
				env: [],
				timeoutMs: 60_000,
				settle: true,
			} as const;
			const destination = openCommand(settings, { data: join(folder, "data"), env: process.env });
			assert.is((await deliverByPhases(destination, { work, clock, kill })).phase, "done");
			const names = (await readdir(posts)).filter((name) => name.endsWith(".mp4"));
			assert.equal(names, [`${work.post.taskId}_${work.account.id}.mp4`]);
			assert.is(await readFile(join(posts, names[0] ?? ""), "utf8"), "a rendered clip");
		}),
	);

script.run();
