import { chmod, mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Secret } from "../../../src/model/secret.ts";
import { type Credential, openCredentials } from "../../../src/service/credentials/credentials.ts";
import { folderStore } from "../../../src/service/store/folder/store.ts";
import { newWebhookSecret } from "../../../src/webhooks/signature.ts";

const ACCOUNT = "acc_0123456789abcdef01234567";
const OTHER = "acc_76543210fedcba9876543210";
const secret = newWebhookSecret();
const CREDENTIAL: Credential = {
	kind: "webhook",
	url: new Secret("https://hooks.example.com/capability-in-the-path"),
	secret,
	privateHosts: false,
	delivery: "once",
	attach: "link",
};

async function withFolder(body: (data: string, file: string) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-credentials-"));
	try {
		await body(join(folder, "data"), join(folder, "user", "credentials.key"));
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function failure(call: Promise<unknown>): Promise<string> {
	return call.then(
		() => "no failure",
		(error: Error) => error.message,
	);
}

const credentials = suite("credentials");

credentials("what was kept is there again, and its file tells no secret", () =>
	withFolder(async (data, file) => {
		await openCredentials(folderStore(data), { file }).put(ACCOUNT, CREDENTIAL);
		const path = join(data, "credentials", `${ACCOUNT}.json`);
		const text = await readFile(path, "utf8");
		assert.not.match(text, /capability|hooks\.example|whsec/);
		assert.is((await stat(path)).mode & 0o777, 0o600);
		assert.is((await stat(join(data, "credentials"))).mode & 0o777, 0o700);
		assert.is((await stat(file)).mode & 0o777, 0o600);
		const again = await openCredentials(folderStore(data), { file }).get(ACCOUNT);
		assert.is(
			again?.kind === "webhook" && again.url.reveal(),
			"https://hooks.example.com/capability-in-the-path",
		);
		assert.is(again?.kind === "webhook" && again.secret.reveal(), secret.reveal());
		assert.not.match(JSON.stringify(again), /capability|whsec/);
	}),
);

credentials("a credential put under another account, or changed, is not opened", () =>
	withFolder(async (data, file) => {
		const kept = openCredentials(folderStore(data), { file });
		await kept.put(ACCOUNT, CREDENTIAL);
		const [from, to] = [ACCOUNT, OTHER].map((id) => join(data, "credentials", `${id}.json`)) as [
			string,
			string,
		];
		const text = await readFile(from, "utf8");
		await writeFile(to, text.replace(ACCOUNT, OTHER));
		assert.match(await failure(kept.get(OTHER)), /was changed or is damaged/);
		await writeFile(to, text);
		assert.match(await failure(kept.get(OTHER)), /not a credential/);
	}),
);

credentials("without the key that sealed it nothing is opened, and another key is not taken for it", () =>
	withFolder(async (data, file) => {
		await openCredentials(folderStore(data), { file }).put(ACCOUNT, CREDENTIAL);
		const given = new Secret("ab".repeat(32));
		assert.match(
			await failure(openCredentials(folderStore(data), { file, given }).get(ACCOUNT)),
			/sealed with is missing/,
		);
		await rename(file, `${file}.away`);
		assert.match(
			await failure(openCredentials(folderStore(data), { file }).get(ACCOUNT)),
			/sealed with is missing/,
		);
	}),
);

credentials("a key that others may read is refused", () =>
	withFolder(async (data, file) => {
		const kept = openCredentials(folderStore(data), { file });
		await kept.put(ACCOUNT, CREDENTIAL);
		await chmod(file, 0o640);
		assert.match(await failure(kept.get(ACCOUNT)), /can be read by others/);
		assert.match(await failure(kept.put(ACCOUNT, CREDENTIAL)), /can be read by others/);
	}),
);

credentials("a key from the environment needs no file", () =>
	withFolder(async (data, file) => {
		const kept = openCredentials(folderStore(data), { file, given: new Secret("0F".repeat(32)) });
		await kept.put(ACCOUNT, CREDENTIAL);
		assert.is((await kept.get(ACCOUNT))?.kind, "webhook");
		assert.match(await failure(stat(file)), /ENOENT/);
		await kept.remove(ACCOUNT);
		assert.is(await kept.get(ACCOUNT), undefined);
		const short = openCredentials(folderStore(data), { file, given: new Secret("too short") });
		assert.match(await failure(short.put(ACCOUNT, CREDENTIAL)), /64 hexadecimal digits/);
	}),
);

credentials.run();
