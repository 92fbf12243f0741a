import { chmodSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Running, start, until } from "./program.ts";
import { KEY } from "./server.ts";
import { deliveredIn, renderedWorkspace, video } from "./workspace.ts";

const TALK = video("talk", { seconds: 4 });

/** Runs showrun as a shell with this umask does. */
function startWith(umask: string, args: readonly string[], cwd: string): Running {
	const through = ["sh", "-c", `umask ${umask}; exec "$@"`, "sh"];
	return start(args, { cwd, through, env: { ...KEY, XDG_STATE_HOME: join(cwd, "memory") } });
}

interface Seen {
	readonly path: string;
	readonly mode: string;
	readonly isFolder: boolean;
}

/** Everything in a folder and itself, sockets and locks too. */
function modesOf(folder: string, top = folder): readonly Seen[] {
	const stats = lstatSync(folder, { throwIfNoEntry: false });
	if (stats === undefined) return [];
	const isFolder = stats.isDirectory();
	const own = { path: folder.slice(top.length), mode: (stats.mode & 0o777).toString(8), isFolder };
	const inside = isFolder ? readdirSync(folder).flatMap((name) => modesOf(join(folder, name), top)) : [];
	return [own, ...inside];
}

/** What others may do something with, though it is their owner's alone. */
function openIn(...folders: readonly string[]): readonly Seen[] {
	return folders.flatMap((folder) =>
		modesOf(folder).filter(({ mode, isFolder }) => mode !== (isFolder ? "700" : "600")),
	);
}

async function stop(...running: readonly Running[]): Promise<void> {
	for (const each of running) {
		each.kill("SIGTERM");
		await each.ended;
	}
}

const modes = suite("files of a workspace");

for (const [umask, folder, file] of [
	["000", "777", "666"],
	["077", "700", "600"],
] as const)
	for (const order of [
		["serve", "watch"],
		["watch", "serve"],
	] as const)
		modes(
			`with umask ${umask}, ${order.join(" first, then ")}: its own are private, posts as the umask says`,
			async () => {
				const cwd = renderedWorkspace(TALK);
				const own = ["showrun", "memory"].map((name) => join(cwd, name === "showrun" ? ".showrun" : name));
				const args = { serve: ["serve", "--port", "0"], watch: ["watch", "."] };
				const ready = { serve: "Serving on", watch: "watching" };
				const first = startWith(umask, args[order[0]], cwd);
				await until(() => first.said().includes(ready[order[0]]), { running: first });
				// A watch that comes first serves the folder itself, and a server waits until it is free.
				if (order[0] === "watch") await until(() => deliveredIn(cwd).length === 3, { running: first });
				const during = openIn(...own);
				if (order[0] === "watch") await stop(first);
				const second = startWith(umask, args[order[1]], cwd);
				await until(() => second.said().includes(ready[order[1]]), { running: second });
				await until(() => deliveredIn(cwd).length === 3, { running: second });
				const after = openIn(...own);
				await stop(second, ...(order[0] === "serve" ? [first] : []));
				assert.equal([during, after, openIn(...own)], [[], [], []]);
				const wrong = modesOf(join(cwd, "outbox")).filter(
					({ mode, isFolder }) => mode !== (isFolder ? folder : file),
				);
				assert.equal(wrong, []);
				const { code, err } = await startWith(umask, ["download"], cwd).ended;
				assert.is(code, 0, err);
				const clips = modesOf(join(cwd, "clips")).map(({ mode, isFolder }) => [mode, isFolder]);
				assert.equal(new Set(clips.map(String)), new Set([`${folder},true`, `${file},false`]));
			},
		);

for (const [title, args, said] of [
	["serve", ["serve", "--port", "0"], "Serving on"],
	["watch", ["watch", "."], "watching"],
] as const)
	modes(`${title} closes what an earlier version left open to others`, async () => {
		const cwd = renderedWorkspace(TALK);
		const showrun = join(cwd, ".showrun");
		for (const name of [
			"",
			"cache",
			"cache/read",
			"service",
			...OF_DATA.map((each) => join("service", each)),
		]) {
			mkdirSync(join(showrun, name), { recursive: true });
			if (name !== "") writeFileSync(join(showrun, name, "old"), "old");
		}
		for (const { path, isFolder } of modesOf(showrun))
			chmodSync(join(showrun, path), isFolder ? 0o755 : 0o644);
		const running = startWith("022", args, cwd);
		await until(() => running.said().includes(said), { running });
		await until(() => openIn(showrun).length === 0, { running });
		await stop(running);
	});

const OF_DATA = ["renders", "sources", "images"];

modes.run();
