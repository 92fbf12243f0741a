import { suite } from "uvu";
import * as assert from "uvu/assert";
import { connect } from "../../src/database/connection.ts";
import { comparedKey } from "../../src/model/source-key.ts";
import { namesOf } from "../../src/state/ledger/account-names.ts";
import { type Facts, noFacts } from "../../src/state/ledger/facts.ts";
import type { KnownPost } from "../../src/state/ledger/ledger.ts";
import type { LedgerAccount } from "../../src/state/ledger/records.ts";
import { type AskedPosts, insertPosts, postsOfOthers } from "../../src/state/postgres/posts.ts";
import { makeTables } from "../../src/state/postgres/tables.ts";
import { postgresServer } from "./server.ts";

const others = suite("posts of other workspaces of a database");

const SCOPE = "https://api.example.com";
const OWN: LedgerAccount = { id: "acc-1", platform: "youtube", handle: "acme" };

const post = (operation: string, account: LedgerAccount, over: Partial<KnownPost> = {}): KnownPost =>
	({
		...{ operation, lineage: "other", workspace: "two", scope: SCOPE, account, at: 1, occurrence: 0 },
		...{ content: `sha256:${operation}`, moment: { from: 0, to: 1_000 }, address: `k.post.${operation}` },
		...{ as: "done", ...over },
	}) as KnownPost;

/** Operations that a plan for one's own account is told of, where these facts are known. */
async function told(
	posts: readonly KnownPost[],
	facts: Partial<Facts> = {},
	asked: Pick<AskedPosts, "contents"> = {},
): Promise<readonly string[]> {
	const { url } = await (await postgresServer()).database();
	const connection = await connect(url);
	try {
		await makeTables(connection);
		await connection.transaction("write", (ask) => insertPosts(ask, posts));
		const naming = { scope: SCOPE, lineage: "own", workspace: "one" };
		const names = namesOf({ ...noFacts(), ...facts }, SCOPE, [OWN]);
		const found = await connection.transaction("read", (ask) =>
			postsOfOthers(ask, naming, { ...names, ...asked }),
		);
		return found.map(({ operation }) => operation).sort();
	} finally {
		await connection.close();
	}
}

others(
	"those to the account are told: by its id, by its handle, with another id, and without one",
	async () => {
		const posts = [
			post("by-id", { ...OWN, handle: "renamed" }),
			post("by-handle", { platform: "youtube", handle: "acme" }),
			post("other-id", { ...OWN, id: "acc-2" }),
			post("unrelated", { id: "acc-9", platform: "youtube", handle: "somebody" }),
			post("own", OWN, { lineage: "own" }),
			post("free", OWN, { as: "not-posted" }),
		];
		assert.equal(await told(posts), ["by-handle", "by-id", "other-id"]);
	},
);

others(
	"so are those to a name that it had, and to an account that a person said to be the same",
	async () => {
		const posts = [
			post("former-name", { platform: "youtube", handle: "acme-old" }),
			post("said", { id: "acc-7", platform: "youtube", handle: "acme-seven" }),
			post("unrelated", { id: "acc-9", platform: "youtube", handle: "somebody" }),
		];
		const facts = {
			seen: new Map([[SCOPE, new Map([["acc-1", [{ ...OWN, handle: "acme-old" }, OWN]]])]]),
			words: [{ scope: SCOPE, a: "acc-1", b: "acc-7", as: "same" as const }],
		};
		assert.equal(await told(posts, facts), ["former-name", "said"]);
	},
);

others(
	"another platform's account of that handle is read and told apart later, like another service",
	async () => {
		const posts = [
			post("tiktok", { id: "acc-3", platform: "tiktok", handle: "acme" }),
			post("elsewhere", OWN, { scope: "https://other.example.com" }),
		];
		assert.equal(await told(posts), ["tiktok"]);
	},
);

others("of some contents those alone are told, in whatever form their address is", async () => {
	const posts = [
		post("short", OWN, { content: "url:https://youtu.be/dQw4w9WgXcQ" }),
		post("long", OWN, {
			content: "url:https://www.youtube.com/watch?v=dQw4w9WgXcQ",
			moment: { from: 60_000, to: 61_000 },
		}),
		post("another", OWN, { content: "url:https://youtu.be/aaaaaaaaaaa" }),
		post("unrelated", { ...OWN, id: "acc-9", handle: "x" }, { content: "url:https://youtu.be/dQw4w9WgXcQ" }),
	];
	const contents = [comparedKey("url:https://youtu.be/dQw4w9WgXcQ")];
	assert.equal(await told(posts, {}, { contents }), ["long", "short"]);
	assert.equal(await told(posts, {}, { contents: [] }), []);
	assert.equal(await told(posts), ["another", "long", "short"]);
});

others.run();
