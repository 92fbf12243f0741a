import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Secret } from "../../../src/model/secret.ts";
import { readGrant } from "../../../src/service/platforms/granted.ts";
import { appSecretProof } from "../../../src/service/platforms/meta/ask-graph.ts";
import { type Grant, NEVER } from "../../../src/service/platforms/oauth.ts";
import { clientOf, type PlatformClient } from "../../../src/service/platforms/platforms.ts";
import { HOSTS } from "../../platforms/meta/model.ts";
import { appOf, tokenOf } from "../../platforms/people.ts";
import { type Platforms, startPlatforms } from "../../platforms/start.ts";

const NOW = Date.UTC(2026, 10, 23, 12);
const TOOLS = { now: () => NOW, signal: new AbortController().signal };

interface Ground {
	readonly platforms: Platforms;
	client(platform: "facebook" | "instagram", secret?: string): PlatformClient;
}

async function withMeta(body: (ground: Ground) => Promise<void>): Promise<void> {
	const dir = await mkdtemp(join(tmpdir(), "showrun-meta-"));
	const platforms = await startPlatforms({ dir, now: new Date(NOW).toISOString(), rate: 0 });
	try {
		const app = await appOf(platforms, "facebook", "facebook");
		const graph = `${platforms.hosts[HOSTS.graph]}/v25.0`;
		const urls = { authorize: graph, token: `${graph}/oauth/access_token`, api: graph, redirect: graph };
		await body({
			platforms,
			client: (platform, secret = app.secret) =>
				clientOf({ clientId: app.id, clientSecret: new Secret(secret), urls }, platform),
		});
		assert.equal(await platforms.violations(), []);
	} finally {
		await platforms.stop();
		await rm(dir, { recursive: true, force: true });
	}
}

async function granted({ platforms }: Ground, input: object = {}): Promise<Grant> {
	const { access } = await tokenOf(platforms, "facebook", { ...input });
	return { accessToken: new Secret(access), obtainedAt: NOW, expiresAt: NOW + 3_600_000 };
}

async function refusal(work: Promise<unknown>): Promise<string> {
	return work.then(
		() => "",
		(error: Error) => error.message,
	);
}

const meta = suite("what a login at Facebook is good for");

meta("Pages that may be posted to, each with a token of its own that does not end", () =>
	withMeta(async (ground) => {
		await ground.platforms.settings("facebook", { requireProof: true });
		const { identities, grant } = await readGrant(ground.client("facebook"), await granted(ground), TOOLS);
		assert.equal(
			identities.map(({ id, title, handle }) => [id, title, handle]),
			[
				["1001", "Ann", "ann.clips"],
				["1002", "Ann's Shop", "anns.shop"],
			],
		);
		const tokens = identities.map((each) => each.grant?.accessToken.reveal());
		assert.is(new Set([...tokens, grant.accessToken.reveal()]).size, 3);
		assert.equal(
			identities.map((each) => each.grant?.expiresAt),
			[NEVER, NEVER],
		);
		assert.is(grant.expiresAt, NOW + 60 * 24 * 3_600_000);
	}),
);

meta("Instagram accounts that are linked to such a Page", () =>
	withMeta(async (ground) => {
		const { identities } = await readGrant(ground.client("instagram"), await granted(ground), TOOLS);
		assert.equal(
			identities.map(({ id, title }) => [id, title]),
			[["17841400000000001", "ann.clips"]],
		);
	}),
);

meta("what was not allowed is named, and nothing is connected", () =>
	withMeta(async (ground) => {
		const scopes = ["pages_show_list", "pages_read_engagement", "instagram_basic"];
		const given = await granted(ground, { scopes });
		const seen = [ground.client("facebook"), ground.client("instagram")].map((client) =>
			refusal(readGrant(client, given, TOOLS)),
		);
		assert.match((await seen[0]) ?? "", "pages_manage_posts is missing");
		assert.match((await seen[1]) ?? "", "instagram_content_publish is missing");
	}),
);

meta("the token of a Page is told from that of a person or System User", () =>
	withMeta(async (ground) => {
		const { access_token: page = "" } = await ground.platforms.operate<Record<string, string>>(
			"facebook",
			"page",
			{ page: "1001" },
		);
		const given = { accessToken: new Secret(page), obtainedAt: NOW, expiresAt: NOW + 3_600_000 };
		const client = ground.client("facebook");
		assert.match(await refusal(readGrant(client, given, TOOLS)), "the token of a Page");
	}),
);

meta("the proof of the app is made of its secret, as documented", () =>
	withMeta(async ({ client }) => {
		assert.is(
			await appSecretProof(client("facebook", "app-secret"), "token"),
			"4b062935fec529e51d39e89ee371a452c231b1e0c5549ac72d83fc4f3a0b0471",
		);
	}),
);

meta.run();
