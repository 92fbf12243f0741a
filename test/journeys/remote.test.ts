import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { unseemly } from "./program.ts";
import { KEY, withServer } from "./server.ts";
import { showrunWarm } from "./warm.ts";
import {
	deliveredIn,
	files,
	leftOpen,
	remoteSettings,
	renderedWorkspace,
	stateOf,
	video,
} from "./workspace.ts";

const SOURCE = video("talk", { seconds: 4 });
const APPLY = ["apply", ".", "--auto-approve"];

const remote = suite("a service in another process");

remote("does the same over HTTP, and its key is in no output and no file", async () => {
	const [there, here] = [renderedWorkspace(SOURCE), renderedWorkspace(SOURCE)];
	await withServer(there, async ({ running, url }) => {
		writeFileSync(join(here, "showrun.config.yaml"), remoteSettings(url));
		const { code, out, err } = await showrunWarm(APPLY, { cwd: here, env: KEY });
		assert.is(code, 0, out + err);
		assert.match(out, "Applied: 1 submitted, 3 published.");
		assert.equal(unseemly(out + err), []);
		assert.is(new Set(deliveredIn(there).map(({ key }) => key)).size, 3);
		assert.equal(await leftOpen(here, there, KEY), []);
		assert.match((await showrunWarm(APPLY, { cwd: here, env: KEY })).out, "No changes.");
		assert.equal(deliveredIn(here), []);
		assert.not.match(
			out + err + running.said() + JSON.stringify(await stateOf(here, KEY)),
			KEY.SHOWRUN_API_KEY,
		);
	});
	const { readFileSync } = await import("node:fs");
	const holding = [...files(here), ...files(there)].filter((path) =>
		readFileSync(path).includes(KEY.SHOWRUN_API_KEY),
	);
	assert.equal(holding, []);
});

remote("refuses a wrong key: one error, nothing recorded, the key never printed", async () => {
	const [there, here] = [renderedWorkspace(SOURCE), renderedWorkspace(SOURCE)];
	await withServer(there, async ({ url }) => {
		writeFileSync(join(here, "showrun.config.yaml"), remoteSettings(url));
		for (const args of [APPLY, ["accounts", "list"]]) {
			const { code, out, err } = await showrunWarm(args, {
				cwd: here,
				env: { SHOWRUN_API_KEY: "wrong-key-77" },
			});
			assert.is(code, 1);
			assert.match(err, `Error: The service at ${url} refused the API key`);
			assert.match(err, "Check SHOWRUN_API_KEY");
			assert.is(err.match(/Error:/g)?.length, 1, err);
			assert.equal([...unseemly(out + err), ...((out + err).match(/wrong-key-77|journey-key/g) ?? [])], []);
		}
		assert.equal(await leftOpen(here, here, KEY), []);
		assert.equal(deliveredIn(there), []);
	});
});

remote("is not asked without a key", async () => {
	const here = renderedWorkspace(SOURCE, { "showrun.config.yaml": remoteSettings("http://127.0.0.1:9") });
	const planned = await showrunWarm(["plan"], { cwd: here });
	assert.is(planned.code, 0, planned.err);
	assert.match(planned.out.replace(/\s+/g, " "), "not-checked: Something could not be checked.");
	for (const args of [APPLY, ["accounts", "list"]]) {
		const { code, err, out } = await showrunWarm(args, { cwd: here });
		assert.is(code, 1);
		assert.match(err, "SHOWRUN_API_KEY");
		assert.match(err, "showrun.config.yaml:2:");
		assert.equal(unseemly(out + err), []);
	}
});

remote("that cannot be reached is given up, by its address", async () => {
	const port = await freePort();
	const here = renderedWorkspace(SOURCE, {
		"showrun.config.yaml": remoteSettings(`http://127.0.0.1:${port}/some/path`),
	});
	const { code, out, err } = await showrunWarm(APPLY, { cwd: here, env: KEY });
	assert.is(code, 1, out);
	assert.match(
		err,
		`Error: The service at http://127.0.0.1:${port}/some/path cannot be reached: connection refused (ECONNREFUSED).`,
	);
	assert.match(err, "Check the network and service.url.");
	assert.equal(unseemly(out + err), []);
	assert.equal(await leftOpen(here, here, KEY), []);
});

remote("is never named with a password or a query", async () => {
	for (const tail of ["?token=hidden-9", "#hidden-9"]) await assertUnnamed(`https://api.example.com/${tail}`);
	await assertUnnamed("https://user:hidden-9@api.example.com");
});

async function assertUnnamed(url: string): Promise<void> {
	const here = renderedWorkspace(SOURCE);
	const { code, out, err } = await showrunWarm(["plan"], {
		cwd: here,
		env: { ...KEY, SHOWRUN_SERVICE_URL: url },
	});
	assert.is(code, 1);
	assert.match(err, "The address of the service cannot be used");
	assert.not.match(out + err, "hidden-9");
}

async function freePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	await new Promise((closed) => server.close(closed));
	return typeof address === "object" && address ? address.port : 0;
}

remote.run();
