// May share a process: each process is waited for.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Secret } from "../../../src/model/secret.ts";
import { type Credential, openCredentials } from "../../../src/service/credentials/credentials.ts";
import type { KeySource } from "../../../src/service/credentials/data-key.ts";
import { rotateKeys } from "../../../src/service/credentials/rotate-keys.ts";
import { folderStore } from "../../../src/service/store/folder/store.ts";
import { newWebhookSecret } from "../../../src/webhooks/signature.ts";
import { builtScript } from "../../journeys/built-program.ts";

const PROCESS = fileURLToPath(new URL("rotate-process.ts", import.meta.url));
const ACCOUNTS = ["acc_0123456789abcdef01234567", "acc_76543210fedcba9876543210"] as const;
const DROP = { dropFormer: true };
const secret = newWebhookSecret();

interface Ground {
	readonly folder: string;
	readonly data: string;
	readonly file: string;
}

function addressOf(account: string): string {
	return `https://hooks.example.com/${account}`;
}

/** A data folder whose two accounts leave by webhooks. */
async function withCredentials(body: (ground: Ground) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-keys-"));
	const [data, file] = [join(folder, "data"), join(folder, "user", "credentials.key")];
	try {
		await fill(data, { file });
		await body({ folder, data, file });
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function fill(data: string, source: KeySource): Promise<void> {
	const credentials = openCredentials(folderStore(data), source);
	const more = { privateHosts: false, delivery: "once", attach: "link" } as const;
	for (const account of ACCOUNTS) {
		const credential: Credential = { kind: "webhook", url: new Secret(addressOf(account)), secret, ...more };
		await credentials.put(account, credential);
	}
}

/** The addresses that can be read. */
async function readable(data: string, source: KeySource): Promise<readonly (string | undefined)[]> {
	const credentials = openCredentials(folderStore(data), source);
	const read = async (account: string) => {
		const credential = await credentials.get(account).catch(() => undefined);
		return credential?.kind === "webhook" ? credential.url.reveal() : undefined;
	};
	return Promise.all(ACCOUNTS.map(read));
}

async function keysIn(file: string): Promise<readonly string[]> {
	return (await readFile(file, "utf8")).trim().split("\n");
}

const ALL = ACCOUNTS.map(addressOf);

const rotation = suite("a new key for credentials");

rotation("seals all anew, and the former key opens nothing any more once it is dropped", () =>
	withCredentials(async ({ folder, data, file }) => {
		const before = join(folder, "before.key");
		await cp(file, before);
		const rotated = await rotateKeys({ file }, [openCredentials(folderStore(data), { file })], DROP);
		assert.equal(rotated, { sealed: 2, former: 0 });
		assert.equal(await readable(data, { file }), ALL);
		assert.equal(await readable(data, { file: before }), [undefined, undefined]);
		assert.not.equal(await keysIn(file), await keysIn(before));
	}),
);

rotation("leaves what another folder holds readable until the former key is dropped for all", () =>
	withCredentials(async ({ folder, data, file }) => {
		const other = join(folder, "other");
		await fill(other, { file });
		const open = (path: string) => openCredentials(folderStore(path), { file });
		assert.equal(await rotateKeys({ file }, [open(data)], { dropFormer: false }), { sealed: 2, former: 1 });
		assert.equal([await readable(data, { file }), await readable(other, { file })], [ALL, ALL]);
		assert.equal(await rotateKeys({ file }, [open(data), open(other)], DROP), { sealed: 4, former: 0 });
		assert.equal([await readable(data, { file }), await readable(other, { file })], [ALL, ALL]);
		assert.is((await keysIn(file)).length, 1);
	}),
);

rotation("drops no key where something cannot be opened", () =>
	withCredentials(async ({ folder, data, file }) => {
		const other = join(folder, "other");
		await fill(other, { file: join(folder, "lost.key") });
		const folders = [data, other].map((path) => openCredentials(folderStore(path), { file }));
		const failed = await rotateKeys({ file }, folders, DROP).catch((error: Error) => error.message);
		assert.match(String(failed), /The key that .*other.* was sealed with is missing/);
		assert.equal([await readable(data, { file }), (await keysIn(file)).length], [ALL, 2]);
	}),
);

rotation("that the environment gives needs the one before beside it", () =>
	withCredentials(async ({ folder, file }) => {
		const data = join(folder, "given");
		const [former, given] = [new Secret("ab".repeat(32)), new Secret("cd".repeat(32))];
		await fill(data, { file, given: former });
		const alone = { file, given: former };
		const failed = await rotateKeys(alone, [openCredentials(folderStore(data), alone)], DROP).catch(
			(error: Error) => error.message,
		);
		assert.match(String(failed), /a new one has to be given too/);
		const both = { file, given, former };
		await rotateKeys(both, [openCredentials(folderStore(data), both)], DROP);
		assert.equal(await readable(data, { file, given }), ALL);
	}),
);

rotation("can be killed at every file it writes: all can be read, and the next one ends it", () =>
	withCredentials(async ({ folder, data, file }) => {
		const kept = join(folder, "kept");
		await cp(data, join(kept, "data"), { recursive: true });
		await cp(file, join(kept, "key"));
		const script = await builtScript(PROCESS);
		const writes: string[] = [];
		for (let nth = 1, ended = false; !ended; nth++)
			for (const when of ["before", "after"]) {
				await rm(data, { recursive: true });
				await cp(join(kept, "data"), data, { recursive: true });
				await cp(join(kept, "key"), file);
				const args = [script, data, file, String(nth), when];
				const [code, signal] = await once(spawn(process.execPath, args, { stdio: "inherit" }), "close");
				ended = code === 0;
				if (!ended) writes.push(`${signal} ${when} ${nth}`);
				assert.equal(await readable(data, { file }), ALL, `${when} ${nth}`);
				await rotateKeys({ file }, [openCredentials(folderStore(data), { file })], DROP);
				assert.equal([await readable(data, { file }), (await keysIn(file)).length], [ALL, 1]);
			}
		// The new key, two credentials, and the file without the former key.
		assert.equal(
			writes,
			[1, 2, 3, 4].flatMap((nth) => [`SIGKILL before ${nth}`, `SIGKILL after ${nth}`]),
		);
	}),
);

rotation.run();
