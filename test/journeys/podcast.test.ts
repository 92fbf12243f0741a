/** The example of a weekly podcast, line by line as its page says. */
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOM, unseemly } from "./program.ts";
import { showrunWarm } from "./warm.ts";
import { stateOf } from "./workspace.ts";

const README = readFileSync(
	fileURLToPath(new URL("../../examples/podcast/README.md", import.meta.url)),
	"utf8",
);
const [, BLOCK = ""] = /```sh\n(.*?)```/s.exec(README) ?? [];

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
	const address = server.address();
	await new Promise((closed) => server.close(closed));
	return typeof address === "object" ? (address?.port ?? 0) : 0;
}

/** The examples in a folder of their own, with the feed at another port. */
function examples(port: number): string {
	const folder = mkdtempSync(join(ROOM, "podcast-"));
	for (const name of ["podcast", "demo"])
		cpSync(
			fileURLToPath(new URL(`../../examples/${name}`, import.meta.url)),
			join(folder, "examples", name),
			{ recursive: true },
		);
	const campaign = join(folder, "examples/podcast/weekly.campaign.yaml");
	writeFileSync(campaign, readFileSync(campaign, "utf8").replace("8765", String(port)));
	return folder;
}

async function startServer(cwd: string, port: number): Promise<ChildProcess> {
	const server = spawn(process.execPath, ["examples/podcast/feed-server.mjs"], {
		cwd,
		env: { ...process.env, PORT: String(port) },
		stdio: ["ignore", "pipe", "inherit"],
	});
	await new Promise<void>((ready, failed) => {
		server.stdout.once("data", () => ready());
		server.once("exit", () => failed(new Error("the server ended")));
	});
	return server;
}

const page = suite("examples/podcast/README.md");

page("every line does what the page says", async () => {
	const port = await freePort();
	const folder = examples(port);
	const outputs: string[] = [];
	let server: ChildProcess | undefined;
	try {
		for (const line of BLOCK.trim().split("\n")) {
			const [, args] = /^npx showrun (.*)$/.exec(line) ?? [];
			if (line.startsWith("node ")) server = await startServer(folder, port);
			else if (line.startsWith("curl "))
				outputs.push(await (await fetch(`http://127.0.0.1:${port}/publish`, { method: "POST" })).text());
			else if (args === undefined) assert.is(line, "kill %1");
			else {
				const { code, out, err } = await showrunWarm(args.split(" "), { cwd: folder });
				assert.equal([code, unseemly(out + err)], [0, []], `${line}: ${out}${err}`);
				outputs.push(out);
			}
		}
	} finally {
		server?.kill();
	}
	const [first, taken, published, second, posted, shown, last] = outputs.map((text) =>
		text.replace(/\s+/g, " "),
	);
	assert.match(first ?? "", "lists 1 item. The first apply takes stock");
	assert.match(taken ?? "", "No changes.");
	assert.match(published ?? "", "Episode 2 is published.");
	assert.match(second ?? "", 'weekly.video.episodes["weekly-2"]');
	assert.match(posted ?? "", /Applied: 1 submitted, [12] handed over/);
	assert.match(shown ?? "", /taken .* weekly-2 Episode 2 .*left .* weekly-1 Episode 1/);
	assert.match(last ?? "", "No changes.");
	const posts = Object.values((await stateOf(join(folder, "examples/podcast"))).resources).flatMap((state) =>
		state.kind === "post" ? [state.request.body.title] : [],
	);
	assert.ok(posts.length > 0 && posts.every((title) => title?.startsWith("Episode 2, part ")), posts.join());
});

page.run();
