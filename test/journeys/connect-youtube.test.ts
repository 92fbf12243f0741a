import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ACME, CANARY, CLIENT, type Google, startGoogle, urlsOf } from "../fakes/google.ts";
import { connectedBy, pageOf } from "./google-person.ts";
import { type Ended, memory, ROOM, start } from "./program.ts";
import { showrunWarm } from "./warm.ts";

const ENV = { YT_SECRET: CLIENT.secret };

/** A workspace whose app is one of this Google. */
function workspace(name: string, google: Pick<Google, "url">): string {
	const cwd = join(ROOM, `connect-${name}`);
	mkdirSync(cwd, { recursive: true });
	const app = { client_id: CLIENT.id, client_secret_env: "YT_SECRET", urls: urlsOf(google) };
	const settings = { embedded: { data: "data" }, destinations: { apps: { youtube: app } } };
	writeFileSync(join(cwd, "showrun.config.json"), JSON.stringify(settings));
	return cwd;
}

async function withGoogle(name: string, body: (google: Google, cwd: string) => Promise<void>): Promise<void> {
	const google = await startGoogle();
	try {
		await body(google, workspace(name, google));
	} finally {
		await google.close();
	}
}

/** Connects as a person who allows it. */
function connected(google: Google, cwd: string, ...more: readonly string[]): Promise<Ended> {
	return connectedBy(google, { cwd, env: ENV }, ...more);
}

function filesIn(folder: string): readonly string[] {
	return readdirSync(folder, { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));
}

/** No secret of Google stands in what was printed, nor in any file. */
function assertNoSecret(cwd: string, ...ended: readonly Ended[]): void {
	for (const { out, err } of ended) assert.not.match(out + err, CANARY);
	for (const file of [...filesIn(cwd), ...filesIn(memory())])
		assert.not.match(readFileSync(file, "latin1"), CANARY, file);
}

const connect = suite("accounts connect youtube");

connect("a person allows it on Google's page: the channel is connected under its own id, sealed", () =>
	withGoogle("loopback", async (google, cwd) => {
		const ended = await connected(google, cwd);
		assert.is(ended.code, 0, ended.err);
		assert.match(ended.out, /Connected youtube acmetv: its posts go to the channel Acme \(@acmetv, UCacme/);
		assert.match(ended.err, /may manage a YouTube channel of yours/);
		const list = await showrunWarm(["accounts", "list", "--json"], { cwd, env: ENV });
		const [account] = list.out
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line));
		assert.equal([account.id, account.username, account.tokenValid], [ACME.id, "acmetv", true]);
		const file = join(cwd, "data", "credentials", `${ACME.id}.json`);
		assert.is(statSync(file).mode & 0o777, 0o600);
		assert.is(statSync(join(cwd, "data", "credentials")).mode & 0o777, 0o700);
		const doctor = await showrunWarm(["accounts", "doctor"], { cwd, env: ENV });
		assert.match(
			doctor.out.replace(/\s+/g, " "),
			/posts are delivered to YouTube, allowed youtube; token good until [^,]*, renewed by itself/,
		);
		assertNoSecret(cwd, ended, list, doctor);
	}),
);

connect("the same channel again is a renewal, also once it has another name", () =>
	withGoogle("renewal", async (google, cwd) => {
		await connected(google, cwd);
		google.state.channels = [{ id: ACME.id, title: "Acme Shows", handle: "acmeshows" }];
		assert.match(
			(await connected(google, cwd, "--username", "acmetv")).out,
			/^Renewed the connection of youtube acmetv/m,
		);
		const list = await showrunWarm(["accounts", "list", "--json"], { cwd, env: ENV });
		assert.is(list.out.trim().split("\n").length, 1);
	}),
);

connect("another channel than the one asked for is refused, and nothing is kept", () =>
	withGoogle("foreign", async (google, cwd) => {
		const ended = await connected(google, cwd, "--username", "Other");
		assert.is(ended.code, 1);
		assert.match(ended.err, /The account that was allowed is Acme \(@acmetv, UCacme\S+\), not `Other`/);
		assert.equal(
			filesIn(cwd).filter((file) => file.includes("credentials")),
			[],
		);
	}),
);

connect("another channel of the same title under its name is refused, and nothing of it is kept", () =>
	withGoogle("title", async (google, cwd) => {
		await connected(google, cwd, "--username", ACME.title);
		google.state.channels = [{ id: "UCtwin", title: ACME.title }];
		const ended = await connected(google, cwd, "--username", ACME.title);
		assert.match(ended.err, /Another account of youtube is called Acme here: UCacme/);
		for (const file of [...filesIn(cwd), ...filesIn(memory())])
			assert.not.match(file + readFileSync(file, "latin1"), /UCtwin/);
		assert.match((await connected(google, cwd)).out, /^Connected youtube UCtwin/m);
	}),
);

connect("what was not ticked is named", () =>
	withGoogle("scope", async (google, cwd) => {
		google.state.scope = "https://www.googleapis.com/auth/youtube.readonly";
		const ended = await connected(google, cwd);
		assert.is(ended.code, 1);
		assert.match(ended.err, /that box was not ticked/);
	}),
);

connect("a Google account without a channel is told plainly", () =>
	withGoogle("none", async (google, cwd) => {
		google.state.channels = [];
		assert.match((await connected(google, cwd)).err, /no YouTube channel \(youtubeSignupRequired\)/);
	}),
);

connect("of several channels one is named, else they are listed", () =>
	withGoogle("several", async (google, cwd) => {
		google.state.channels = [ACME, { id: "UCother", title: "Other" }];
		const ended = await connected(google, cwd);
		assert.is(ended.code, 1);
		assert.match(ended.err, /--username:\n.*1\. Acme \(@acmetv, UCacme\S+\)\n.*2\. Other \(UCother\)/);
		assert.match((await connected(google, cwd, "--username", "UCother")).out, /^Connected youtube Other/m);
	}),
);

connect("an answer with another state connects nothing, and a second request finds nobody", () =>
	withGoogle("state", async (google, cwd) => {
		const running = start(["accounts", "connect", "youtube"], { cwd, env: ENV });
		const back = google.allow(await pageOf(running));
		const foreign = new URL(back);
		foreign.searchParams.set("state", "x".repeat(43));
		assert.is((await fetch(new URL("/favicon.ico", back))).status, 404);
		assert.is((await fetch(foreign)).status, 400);
		const second = await fetch(back).then(
			({ status }) => status,
			() => "nobody",
		);
		const ended = await running.ended;
		assert.equal([second, ended.code, google.asked.length], ["nobody", 1, 0]);
		assert.match(ended.err, /its `state` differs/);
	}),
);

connect("--paste takes the address from standard input, and prints none of it", () =>
	withGoogle("paste", async (google, cwd) => {
		const running = start(["accounts", "connect", "youtube", "--paste"], { cwd, env: ENV });
		running.stdin.write(`${google.allow(await pageOf(running))}\n`);
		const ended = await running.ended;
		assert.is(ended.code, 0, ended.err);
		assertNoSecret(cwd, ended);
	}),
);

connect("--device waits while the person types, more slowly where it is asked to", () =>
	withGoogle("device", async (google, cwd) => {
		google.state.pending = ["authorization_pending", "authorization_pending"];
		const ended = await showrunWarm(["accounts", "connect", "youtube", "--device", "--json"], {
			cwd,
			env: ENV,
		});
		assert.is(ended.code, 0, ended.err);
		const [page, done] = ended.out
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line));
		assert.equal([page.url, page.code, done.id], ["https://www.google.com/device", "ABCD-EFGH", ACME.id]);
		assert.is(google.asked.length, 3);
		assertNoSecret(cwd, ended);
	}),
);

connect("--token-file takes a refresh token, but not from a file that others can read", () =>
	withGoogle("file", async (google, cwd) => {
		const file = join(ROOM, "connect-token");
		writeFileSync(file, `${google.grant()}\n`, { mode: 0o644 });
		const by = ["accounts", "connect", "youtube", "--token-file", file];
		assert.match((await showrunWarm(by, { cwd, env: ENV })).err, /can be read by others[\s\S]*chmod 600/);
		writeFileSync(join(ROOM, "connect-own"), `${google.grant()}\n`, { mode: 0o600 });
		const ended = await showrunWarm([...by.slice(0, -1), join(ROOM, "connect-own")], { cwd, env: ENV });
		assert.is(ended.code, 0, ended.err);
		assertNoSecret(cwd, ended);
	}),
);

connect("a wrong secret of the app is told, and never printed", () =>
	withGoogle("secret", async (google, cwd) => {
		const running = start(["accounts", "connect", "youtube"], { cwd, env: { YT_SECRET: `${CANARY}-wrong` } });
		await fetch(google.allow(await pageOf(running)));
		const ended = await running.ended;
		assert.is(ended.code, 1);
		assert.match(ended.err, /invalid_client/);
		assertNoSecret(cwd, ended);
	}),
);

/** The folder itself has a random name, which may hold such letters. */
function ofChannels(cwd: string): readonly string[] {
	return filesIn(cwd).filter((file) => relative(cwd, file).includes("UC"));
}

connect("disconnecting revokes the tokens and deletes them, also where Google is not there", () =>
	withGoogle("disconnect", async (google, cwd) => {
		await connected(google, cwd);
		const ended = await showrunWarm(["accounts", "disconnect", "youtube:acmetv"], { cwd, env: ENV });
		assert.match(ended.out, /^Disconnected youtube acmetv[\s\S]*Google revoked/);
		assert.equal([google.revocations.length, ofChannels(cwd)], [1, []]);
		await connected(google, cwd);
		await google.close();
		const again = await showrunWarm(["accounts", "disconnect", ACME.id], { cwd, env: ENV });
		assert.match(again.out, /myaccount\.google\.com/);
		assert.equal(ofChannels(cwd), []);
		assertNoSecret(cwd, ended, again);
	}),
);

connect("without an app the steps at Google are told, where a channel is asked for", async () => {
	const cwd = join(ROOM, "connect-no-app");
	mkdirSync(cwd);
	const ended = await showrunWarm(["accounts", "connect", "youtube", "--device"], { cwd });
	assert.is(ended.code, 1);
	assert.match(ended.err, /names? no app for YouTube[\s\S]*YouTube Data API v3[\s\S]*client_secret_env/);
});
connect.run();
