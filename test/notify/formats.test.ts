import { suite } from "uvu";
import * as assert from "uvu/assert";
import { discordBody } from "../../src/notify/formats/discord.ts";
import { jsonOf } from "../../src/notify/formats/json.ts";
import { mailOf } from "../../src/notify/formats/mail.ts";
import { slackBody } from "../../src/notify/formats/slack.ts";
import type { Note } from "../../src/notify/note.ts";

const TITLE =
	'Hi <!channel> @everyone <@U1>\r\nBcc: all@example.com\u202e *b* _i_ `c` [x](https://evil.example/a) & "q"';
const note = (over: { readonly title?: string; readonly what?: string } = {}): Note => ({
	...{ id: "ntf_1", at: "2026-11-21T12:00:00.000Z", workspace: "talks\r\nX: y" },
	sections: [
		{
			event: "failed",
			lines: [{ subject: "k.video.talk", what: "no sound", remedy: "showrun status", ...over }],
		},
	],
});
const texts = (given: Note) =>
	[slackBody(given), discordBody(given), mailOf(given, "host"), jsonOf(given)].map((each) =>
		JSON.stringify(each),
	);

const formats = suite("formats of notifications");
formats("each says what happened, to what, and the command that helps", () => {
	for (const text of texts(note()))
		for (const word of ["no sound", "status"]) assert.ok(text.includes(word), `${word} in ${text}`);
});
formats("in Slack nothing of a title is a mark: it stands in plain text, and the fallback is escaped", () => {
	const body = slackBody(note({ title: TITLE })) as {
		text: string;
		blocks: { text: { type: string; text: string } }[];
	};
	assert.equal([...new Set(body.blocks.map(({ text }) => text.type))], ["plain_text"]);
	assert.not.match(body.text, /[<>]/);
	assert.ok(body.blocks.some(({ text }) => text.text.includes("<!channel>")));
});
formats("in Discord marks are escaped, nobody is mentioned, and links are not unfurled", () => {
	const body = discordBody(note({ title: TITLE })) as {
		content: string;
		allowed_mentions: unknown;
		flags: number;
	};
	assert.equal([body.allowed_mentions, body.flags], [{ parse: [] }, 4]);
	assert.not.match(body.content, /@everyone|(?<!\\)\[x\]|(?<!\\)`c/);
});
formats("in Discord as many whole lines stand as there is room for", () => {
	const lines = Array.from({ length: 10 }, (_, index) => ({
		subject: `k.video.v${index}`,
		what: "*".repeat(500),
	}));
	const { content } = discordBody({ ...note(), sections: [{ event: "failed", lines }] }) as {
		content: string;
	};
	assert.ok(content.length <= 2_000, `${content.length}`);
	assert.match(content, /… and \d+ more: showrun status$/);
});
formats("a mail's headers hold no line break of a title or of a folder", () => {
	const { subject, messageId } = mailOf(note({ title: TITLE }), "ho\r\nst");
	assert.not.match(`${subject}${messageId}`, /[\r\n\u202e]/);
	assert.is(messageId, "<ntf_1@ho--st>");
});
formats("no message holds a signature, a token or a password, and none is long", () => {
	const what = `see https://user:hunter2secret@host.example/a.mp4?expires=1&signature=abcdef0123 Bearer sk-12345678901 refresh_token=verysecretvalue ${"x".repeat(5_000)}`;
	for (const text of texts(note({ what }))) {
		assert.not.match(text, /hunter2secret|abcdef0123|sk-12345678901|verysecretvalue/);
		assert.ok(text.length < 3_000, `${text.length}`);
	}
});
formats("programs get the same as data, under stable names", () =>
	assert.equal(jsonOf(note({ title: "A talk" })), {
		...{
			type: "showrun.notification",
			version: 1,
			id: "ntf_1",
			at: "2026-11-21T12:00:00.000Z",
			workspace: "talks\r\nX: y",
		},
		headline: "showrun talks X: y: Failed",
		sections: [
			{
				event: "failed",
				more: 0,
				lines: [{ subject: "k.video.talk", title: "A talk", what: "no sound", remedy: "showrun status" }],
			},
		],
	}),
);
formats.run();
