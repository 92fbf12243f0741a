import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { WireAccount } from "../../src/wire/messages.gen.ts";
import { accountOn, exported, results, START, submit, until, type World, withWorld } from "./world.ts";

const publishing = suite("what may be published");
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface Request {
	readonly project_id: string;
	readonly youtube: string;
	readonly tiktok: string;
}

async function prepared(world: World): Promise<Request> {
	return {
		project_id: await exported(world),
		youtube: await accountOn(world, "youtube"),
		tiktok: await accountOn(world, "tiktok"),
	};
}

const WINDOW =
	"scheduled_at must be at least 5 minutes and at most 30 days in the future (epoch milliseconds).";
const bodies: Record<
	string,
	[(given: Request) => Record<string, unknown>, number, (given: Request) => string]
> = {
	"no project": [() => ({ project_id: undefined }), 422, () => "project_id is required."],
	"an unknown project": [
		() => ({ project_id: "x" }),
		404,
		() => 'There is no clipping task with the id "x".',
	],
	"no clip": [() => ({ idx: undefined }), 422, () => "idx is required."],
	"a clip in words": [() => ({ idx: "0" }), 422, () => "idx must be a whole number."],
	"a clip there is not": [
		() => ({ idx: 3 }),
		422,
		() => "idx: the project has no clip 3 (it has 3 clips, counted from 0).",
	],
	"a negative clip": [
		() => ({ idx: -1 }),
		422,
		() => "idx: the project has no clip -1 (it has 3 clips, counted from 0).",
	],
	"an unknown resolution": [
		() => ({ resolution: "8k" }),
		422,
		() => "resolution must be one of 480p, 720p, 1080p, 2k, 4k.",
	],
	"no target": [() => ({ publish_configs: undefined }), 422, () => "publish_configs is required."],
	"an empty list of targets": [
		() => ({ publish_configs: {} }),
		422,
		() => "publish_configs must have one entry per target account.",
	],
	"a list instead of a map": [
		() => ({ publish_configs: [] }),
		422,
		() => "publish_configs must be an object.",
	],
	"a platform name as key": [
		() => ({ publish_configs: { youtube: { title: "T" } } }),
		422,
		() =>
			"publish_configs.youtube: keys are account ids from the accounts list, a platform name must not be used.",
	],
	"an unknown account": [
		() => ({ publish_configs: { acc_1: {} } }),
		422,
		() => 'publish_configs: no connected account has the id "acc_1".',
	],
	"a config that is no object": [
		({ youtube }) => ({ publish_configs: { [youtube]: 1 } }),
		422,
		({ youtube }) => `publish_configs.${youtube} must be an object.`,
	],
	"youtube without a title": [
		({ youtube }) => ({ publish_configs: { [youtube]: { description: "D" } } }),
		422,
		({ youtube }) => `publish_configs.${youtube}.title is required for youtube.`,
	],
	"youtube with a blank title": [
		({ youtube }) => ({ publish_configs: { [youtube]: { title: " " } } }),
		422,
		({ youtube }) => `publish_configs.${youtube}.title is required for youtube.`,
	],
	"tiktok without a description": [
		({ tiktok }) => ({ publish_configs: { [tiktok]: { title: "T" } } }),
		422,
		({ tiktok }) => `publish_configs.${tiktok}.description is required for tiktok.`,
	],
	"tags in one string": [
		({ youtube }) => ({ publish_configs: { [youtube]: { title: "T", tags: "a b" } } }),
		422,
		({ youtube }) => `publish_configs.${youtube}.tags must be a list of strings.`,
	],
	"an unknown visibility": [
		({ youtube }) => ({ publish_configs: { [youtube]: { title: "T", visibility: "friends" } } }),
		422,
		({ youtube }) => `publish_configs.${youtube}.visibility must be one of public, private, unlisted.`,
	],
	"a flag in words": [
		({ youtube }) => ({ publish_configs: { [youtube]: { title: "T", allow_duet: "no" } } }),
		422,
		({ youtube }) => `publish_configs.${youtube}.allow_duet must be true or false.`,
	],
	"a time in words": [
		() => ({ scheduled_at: "2026-12-01T09:00:00Z" }),
		422,
		() => "scheduled_at must be a whole number.",
	],
	"a time under five minutes ahead": [() => ({ scheduled_at: START + 5 * MINUTE - 1 }), 422, () => WINDOW],
	"a time over thirty days ahead": [() => ({ scheduled_at: START + 30 * DAY + 1 }), 422, () => WINDOW],
	"a time in seconds": [() => ({ scheduled_at: Math.round(START / 1000) + 3_600 }), 422, () => WINDOW],
};

for (const [title, [fields, status, message]] of Object.entries(bodies)) {
	publishing(`${title} is refused`, () =>
		withWorld({}, async (world) => {
			const given = await prepared(world);
			const body = {
				project_id: given.project_id,
				idx: 0,
				publish_configs: { [given.youtube]: { title: "T" } },
				...fields(given),
			};
			const answer = await world.call("POST", "/api/v2/social-media/publish", { body });
			assert.equal([answer.status, answer.body.message], [status, message(given)]);
		}),
	);
}

publishing("the ends of the scheduling window are allowed", () =>
	withWorld({}, async (world) => {
		const { project_id, youtube } = await prepared(world);
		for (const scheduled_at of [START + 5 * MINUTE, START + 30 * DAY]) {
			const body = { project_id, idx: 0, publish_configs: { [youtube]: { title: "T" } }, scheduled_at };
			const { status, body: answered } = await world.call("POST", "/api/v2/social-media/publish", { body });
			const { task_id, schedule_id, ...rest } = answered.data as Record<string, unknown>;
			assert.equal([status, rest], [200, { status: "SCHEDULED", created_at: START, scheduled_at }]);
			assert.equal([typeof task_id, typeof schedule_id], ["string", "string"]);
		}
	}),
);

publishing("an immediate post answers PENDING with no schedule", () =>
	withWorld({}, async (world) => {
		const { project_id, tiktok } = await prepared(world);
		const body = {
			project_id,
			idx: 1,
			publish_configs: { [tiktok]: { description: "D" } },
			scheduled_at: null,
		};
		const { body: answered } = await world.call("POST", "/api/v2/social-media/publish", { body });
		const { task_id: _id, ...rest } = answered.data as Record<string, unknown>;
		assert.equal(rest, { status: "PENDING", created_at: START, schedule_id: null, scheduled_at: null });
	}),
);

publishing("publishing the same clip again creates a separate task", () =>
	withWorld({}, async (world) => {
		const { project_id, youtube } = await prepared(world);
		const body = { project_id, idx: 0, publish_configs: { [youtube]: { title: "T" } } };
		const [one, other] = [
			await world.call("POST", "/api/v2/social-media/publish", { body }),
			await world.call("POST", "/api/v2/social-media/publish", { body }),
		];
		assert.is.not(
			(one.body.data as { task_id: string }).task_id,
			(other.body.data as { task_id: string }).task_id,
		);
	}),
);

const projects: Record<string, [(world: World) => Promise<string>, number, RegExp]> = {
	"a project submitted without export": [
		async (world) => {
			const id = await submit(world);
			await until(
				() => results(world, id),
				(task) => task.status === "SUCCEEDED",
			);
			return id;
		},
		422,
		/^project_id: the clipping task was submitted without export;/,
	],
	"a project that is still running": [
		(world) => {
			world.engine.before = () => new Promise(() => undefined);
			return submit(world, { enable_export: true });
		},
		422,
		/^project_id: the clipping task is (QUEUED|ONGOING|CREATED); its clips can be published once it has SUCCEEDED\.$/,
	],
	"an export of existing clips": [
		async (world) => {
			const { body } = await world.call("POST", "/api/v2/clips/export", {
				body: { project_id: await exported(world) },
			});
			return (body.data as { export_task_id: string }).export_task_id;
		},
		422,
		/^project_id is an export of existing clips;/,
	],
	"an expired project": [
		async (world) => {
			const id = await exported(world);
			world.clock.move(4 * DAY);
			return id;
		},
		410,
		/^The results of this task expired/,
	],
};

for (const [title, [make, status, message]] of Object.entries(projects)) {
	publishing(`${title} cannot be published`, () =>
		withWorld({}, async (world) => {
			const project_id = await make(world);
			const body = {
				project_id,
				idx: 0,
				publish_configs: { [await accountOn(world, "youtube")]: { title: "T" } },
			};
			const answer = await world.call("POST", "/api/v2/social-media/publish", { body });
			assert.is(answer.status, status);
			assert.match(answer.body.message ?? "", message);
		}),
	);
}

/** Makes the token of the connected YouTube account invalid, in the service's own file. */
async function invalidateToken({ options }: World): Promise<void> {
	const token = { tokenValid: false, tokenExpiringSoon: true };
	const account = { platform: "youtube", username: "Acme", ...token, units: 10 };
	const text = JSON.stringify({ format: 1, accounts: [account] });
	await writeFile(join(options.data, "accounts.json"), text);
}

publishing("an account whose token is invalid is 403, with a message that no bad key gets", () =>
	withWorld({}, async (world) => {
		const { project_id, youtube } = await prepared(world);
		await invalidateToken(world);
		const body = { project_id, idx: 0, publish_configs: { [youtube]: { title: "T" } } };
		const answer = await world.call("POST", "/api/v2/social-media/publish", { body });
		assert.equal(
			[answer.status, answer.body.message],
			[403, `The account token is invalid: reconnect the account ${youtube} (youtube), then publish again.`],
		);
	}),
);

publishing("an account whose token is invalid is listed as such, and left out of the active ones", () =>
	withWorld({}, async (world) => {
		const youtube = await accountOn(world, "youtube");
		await invalidateToken(world);
		const accounts = async (query: string) =>
			(await world.call("GET", `/api/v2/social-media/accounts${query}`)).body.data as WireAccount[];
		assert.equal(
			(await accounts("")).find((each) => each.id === youtube),
			{
				id: youtube,
				platform: "youtube",
				platform_username: "Acme",
				platform_avatar: null,
				token_valid: false,
				token_expiring_soon: true,
			},
		);
		assert.equal(
			[(await accounts("?active_only=true")).length, (await accounts("?active_only=false")).length],
			[2, 3],
		);
	}),
);

publishing("no account connected gives an empty list", () =>
	withWorld({ accounts: [] }, async (world) =>
		assert.equal((await world.call("GET", "/api/v2/social-media/accounts")).body, { data: [] }),
	),
);

publishing.run();
