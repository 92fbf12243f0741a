import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { Webhook } from "standardwebhooks";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { NotifyTarget } from "../../src/model/notify.ts";
import type { Note } from "../../src/notify/note.ts";
import { sendNote } from "../../src/notify/send/send.ts";
import { systemClock } from "../../src/system/clock.ts";
import { newWebhookSecret } from "../../src/webhooks/signature.ts";
import { startHttpSink } from "../fakes/http-sink.ts";

const NOTE: Note = {
	...{ id: "ntf_01K", at: "2026-11-21T12:00:00.000Z", workspace: "talks" },
	sections: [
		{
			event: "failed",
			lines: [
				{
					subject: "k.video.talk",
					title: "Grüße\r\nBcc: x@example.com",
					what: "no sound",
					remedy: "showrun status",
				},
			],
		},
	],
};
const send = (target: NotifyTarget, env: Readonly<Record<string, string>>, note = NOTE) =>
	sendNote(note, target, {
		clock: systemClock,
		env: { PATH: process.env.PATH, ...env },
		host: "host",
		signal: AbortSignal.timeout(60_000),
	});
const chat = (kind: "slack" | "discord"): NotifyTarget => ({ kind, url: { env: "URL" }, privateHost: true });

const PLAIN_SMTP = {
	disabledCommands: ["STARTTLS"],
	hideSTARTTLS: true,
	allowInsecureAuth: true,
	logger: false,
};

/** What came of it, and what a mail server got: envelope and text. */
async function mailed(target: Partial<Extract<NotifyTarget, { kind: "mail" }>> = {}, refuses = false) {
	const mails: { readonly to: readonly string[]; readonly text: string }[] = [];
	const server = new SMTPServer({
		...PLAIN_SMTP,
		onAuth: ({ username, password }, _, done) =>
			username === "us@er" && password === "p:w" ? done(null, { user: 1 }) : done(new Error("wrong")),
		onData(stream, { envelope }, done) {
			const pieces: Buffer[] = [];
			stream
				.on("data", (piece: Buffer) => pieces.push(piece))
				.on("end", () => {
					if (refuses) return done(new Error("mailbox is full"));
					mails.push({
						to: envelope.rcptTo.map(({ address }) => address),
						text: Buffer.concat(pieces).toString("utf8"),
					});
					done();
				});
		},
	});
	const listening = server.listen(0, "127.0.0.1");
	await once(listening, "listening");
	try {
		const { port } = listening.address() as AddressInfo;
		const mail = {
			kind: "mail",
			server: { env: "SMTP" },
			from: "Clips <clips@example.com>",
			to: ["a@example.com", "b@example.com"],
			...target,
		} as const;
		return { result: await send(mail, { SMTP: `smtp://us%40er:p%3Aw@127.0.0.1:${port}` }), mails };
	} finally {
		await new Promise<void>((closed) => server.close(() => closed()));
	}
}

const receivers = suite("receivers of notifications");
receivers("Slack and Discord get one JSON message", async () => {
	const sink = await startHttpSink();
	try {
		const env = { URL: `${sink.url}/services/T0/B0/secret` };
		assert.equal(
			[await send(chat("slack"), env), await send(chat("discord"), env)],
			[{ kind: "taken" }, { kind: "taken" }],
		);
		const bodies = sink.received.map(({ body }) => JSON.parse(body));
		assert.equal(
			bodies.map((body) => Object.keys(body)),
			[
				["text", "blocks", "unfurl_links", "unfurl_media"],
				["content", "allowed_mentions", "flags"],
			],
		);
		assert.equal(
			sink.received.map(({ path, headers }) => [path, headers["content-type"]]),
			Array(2).fill(["/services/T0/B0/secret", "application/json"]),
		);
	} finally {
		await sink.close();
	}
});
receivers("a webhook gets a signed message that an independent reader verifies", async () => {
	const sink = await startHttpSink();
	const secret = newWebhookSecret().reveal();
	try {
		const target: NotifyTarget = {
			kind: "webhook",
			url: { env: "URL" },
			secret: { env: "KEY" },
			privateHost: true,
		};
		assert.equal(await send(target, { URL: sink.url, KEY: secret }), { kind: "taken" });
		const { body = "", headers = {} } = sink.received[0] ?? {};
		const event = new Webhook(secret).verify(body, headers as Record<string, string>) as { id: string };
		assert.equal([event.id, headers["webhook-id"]], ["ntf_01K", "ntf_01K"]);
	} finally {
		await sink.close();
	}
});
receivers("a refusal says the status and when to come back, and never the address", async () => {
	const sink = await startHttpSink(
		(response, count) => void response.writeHead(count === 1 ? 429 : 404, { "retry-after": "7" }).end(),
	);
	try {
		const env = { URL: `${sink.url}/services/T0/B0/secret` };
		const results = [await send(chat("slack"), env), await send(chat("slack"), env)];
		assert.equal(results, [
			{ kind: "not-taken", why: "The receiver answered 429: too many messages.", afterMs: 7_000 },
			{
				kind: "not-taken",
				why: "The receiver answered 404: check its address, and that it is active.",
				afterMs: 7_000,
			},
		]);
	} finally {
		await sink.close();
	}
});
receivers("what cannot be sent says why, and names no secret", async () => {
	const why = async (target: NotifyTarget, env: Readonly<Record<string, string>> = {}) => {
		const result = await send(target, env);
		return result.kind === "taken" ? "taken" : result.why;
	};
	const mail: NotifyTarget = {
		kind: "mail",
		server: { env: "SMTP" },
		from: "a@example.com",
		to: ["b@example.com"],
	};
	const command: NotifyTarget = { kind: "command", argvEnv: "ARGV", pass: [], limitMs: 20_000 };
	assert.equal(
		[
			await why(chat("slack")),
			await why({ ...chat("slack"), privateHost: false } as NotifyTarget, {
				URL: "https://127.0.0.1:1/services/secret",
			}),
			await why(chat("discord"), { URL: "ftp://secret" }),
			await why(mail, { SMTP: "mail.example.com secret" }),
			await why(command, { ARGV: "rm -rf secret" }),
			await why(command, { ARGV: '["./secret.sh"]' }),
			await why({ ...chat("slack"), url: { file: "/nowhere/secret" } } as NotifyTarget),
		],
		[
			"The environment variable URL is not set. Set it where showrun runs: export URL=…",
			"127.0.0.1 is on this machine or in a private network. Allow it by name if that is what you want: --private-host, or private_host: true.",
			"The address of a webhook has to begin with https://.",
			"The address of the mail server cannot be used. Write it like smtps://user:password@mail.example.com:465; signs in it as %40 (@) or %3A (:).",
			`The environment variable ARGV is not a program with its arguments. Write a JSON list that begins with an absolute path: '["/usr/local/bin/page", "--urgent"]'`,
			`The environment variable ARGV is not a program with its arguments. Write a JSON list that begins with an absolute path: '["/usr/local/bin/page", "--urgent"]'`,
			"The file /nowhere/secret cannot be read (ENOENT). Create it, readable for the user that showrun runs as.",
		],
	);
});
receivers("a mail server gets one mail for all, whose headers a title cannot add to", async () => {
	const { result, mails } = await mailed();
	assert.equal(
		[result, mails.length, mails[0]?.to],
		[{ kind: "taken" }, 1, ["a@example.com", "b@example.com"]],
	);
	const [headers = "", body = ""] = (mails[0]?.text ?? "").split("\r\n\r\n");
	assert.match(headers, /^Subject: showrun talks: Failed\r$/m);
	assert.match(headers, /^Message-ID: <ntf_01K@host>\r$/m);
	assert.match(headers, /^Auto-Submitted: auto-generated\r$/m);
	assert.not.match(headers, /^Bcc/m);
	assert.match(body, "no sound");
});
receivers("a mail server that refuses is a reason, without the password", async () => {
	const { result } = await mailed({}, true);
	const why = result.kind === "taken" ? "" : result.why;
	assert.match(why, /^The mail server 127\.0\.0\.1 did not take it: .*mailbox is full/);
	assert.not.match(why, "p:w");
});
receivers(
	"a command gets the message on its standard input, and of the environment only what it may",
	async () => {
		const folder = mkdtempSync(join(tmpdir(), "showrun-notify-"));
		const [program, got] = [join(folder, "page"), join(folder, "got")];
		writeFileSync(program, `#!/bin/sh\ncat > "$1"\nenv >> "$1"\nexit "$CODE"\n`);
		chmodSync(program, 0o755);
		try {
			const target: NotifyTarget = { kind: "command", argvEnv: "ARGV", pass: ["CODE"], limitMs: 30_000 };
			const env = { ARGV: JSON.stringify([program, got]), SHOWRUN_API_KEY: "k-secret" };
			const results = [await send(target, { ...env, CODE: "0" }), await send(target, { ...env, CODE: "3" })];
			assert.equal(results, [
				{ kind: "taken" },
				{ kind: "not-taken", why: "The program ended with exit code 3." },
			]);
			const [message = "", ...rest] = readFileSync(got, "utf8").split("\n");
			assert.is(JSON.parse(message).id, "ntf_01K");
			assert.not.match(rest.join("\n"), "k-secret");
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	},
);
receivers.run();
