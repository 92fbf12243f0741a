// May share a process: both processes are waited for.
import { spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Secret } from "../../../src/model/secret.ts";
import { openCredentials } from "../../../src/service/credentials/credentials.ts";
import { ReconnectNeeded } from "../../../src/service/delivery/token-source.ts";
import { openAccounts } from "../../../src/service/store/accounts.ts";
import { folderStore } from "../../../src/service/store/folder/store.ts";
import { ACME, CANARY, CLIENT, type Google, SCOPE, startGoogle } from "../../fakes/google.ts";
import { builtScript } from "../../journeys/built-program.ts";
import { tokensAt, type Where } from "./tokens.ts";

const START = Date.UTC(2026, 10, 23, 12);
const MINUTE = 60_000;

interface Ground extends Where {
	readonly google: Google;
	/** Puts a connection whose access token was made at a time, and lives an hour. */
	connect(obtainedAt: number): Promise<void>;
	/** The refresh token that is kept. */
	kept(): Promise<string | undefined>;
}

async function withGround(body: (ground: Ground) => Promise<void>): Promise<void> {
	const [google, folder] = [await startGoogle(), await mkdtemp(join(tmpdir(), "showrun-tokens-"))];
	const [data, file] = [join(folder, "data"), join(folder, "user", "credentials.key")];
	const credentials = openCredentials(folderStore(data), { file });
	const connect = (obtainedAt: number) =>
		credentials.put(ACME.id, {
			...{ kind: "youtube", clientId: CLIENT.id, scopes: [SCOPE], obtainedAt },
			...{ expiresAt: obtainedAt + 60 * MINUTE, accessToken: new Secret(`${CANARY}-first`) },
			refreshToken: new Secret(google.grant()),
		});
	const kept = async () => {
		const credential = await credentials.get(ACME.id);
		return credential?.kind === "youtube" ? credential.refreshToken?.reveal() : undefined;
	};
	try {
		await body({ google, data, file, url: google.url, connect, kept });
	} finally {
		await google.close();
		await rm(folder, { recursive: true, force: true });
	}
}

/** What it rejects with. */
async function fault(call: Promise<unknown>): Promise<Error> {
	return call.then(
		() => new Error("none"),
		(error: Error) => error,
	);
}

const tokens = suite("tokens of connected accounts");

tokens("a token is handed out as it is until 80 % of its life, then refreshed and kept", () =>
	withGround(async (ground) => {
		await ground.connect(START);
		let now = START + 47 * MINUTE;
		const source = tokensAt(ground, () => now);
		assert.is(await source.accessToken(ACME.id), `${CANARY}-first`);
		now = START + 48 * MINUTE;
		const second = await source.accessToken(ACME.id);
		assert.match(second, /access/);
		assert.is(await source.accessToken(ACME.id), second);
		assert.is(ground.google.asked.length, 1);
	}),
);

tokens("a token that the platform refused is replaced once, and not by two who were refused at once", () =>
	withGround(async (ground) => {
		await ground.connect(START);
		const source = tokensAt(ground, () => START);
		const found = await Promise.all([1, 2, 3].map(() => source.accessToken(ACME.id, `${CANARY}-first`)));
		assert.is(new Set(found).size, 1);
		assert.is(ground.google.asked.length, 1);
	}),
);

tokens(
	"two processes that need another token at once refresh it once, where each refresh ends the former",
	() =>
		withGround(async (ground) => {
			Object.assign(ground.google.state, { rotates: true, refreshMs: 300 });
			await ground.connect(Date.now() - 59 * MINUTE);
			const script = await builtScript(fileURLToPath(new URL("./token-process.ts", import.meta.url)));
			const { google, connect, kept, ...where } = ground;
			const argument = JSON.stringify({ ...where, account: ACME.id });
			const found = await Promise.all(
				[1, 2].map(async () => {
					const child = spawn(process.execPath, [script, argument], {
						stdio: ["ignore", "pipe", "inherit"],
					});
					let text = "";
					for await (const piece of child.stdout) text += piece;
					return text.trim();
				}),
			);
			assert.match(found[0] ?? "", /access/);
			assert.is(found[0], found[1]);
			assert.is(google.asked.length, 1);
			assert.not(google.asked.some(({ refresh_token: token }) => token === undefined));
			assert.is.not(await kept(), google.asked[0]?.refresh_token);
		}),
);

tokens("a token is on disk before it is used: where it cannot be kept, it is not handed out", () =>
	withGround(async (ground) => {
		await ground.connect(START - 59 * MINUTE);
		await chmod(ground.file, 0o644);
		const found = await fault(tokensAt(ground, () => START).accessToken(ACME.id));
		assert.instance(found, ReconnectNeeded);
		assert.match(found.message, /can be read by others/);
		assert.is(ground.google.asked.length, 0);
	}),
);

tokens(
	"a lost answer leaves the former token: it is tried again, and where that ended a person is needed",
	() =>
		withGround(async (ground) => {
			await ground.connect(START - 59 * MINUTE);
			const source = tokensAt(ground, () => START);
			ground.google.state.losesRefresh = true;
			assert.not.instance(await fault(source.accessToken(ACME.id)), ReconnectNeeded);
			assert.match(await source.accessToken(ACME.id), /access/);
			Object.assign(ground.google.state, { rotates: true, losesRefresh: true });
			await ground.connect(START - 59 * MINUTE);
			assert.not.instance(await fault(source.accessToken(ACME.id)), ReconnectNeeded);
			assert.instance(await fault(source.accessToken(ACME.id)), ReconnectNeeded);
		}),
);

tokens("what cannot be refreshed now is handed out as long as it is good for some minutes", () =>
	withGround(async (ground) => {
		await ground.connect(START - 55 * MINUTE);
		ground.google.state.losesRefresh = true;
		let now = START;
		const source = tokensAt(ground, () => now);
		assert.is(await source.accessToken(ACME.id), `${CANARY}-first`);
		ground.google.state.losesRefresh = true;
		now = START + 4 * MINUTE;
		assert.match((await fault(source.accessToken(ACME.id))).message, /did not answer/);
	}),
);

for (const rotates of [true, false])
	tokens(
		`an account's token no longer expires soon once a refresh moved its end${rotates ? ", with a new refresh token" : ""}`,
		() =>
			withGround(async (ground) => {
				const day = 24 * 60 * MINUTE;
				const book = openAccounts(folderStore(ground.data), [], () => START);
				const account = { platform: "youtube", username: "Acme", id: ACME.id, via: "youtube" } as const;
				await book.connect({ ...account, tokenEndsAt: START + 5 * day }, START);
				assert.is((await book.find(ACME.id))?.token_expiring_soon, true);
				Object.assign(ground.google.state, { rotates, refreshExpiresIn: (60 * day) / 1000 });
				await ground.connect(START - 59 * MINUTE);
				await tokensAt(ground, () => START).accessToken(ACME.id);
				const after = await book.find(ACME.id);
				assert.equal([after?.token_valid, after?.token_expiring_soon], [true, false]);
			}),
	);

tokens("consent that was withdrawn needs a person", () =>
	withGround(async (ground) => {
		await ground.connect(START - 59 * MINUTE);
		ground.google.state.revoked = true;
		const found = await fault(tokensAt(ground, () => START).accessToken(ACME.id));
		assert.instance(found, ReconnectNeeded);
		assert.match(found.message, /revoked or has expired/);
		assert.not.match(found.message, CANARY);
	}),
);

tokens("a lost key needs a person, and so does an account of which nothing is kept", () =>
	withGround(async (ground) => {
		await ground.connect(START);
		await rm(ground.file);
		const source = tokensAt(ground, () => START);
		const lost = await fault(source.accessToken(ACME.id));
		assert.instance(lost, ReconnectNeeded);
		assert.match(lost.message, /key that .* was sealed with is missing.*connect the account again/);
		assert.instance(await fault(source.accessToken("UCnobody")), ReconnectNeeded);
	}),
);

tokens("no token stands in the file of a credential", () =>
	withGround(async (ground) => {
		await ground.connect(START);
		const text = await readFile(join(ground.data, "credentials", `${ACME.id}.json`), "utf8");
		assert.not.match(text, CANARY);
	}),
);
tokens.run();
