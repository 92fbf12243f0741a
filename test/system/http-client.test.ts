import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type HttpClient, httpClient, partsOf } from "../../src/system/http-client.ts";

const client = suite("the client of HTTP");
const load = createRequire(import.meta.url);

/** What a server is asked, and what comes back. */
async function asked({ Agent, request }: HttpClient): Promise<readonly unknown[]> {
	const server = createServer(({ method, url, headers: { host } }, response) => {
		response.end(JSON.stringify([method, url, host === `127.0.0.1:${port}`]));
	});
	await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
	const address = server.address();
	const port = typeof address === "object" ? address?.port : 0;
	const dispatcher = new Agent();
	try {
		const url = new URL(`http://127.0.0.1:${port}/a%20b?c=%26`);
		const answers = [url, String(url)].map(async (each) => {
			const { statusCode, body } = await request(each, { method: "PUT", body: "x", dispatcher });
			return [statusCode, await body.json()];
		});
		return await Promise.all(answers);
	} finally {
		await dispatcher.destroy();
		server.close();
	}
}

const ANSWER = [200, ["PUT", "/a%20b?c=%26", true]];
const LOADS: Readonly<Record<string, (name: string) => unknown>> = {
	"has files in other places": (name) => {
		if (name !== "undici") throw new Error(`no ${name}`);
		return load(name);
	},
	"has something else in their places": (name) => (name.includes("/api/") ? {} : load(name)),
};

client("asks for the whole address", async () => {
	assert.equal(await asked(httpClient()), [ANSWER, ANSWER]);
});

for (const [title, other] of Object.entries(LOADS))
	client(`is loaded whole where undici ${title}`, async () => {
		const whole = partsOf(other);
		assert.is(whole, load("undici"));
		assert.equal(await asked(whole), [ANSWER, ANSWER]);
	});

client("refuses what is no address of the web", async () => {
	const { Agent, request } = httpClient();
	const dispatcher = new Agent();
	for (const url of ["ftp://127.0.0.1/", "file:///etc/passwd", "nothing"]) {
		const failed = request(url, { method: "GET", dispatcher });
		assert.instance(await failed.catch((error: unknown) => error), Error, url);
	}
});

client("is a fourth of undici's files", () => {
	const count = (names: readonly string[]) => {
		const loads = names.map((name) => `require(${JSON.stringify(load.resolve(name))});`).join("");
		const script = `${loads}console.log(Object.keys(require.cache).length)`;
		return Number(execFileSync(process.execPath, ["-e", script], { encoding: "utf8" }));
	};
	const names: string[] = [];
	partsOf((name) => {
		names.push(name);
		return load(name);
	});
	assert.ok(count(names) * 3 < count(["undici"]), names.join());
});

client.run();
