import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type RehearsalFlags, rehearsalOf, rehearsalWarning } from "../../src/cli/commands/rehearsal.ts";
import { StopFault } from "../../src/model/fault.ts";

const flags = suite("asking for a rehearsal");

async function withFile(text: string, body: (path: string) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-rehearsal-"));
	try {
		await writeFile(join(folder, "faults.yaml"), text);
		await body(join(folder, "faults.yaml"));
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function refused(given: RehearsalFlags): Promise<StopFault> {
	const error = await rehearsalOf(given).then(
		() => undefined,
		(reason: unknown) => reason,
	);
	assert.instance(error, StopFault);
	return error as StopFault;
}

flags(
	"without --rehearsal nothing can go wrong on purpose, and the message names what was asked",
	async () => {
		assert.is(await rehearsalOf({ idempotency: true }), undefined);
		const fault = await refused({ faults: "faults.yaml", commitLog: "c.jsonl", idempotency: false });
		assert.match(
			fault.message,
			"--faults and --commit-log and --no-idempotency: a server that does wrong on purpose may post twice.",
		);
		assert.match(fault.remedy ?? "", "add --rehearsal");
		for (const one of [{ faults: "x" }, { commitLog: "x" }, { idempotency: false }]) await refused(one);
	},
);

flags("a commit log that cannot be written is found before the server starts, a new one begins empty", () =>
	withFile("x", async (path) => {
		assert.match(
			(await refused({ rehearsal: true, commitLog: join(path, "c.jsonl") })).message,
			/The commit log .* cannot be written \(ENOTDIR\)/,
		);
		const commitLog = join(dirname(path), "c.jsonl");
		assert.equal(await rehearsalOf({ rehearsal: true, commitLog }), {
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
			assert.equal(
				await rehearsalOf({ rehearsal: true, faults: path, commitLog: relative(".", `${path}.jsonl`) }),
				{
					faults,
					idempotency: true,
					commitLog: `${path}.jsonl`,
				},
			),
		);
	assert.equal(await rehearsalOf({ rehearsal: true, idempotency: false }), {
		faults: [],
		idempotency: false,
	});
});

const UNUSABLE: Readonly<Record<string, RegExp>> = {
	"- { endpoint: publish, nth: 1, fault: hnag }\n- { endpoint: x, nth: 1, fault: hang }\n":
		/entry 1: fault must be one of .*; entry 2: endpoint must be one of/,
	"[": /is no list of planned faults/,
	"": /not a list/,
};
for (const [text, words] of Object.entries(UNUSABLE))
	flags(`${JSON.stringify(text)} is refused with an example`, () =>
		withFile(text, async (path) => {
			const fault = await refused({ rehearsal: true, faults: path });
			assert.match(fault.message, words);
			assert.match(fault.remedy ?? "", "{ endpoint: publish, nth: 1, fault: hang }");
		}),
	);

flags("a file that is not there is named", async () =>
	assert.match(
		(await refused({ rehearsal: true, faults: "/nowhere/faults.yaml" })).message,
		"/nowhere/faults.yaml",
	),
);

flags("the server's warning is one loud line", () => {
	const line = rehearsalWarning({ faults: [], idempotency: false });
	assert.match(
		line,
		/^REHEARSAL: this server does wrong on purpose \(0 planned faults; IDEMPOTENCY KEYS IGNORED; no commit log\)/,
	);
	assert.not.match(line, "\n");
});

flags.run();
