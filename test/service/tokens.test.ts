import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { OutboxAccount, TokenState } from "../../src/service/options.ts";
import type { WireAccount, WireOAuth, WirePublishTask } from "../../src/wire/messages.gen.ts";
import { accountOn, exported, until, type World, withWorld } from "./world.ts";

const tokens = suite("states of an account's token");
const HOUR = 3_600_000;

const accounts = (token?: TokenState): readonly OutboxAccount[] => [
	{ platform: "youtube", username: "Acme", ...(token && { token }) },
];

async function stateIn(world: World, query = ""): Promise<[string, boolean, boolean][]> {
	const { body } = await world.call("GET", `/api/v2/social-media/accounts${query}`);
	return (body.data as readonly WireAccount[]).map((each) => [
		each.platform_username,
		each.token_valid,
		each.token_expiring_soon,
	]);
}

async function reconnect(world: World): Promise<void> {
	const { auth_url } = (await world.call("POST", "/api/v2/social-media/oauth/youtube")).body
		.data as WireOAuth;
	const html = await (await fetch(auth_url)).text();
	const fields = [...html.matchAll(/name="(state|csrf)" value="([^"]*)"/g)].map(
		([, name = "", value = ""]): [string, string] => [name, value],
	);
	const body = new URLSearchParams([...fields, ["username", "@acme"], ["decision", "allow"]]);
	const { status } = await fetch(auth_url, { method: "POST", body });
	if (status !== 200) throw new Error(`the page answered ${status}`);
}

async function publish(world: World, more: Record<string, unknown> = {}) {
	const project_id = await exported(world);
	const publish_configs = { [await accountOn(world, "youtube")]: { title: "T" } };
	return world.call("POST", "/api/v2/social-media/publish", {
		body: { project_id, idx: 0, publish_configs, ...more },
	});
}

const states: [TokenState | undefined, [boolean, boolean]][] = [
	[undefined, [true, false]],
	["valid", [true, false]],
	["expiring", [true, true]],
	["expired", [false, false]],
];
for (const [token, [valid, expiring]] of states) {
	tokens(
		`a token declared as ${token ?? "nothing"} is ${valid ? "valid" : "invalid"}${expiring ? ", not for long" : ""}`,
		() =>
			withWorld({ accounts: accounts(token) }, async (world) => {
				assert.equal(await stateIn(world), [["Acme", valid, expiring]]);
				assert.is((await stateIn(world, "?active_only=true")).length, valid ? 1 : 0);
				assert.is((await publish(world)).status, valid ? 200 : 403);
			}),
	);
}

tokens("publishing with an expired token is refused in words that name the account and the remedy", () =>
	withWorld({ accounts: accounts("expired") }, async (world) => {
		const { body } = await publish(world);
		assert.is(
			body.message,
			`The account token is invalid: reconnect the account ${await accountOn(world, "youtube")} (youtube), then publish again.`,
		);
	}),
);

tokens("a post whose token expired before its minute waits until the account is connected again", () =>
	withWorld({ accounts: accounts("valid") }, async (world) => {
		const posts = [
			await publish(world, { scheduled_at: world.clock.now() + HOUR }),
			await publish(world, { scheduled_at: world.clock.now() + 2 * HOUR }),
		];
		await world.restart({ accounts: accounts("expired") });
		const [due, later] = posts.map(({ body }) => async () => {
			const path = `/api/v2/social-media/publish/${(body.data as WirePublishTask).task_id}`;
			return (await world.call("GET", path)).body.data as WirePublishTask;
		}) as [() => Promise<WirePublishTask>, () => Promise<WirePublishTask>];
		const isDone = ({ status }: WirePublishTask) => status === "DONE";
		world.clock.move(HOUR);
		await until(due, ({ results }) => /reconnect the account/.test(results?.[0]?.note ?? ""));
		await reconnect(world);
		world.clock.move(HOUR);
		await until(due, isDone);
		await until(later, isDone);
	}),
);

tokens("connecting again makes an expired token valid, for good, and leaves one account", () =>
	withWorld({ accounts: accounts("expired") }, async (world) => {
		await reconnect(world);
		assert.equal(await stateIn(world), [["Acme", true, false]]);
		await world.restart({ accounts: accounts("expired") });
		assert.equal([await stateIn(world), (await publish(world)).status], [[["Acme", true, false]], 200]);
	}),
);

const later: [string, readonly (TokenState | undefined)[], [boolean, boolean]][] = [
	["the same state again", ["expired"], [true, false]],
	["another state", ["expiring"], [true, true]],
	["no state any more", [undefined], [true, false]],
	["another state and then the former one", ["valid", "expired"], [false, false]],
	["no state and then the former one", [undefined, "expired"], [false, false]],
];
for (const [title, declared, [valid, expiring]] of later) {
	tokens(
		`after a reconnect, ${title} in the settings means ${valid ? "valid" : "invalid"}${expiring ? ", not for long" : ""}`,
		() =>
			withWorld({ accounts: accounts("expired") }, async (world) => {
				await reconnect(world);
				for (const token of declared) await world.restart({ accounts: accounts(token) });
				assert.equal(await stateIn(world), [["Acme", valid, expiring]]);
			}),
	);
}

tokens.run();
