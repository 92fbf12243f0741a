import { suite } from "uvu";
import * as assert from "uvu/assert";
import { file, settingOf, settle } from "./settle.ts";

const channels = (text: string) =>
	file(`notify:\n  timezone: Europe/Berlin\n  channels:\n${text.replace(/^/gm, "    ")}\n`);

const settings = suite("settings of notifications");
settings(
	"a channel has a target, and by default all events, twenty messages an hour and no quiet hours",
	async () => {
		const files = channels("team: { slack: { url: { env: SLACK_URL } } }");
		assert.equal(await settingOf({ files }, ({ notify }) => notify), {
			apply: false,
			channels: [
				{
					name: "team",
					target: { kind: "slack", url: { env: "SLACK_URL" }, privateHost: false },
					events: ["unknown", "failed", "attention", "review", "token", "late", "disk", "trouble"],
					...{ atMost: 20, timezone: "Europe/Berlin" },
				},
			],
		});
	},
);
settings("every kind of channel, its rules, and files from the folder of the settings", async () => {
	const files = channels(
		`hook: { webhook: { url: { file: hook.url }, secret: { env: KEY }, private_host: true }, events: [unknown], at_most: 3 }
post: { mail: { server: { env: SMTP }, from: "Clips <c@example.com>", to: [a@example.com] }, digest: "09:00" }
page: { command: { argv: { env: PAGE }, pass: [TOKEN], timeout: 2m }, quiet: { from: "22:00", to: "07:00" } }`,
	);
	const [hook, post, page] = (await settingOf({ files }, ({ notify }, folder) =>
		(notify?.channels ?? []).map((each) => JSON.parse(JSON.stringify(each).replaceAll(folder, "."))),
	)) as Record<string, unknown>[];
	assert.equal(hook?.target, {
		kind: "webhook",
		url: { file: "./hook.url" },
		secret: { env: "KEY" },
		privateHost: true,
	});
	assert.equal([hook?.events, hook?.atMost], [["unknown"], 3]);
	assert.equal(
		[post?.target, post?.digest],
		[
			{ kind: "mail", server: { env: "SMTP" }, from: "Clips <c@example.com>", to: ["a@example.com"] },
			"09:00",
		],
	);
	assert.equal(
		[page?.target, page?.quiet],
		[
			{ kind: "command", argvEnv: "PAGE", pass: ["TOKEN"], limitMs: 120_000 },
			{ from: "22:00", to: "07:00" },
		],
	);
});

const mistakes: Record<string, [text: string, found: string[]]> = {
	"a channel without a target": ["team: { digest: '09:00' }", ["error notify-target 4:11"]],
	"a channel with two targets": [
		"team: { slack: { url: { env: A } }, discord: { url: { env: B } } }",
		["error notify-target 4:11"],
	],
	"an address of a webhook in the file": [
		"team: { slack: { url: https://hooks.slack.com/services/T0/B0/x } }",
		["error pasted-key 4:27"],
	],
	"a program in the file": ["team: { command: { argv: [/bin/sh, -c, x] } }", ["error wrong-type 4:30"]],
	"an event that is none": [
		"team: { slack: { url: { env: A } }, events: [everything] }",
		["error unknown-value 4:50"],
	],
	"a time of day that is none": [
		"team: { slack: { url: { env: A } }, digest: '9am' }",
		["error bad-format 4:49"],
	],
	"an address of mail that brings a header": [
		'team: { mail: { server: { env: A }, from: "a@example.com\\nBcc: b@example.com", to: [c@example.com] } }',
		["error bad-format 4:47"],
	],
};
for (const [title, [text, found]] of Object.entries(mistakes))
	settings(`${title} is found at its place`, async () => {
		const told = await settle({ files: channels(text) }, ({ diagnostics }) =>
			diagnostics.map(({ severity, rule, place }) => `${severity} ${rule} ${place?.line}:${place?.column}`),
		);
		assert.equal(told, found);
	});
settings("a time zone that is none is found", async () => {
	const files = file("notify: { timezone: Berlin, channels: { team: { slack: { url: { env: A } } } } }\n");
	assert.equal(await settle({ files }, ({ diagnostics }) => diagnostics.map(({ rule }) => rule)), [
		"unknown-timezone",
	]);
});
settings.run();
