import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { StopFault } from "../../src/model/fault.ts";
import { type FaultFlags, faultSettings, faultWarning } from "./flags.ts";

const flags = suite("flags of a service with fault injection");

async function withFile(text: string, body: (path: string) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-faults-"));
	try {
		await writeFile(join(folder, "faults.yaml"), text);
		await body(join(folder, "faults.yaml"));
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function refused(given: FaultFlags): Promise<StopFault> {
	const error = await faultSettings(given).then(
		() => undefined,
		(reason: unknown) => reason,
	);
	assert.instance(error, StopFault);
	return error as StopFault;
}

flags("a commit log that cannot be written is found before the server starts, a new one begins empty", () =>
	withFile("x", async (path) => {
		assert.match(
			(await refused({ "commit-log": join(path, "c.jsonl") })).message,
			/The commit log .* cannot be written \(ENOTDIR\)/,
		);
		const commitLog = join(dirname(path), "c.jsonl");
		assert.equal(await faultSettings({ "commit-log": commitLog }), {
			faults: [],
			idempotency: true,
			commitLog,
		});
		assert.is(await readFile(commitLog, "utf8"), "");
	}),
);

flags("YAML and JSON are read, and the commit log's path is made absolute", async () => {
	const faults = [{ endpoint: "publish", nth: 1, fault: "hang" }];
	for (const text of ["- { endpoint: publish, nth: 1, fault: hang }\n", JSON.stringify(faults)])
		await withFile(text, async (path) =>
			assert.equal(await faultSettings({ faults: path, "commit-log": relative(".", `${path}.jsonl`) }), {
				faults,
				idempotency: true,
				commitLog: `${path}.jsonl`,
			}),
		);
	assert.equal(await faultSettings({ "no-idempotency": true }), {
		faults: [],
		idempotency: false,
		commitLog: undefined,
	});
});

const UNUSABLE: Readonly<Record<string, RegExp>> = {
	"- { endpoint: publish, nth: 1, fault: hnag }\n- { endpoint: x, nth: 1, fault: hang }\n":
		/entry 1: fault must be one of .*; entry 2: endpoint must be one of/,
	"[": /is not a list of planned faults/,
	"": /not a list/,
};
for (const [text, words] of Object.entries(UNUSABLE))
	flags(`${JSON.stringify(text)} is refused with an example`, () =>
		withFile(text, async (path) => {
			const fault = await refused({ faults: path });
			assert.match(fault.message, words);
			assert.match(fault.remedy ?? "", "{ endpoint: publish, nth: 1, fault: hang }");
		}),
	);

flags("a file that is not there is named", async () =>
	assert.match((await refused({ faults: "/nowhere/faults.yaml" })).message, "/nowhere/faults.yaml"),
);

flags("the warning is one loud line", () => {
	assert.is(
		faultWarning({ faults: [], idempotency: false, commitLog: undefined }),
		"FAULT INJECTION ON: never publish real posts through this server " +
			"(0 planned faults; IDEMPOTENCY KEYS IGNORED; no commit log).",
	);
});

flags("serve.ts serves a workspace, warns, and fails as planned", () =>
	withFile("- { endpoint: accounts, nth: 1, fault: error-500 }\n", async (path) => {
		const server = spawn(
			process.execPath,
			[
				"--import",
				"tsx",
				fileURLToPath(new URL("serve.ts", import.meta.url)),
				dirname(path),
				"--faults",
				path,
			],
			{ stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, SHOWRUN_API_KEY: "k" } },
		);
		try {
			const firstLine = async (input: Readable) =>
				String((await once(createInterface({ input }), "line"))[0]);
			const [warning, serving] = await Promise.all([firstLine(server.stderr), firstLine(server.stdout)]);
			assert.match(warning, /^FAULT INJECTION ON: .*1 planned fault;/);
			const url = `${serving.replace("Serving on ", "")}/api/v2/social-media/accounts`;
			const headers = {
				authorization: "Bearer k",
				"content-type": "application/json",
				"x-service-api-version": "v2",
			};
			const statuses = [(await fetch(url, { headers })).status, (await fetch(url, { headers })).status];
			assert.equal(statuses, [500, 200]);
		} finally {
			server.kill("SIGTERM");
			await once(server, "exit");
		}
	}),
);

flags.run();
