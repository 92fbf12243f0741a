import { suite } from "uvu";
import * as assert from "uvu/assert";
import { backoff, pauseIn, retryAfter } from "../../src/api/backoff.ts";
import { causeText, errorText, evidenceBody, redact } from "../../src/api/error-text.ts";
import { judge } from "../../src/api/verdicts.ts";
import { withFaultServer } from "./fault-server.ts";
import { KEY, sendTo } from "./sending.ts";

const words = suite("the service's own words");

const bodies: Record<string, [string, string | undefined]> = {
	"message comes first": ['{"message":"no clip","error":"Bad Request","status":400}', "no clip"],
	"then error": ['{"timestamp":1,"status":403,"error":"Forbidden","path":"/x"}', "Forbidden"],
	"then detail": ['{"detail":"not yours"}', "not yours"],
	"then error_message": ['{"error_message":"out of units"}', "out of units"],
	"then the same inside data": ['{"data":{"detail":"inside"}}', "inside"],
	"an empty message is none": ['{"message":" ","error":"Conflict"}', "Conflict"],
	"a message that is no text is none": ['{"message":{"a":1},"detail":"text"}', "text"],
	"an error object says nothing": ['{"code":7}', undefined],
	"plain text is taken as it is": ["upstream connect error\n", "upstream connect error"],
	"a page is taken without its tags": [
		"<html><style>p{}</style><script>a<b</script><h1>502</h1> Bad&nbsp;Gateway &amp; more</html>",
		"502 Bad Gateway & more",
	],
	"terminal escapes are taken out": [
		'{"message":"\\u001b[31mred\\u0007\\nline two\\u202e"}',
		"[31mred line two",
	],
	"a full stop at the end is left to us": ['{"message":"No clip 7. Try again."}', "No clip 7. Try again"],
	"nothing is nothing": ["", undefined],
	"long words are cut": [`{"message":"${"x".repeat(5_000)}"}`, "x".repeat(300)],
};
for (const [title, [body, expected]] of Object.entries(bodies))
	words(title, () => assert.is(errorText(body, KEY), expected));

words("hostile answers are read to their end", () => {
	for (const piece of ["<script", "<", "/", "http://", '"state":"', "://", "{", "[", '{"a":']) {
		const body = piece.repeat((1 << 20) / piece.length);
		errorText(body, KEY);
		evidenceBody(body, KEY);
		evidenceBody(JSON.stringify({ message: body, list: [body] }), KEY);
	}
});

words("what went wrong below HTTP is said in words", () => {
	assert.is(
		causeText(Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }), KEY),
		"connection refused (ECONNREFUSED)",
	);
	assert.is(causeText(new Error(`bad header ${KEY}`), KEY), "bad header ***");
	assert.is(causeText(Object.assign(new AggregateError([]), { code: "EWHAT" }), KEY), "EWHAT");
	assert.is(causeText("gone", KEY), "gone");
});

words.run();

const secrets = suite("secrets");

const odd = 'k"e/y+ü=';
const hidden: Record<string, [string, string, string]> = {
	"the key": [`Bearer ${KEY}!`, KEY, "Bearer ***!"],
	"the key in a URL": [`at ${encodeURIComponent(odd)} end`, odd, "at *** end"],
	"the key in JSON": [`{"a":${JSON.stringify(odd)}}`, odd, '{"a":"***"}'],
	"query strings": [
		"get https://cdn.example/a.mp4?sig=abc&x=1 now",
		KEY,
		"get https://cdn.example/a.mp4 now",
	],
	"query strings of paths": ["/api/v2/oauth/back?state=s3cr3t#top", KEY, "/api/v2/oauth/back"],
	"passwords in URLs": ["https://ann:pw@host/x", KEY, "https://host/x"],
	"one-time URLs": [
		'"auth_url": "https://x/y", "upload_url":"z"',
		KEY,
		'"auth_url": "***", "upload_url":"***"',
	],
	"states, quoted once more": ['"{\\"state\\":\\"s3cr3t\\"}"', KEY, '"{\\"state\\":\\"***\\"}"'],
	"nothing that is not secret": [
		"What? Really #1: the state of things",
		KEY,
		"What? Really #1: the state of things",
	],
};
for (const [title, [text, secret, expected]] of Object.entries(hidden))
	secrets(`${title} are known`, () => assert.is(redact(text, secret), expected));

const echoes: Record<string, string> = {
	plain: `you sent Bearer ${KEY}`,
	"in a message": JSON.stringify({ message: `bad key ${KEY}` }),
	"with escapes": `{"message":"bad key ${[...KEY].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}"}`,
	"as a name": JSON.stringify({ [KEY]: 1, data: { error: KEY } }),
	"where the message is cut": JSON.stringify({ message: `${"x".repeat(292)}${KEY}` }),
	"where the evidence is cut": `${"y".repeat(2_040)}${KEY}`,
	"in a page": `<html><p title="${KEY}">${KEY}</p></html>`,
	"with what else is secret": JSON.stringify({
		data: { upload_url: "https://s3/secret-path", state: "secret-path", auth_url: "https://a/secret-path" },
	}),
};
for (const [title, echo] of Object.entries(echoes)) {
	for (const status of [200, 400, 500]) {
		secrets(`an echo ${title} with status ${status} shows nothing secret`, () =>
			withFaultServer({ whole: (link) => link.answer(status, echo) }, async (server) => {
				const outcome = await sendTo(server.url, { limits: { settleMs: 1 } });
				const shown = JSON.stringify(outcome);
				assert.is(shown.includes(KEY.slice(0, 8)) || shown.includes("secret-path"), false, shown);
				assert.ok(Buffer.byteLength(outcome.evidence.rawBody ?? "") <= 2_048);
			}),
		);
	}
}

secrets("escapes do not hide the key or a one-time member from the one who looks for them", () => {
	const escaped = [...KEY].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join("");
	assert.is(
		evidenceBody(`{"message": "bad key ${escaped}", "auth_\\u0075rl": "https:\\/\\/a/b", "state": 7}`, KEY),
		'{"message":"bad key ***","auth_url":"***","state":"***"}',
	);
});

secrets("evidence keeps at most 2 KB, whole characters only", () => {
	const kept = evidenceBody("é".repeat(3_000), KEY);
	assert.equal([Buffer.byteLength(kept) <= 2_048, kept.includes("\ufffd")], [true, false]);
});

secrets.run();

const verdicts = suite("verdicts");
const answer = { complete: true, named: false, words: "" };

verdicts("an endpoint may mean something else by a status", () => {
	const exists = { class: "refused", next: "stop", summary: "it exists already" } as const;
	assert.equal(judge("submit", { ...answer, status: 409 }, { submit: { 409: exists } }), exists);
	assert.is(judge("publish", { ...answer, status: 409 }, { submit: { 409: exists } }).class, "unknown");
});

const remedies: Record<string, [number, string, RegExp]> = {
	"a bad key names the variable of the key": [403, "Forbidden", /SHOWRUN_API_KEY/],
	"an invalid token with 403 is the key": [403, "invalid token", /SHOWRUN_API_KEY/],
	"an invalid account token names the command": [
		403,
		"The account token is invalid",
		/showrun accounts connect/,
	],
	"reauthorization names the command": [422, "please re-authorize", /showrun accounts connect/],
	"missing units are named": [400, "Insufficient API units", /API units/],
	"402 names the units": [402, "", /API units/],
	"a redirect names the setting": [302, "", /service\.url/],
	"what is unknown names the command": [500, "account token", /showrun resolve/],
	"an accepted answer without an id names the command": [200, "", /showrun resolve/],
};
for (const [title, [status, said, remedy]] of Object.entries(remedies))
	verdicts(title, () =>
		assert.match(judge("publish", { ...answer, status, words: said }).remedy ?? "", remedy),
	);

verdicts("2xx without an id is called probably accepted", () =>
	assert.match(judge("submit", { ...answer, status: 200 }).summary, /probably accepted/),
);
verdicts("only publishing knows account tokens", () =>
	assert.is(judge("submit", { ...answer, status: 422, words: "reconnect" }).next, "stop"),
);

verdicts("an id in an answer that broke off proves nothing", () => {
	assert.is(judge("publish", { ...answer, status: 200, named: true, complete: false }).class, "unknown");
	assert.is(judge("publish", { ...answer, status: 200, named: true }).class, "done");
});

for (const kind of ["submit", "publish", "export"] as const)
	verdicts(
		`${kind}: every status that is not in the table is unknown, and every refusal says what to do`,
		() => {
			const all = Array.from({ length: 500 }, (_, each) => each + 100);
			const proved = all.filter((status) => judge(kind, { ...answer, status }).class === "refused");
			assert.equal(
				proved.filter((status) => status < 300 || status >= 400),
				[400, 401, 402, 403, 404, 405, 410, 413, 415, 422, 429],
			);
			assert.equal(
				all.filter((status) => judge(kind, { ...answer, status }).next === "retry"),
				[429],
			);
			for (const status of proved) assert.ok(judge(kind, { ...answer, status }).remedy, `${status}`);
		},
	);

verdicts("what is gone is named by its endpoint", () => {
	const said = (["submit", "publish", "export"] as const).map(
		(kind) => judge(kind, { ...answer, status: 410 }).summary,
	);
	assert.is(new Set(said).size, 3);
});

verdicts.run();

const pauses = suite("pauses");
const now = Date.UTC(2026, 10, 21, 12, 0, 0);

const headers: Record<string, [string | string[] | undefined, number | undefined]> = {
	seconds: ["7", 7_000],
	"a date": ["Sat, 21 Nov 2026 12:00:09 GMT", 9_000],
	"a date that is over": ["Sat, 21 Nov 2026 11:00:00 GMT", 0],
	"the first of several": [["3", "9"], 3_000],
	"at most an hour": ["999999999999", 3_600_000],
	nothing: [undefined, undefined],
	"an empty text": [" ", undefined],
	nonsense: ["soon", undefined],
	"a negative number": ["-5", undefined],
};
for (const [title, [header, expected]] of Object.entries(headers))
	pauses(`Retry-After: ${title}`, () => assert.is(retryAfter(header, now), expected));

pauses("a date is held against the answer's own clock, where it tells the time", () => {
	const asked = { "retry-after": "Sat, 21 Nov 2026 12:00:09 GMT" };
	assert.is(pauseIn({ ...asked, date: "Sat, 21 Nov 2026 12:00:05 GMT" }, now), 4_000);
	assert.is(pauseIn(asked, now), 9_000);
	assert.is(pauseIn({}, now), undefined);
});

pauses("double from one second to half a minute, anywhere below", () => {
	assert.equal(
		[1, 2, 3, 4, 5, 6, 20].map((tries) => backoff(tries, 1)),
		[1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000],
	);
	assert.is(backoff(5, 0), 0);
});

pauses.run();
