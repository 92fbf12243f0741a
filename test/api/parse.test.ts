import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
	ANSWERS,
	accountsOf,
	connectUrlOf,
	dataOf,
	linksOf,
	taskReading,
	uploadTargetOf,
} from "../../src/api/parse.ts";
import { publishReading } from "../../src/api/publish-reading.ts";
import { ReadFault } from "../../src/api/read-fault.ts";

const PLATFORMS = {
	youtube: "youtube",
	tiktok: "tt",
	twitter: "twitter",
	instagram: "instagram",
	facebook: "facebook",
	linkedin: "linkedin",
};

const isFault = (error: unknown) => error instanceof ReadFault;

const tasks = suite("a task's results");

const clip = {
	idx: 0,
	begin_ms: 1_000,
	end_ms: 41_000,
	title: "A",
	desc: "B",
	tags: ["#x", "y"],
	score: 91.5,
	thumbnail: "https://t/0.jpg",
	export_link: "https://e/0.mp4",
};
const read = {
	idx: 0,
	moment: { from: 1_000, to: 41_000 },
	title: "A",
	description: "B",
	tags: ["x", "y"],
	score: 91.5,
};
const plain = { id: "t-1", status: "SUCCEEDED", clips: [], linked: 0, notes: [] };

const readings: Record<string, [object, object]> = {
	"as the interface has them": [
		{
			id: "t-1",
			name: "n",
			status: "SUCCEEDED",
			expire_at: 1_800_000_000_000,
			cost_usage: 12,
			clips: [clip],
		},
		{ ...plain, name: "n", clips: [read], linked: 1, expireAt: 1_800_000_000_000, costUnits: 12 },
	],
	"numbers as text": [
		{
			id: 17,
			status: "SUCCEEDED",
			expire_at: "1800000000000",
			cost_usage: "2.5",
			clips: [{ ...clip, idx: "0", begin_ms: "1000", end_ms: "41000.2", score: "91.5" }],
		},
		{ ...plain, id: "17", clips: [read], linked: 1, expireAt: 1_800_000_000_000, costUnits: 2.5 },
	],
	"an unknown status is still running": [
		{ id: "t-1", status: "WARMING_UP" },
		{ ...plain, status: "ONGOING" },
	],
	"unknown members are passed over": [
		{ id: "t-1", status: "CREATED", extra: { a: 1 }, clips: null },
		{ ...plain, status: "CREATED" },
	],
	"an export's own name of its id": [
		{ export_task_id: "e-1", status: "QUEUED" },
		{ ...plain, id: "e-1", status: "QUEUED" },
	],
	"without an id it is the one asked for": [
		{ status: "QUEUED" },
		{ ...plain, id: "asked", status: "QUEUED" },
	],
	"a failure's message": [
		{ id: "t-1", status: "FAILED", error_message: "no\u001b[2J speech\r\nfound" },
		{ ...plain, status: "FAILED", error: "no[2J speech\nfound" },
	],
	"notes and progress": [
		{ id: "t-1", status: "ONGOING", notes: ["a", 5, "", {}], progress: "1.7" },
		{ ...plain, status: "ONGOING", notes: ["a", "5"], progress: 1 },
	],
	"clips in the order of their ranks": [
		{ id: "t-1", status: "SUCCEEDED", clips: [{ ...clip, idx: 1 }, clip] },
		{ ...plain, clips: [read, { ...read, idx: 1 }], linked: 2 },
	],
	"a clip without a link is not linked": [
		{ id: "t-1", status: "SUCCEEDED", clips: [{ ...clip, export_link: "" }] },
		{ ...plain, clips: [read] },
	],
	"a half-filled clip of a running task is left out": [
		{ id: "t-1", status: "ONGOING", clips: [{ idx: 1 }, clip, null] },
		{ ...plain, status: "ONGOING", clips: [read], linked: 1 },
	],
	"texts without control characters, bounded": [
		{
			id: "t-1",
			status: "SUCCEEDED",
			clips: [
				{
					...clip,
					title: `a\u0000\n\u001b]0;b\u202e${"c".repeat(2_000)}`,
					desc: `${"d".repeat(9_999)}🎬`,
					tags: ["#", "##z ", 7, null],
				},
			],
		},
		{
			...plain,
			linked: 1,
			clips: [
				{ ...read, title: `a ]0;b${"c".repeat(991)}`, description: "d".repeat(9_999), tags: ["z", "7"] },
			],
		},
	],
	"scores stay on their scale": [
		{ id: "t-1", status: "SUCCEEDED", clips: [{ ...clip, score: "1e9" }] },
		{ ...plain, clips: [{ ...read, score: 100 }], linked: 1 },
	],
};
for (const [title, [data, expected]] of Object.entries(readings))
	tasks(title, () => assert.equal(taskReading(data, "asked"), expected));

const nonsense: Record<string, unknown> = {
	"a text": "hello",
	"a list": [],
	nothing: null,
	"no status": { id: "t-1", clips: [] },
	"a status that is no text": { id: "t-1", status: 5 },
	"a finished task without clips": { id: "t-1", status: "SUCCEEDED" },
	"a rank that is no number": { id: "t-1", status: "SUCCEEDED", clips: [{ ...clip, idx: "first" }] },
	"a negative rank": { id: "t-1", status: "SUCCEEDED", clips: [{ ...clip, idx: -1 }] },
	"a clip that ends before it begins": { id: "t-1", status: "SUCCEEDED", clips: [{ ...clip, end_ms: 5 }] },
	"times beyond all numbers": { id: "t-1", status: "SUCCEEDED", clips: [{ ...clip, end_ms: 1e300 }] },
	"a clip longer than a day": { id: "t-1", status: "SUCCEEDED", clips: [{ ...clip, end_ms: 90_000_000 }] },
	"two clips of one rank": { id: "t-1", status: "SUCCEEDED", clips: [clip, { ...clip, begin_ms: 0 }] },
};
for (const [title, data] of Object.entries(nonsense)) {
	tasks(`${title}: a fault that says so`, () => {
		assert.throws(
			() => taskReading(data, "asked"),
			(error: unknown) =>
				error instanceof ReadFault && error.next === "stop" && /cannot be read/.test(error.message),
		);
	});
}

tasks("whatever comes is read or refused with a fault, and never holds a number that is none", () =>
	fc.assert(
		fc.property(fc.json(), fc.constantFrom("ONGOING", "SUCCEEDED"), (text, status) => {
			const value = JSON.parse(text);
			for (const data of [
				value,
				{ status, clips: value },
				{ status, clips: [value, { ...clip, ...value }] },
			]) {
				try {
					const { clips } = taskReading(data, "asked");
					assert.ok(
						clips.every(
							({ idx, moment, score }) =>
								[idx, moment.from, moment.to, score].every(Number.isFinite) && moment.to > moment.from,
						),
					);
				} catch (error) {
					assert.instance(error, ReadFault);
				}
			}
		}),
		{ numRuns: 500 },
	),
);

tasks("links are those that can be opened", () => {
	const clips = [
		clip,
		{ ...clip, idx: "1", export_link: "javascript:alert(1)" },
		{ ...clip, idx: 2, export_link: "https://e/2 .mp4" },
		{ idx: "x", export_link: "https://e/3" },
		4,
	];
	assert.equal([...linksOf({ clips })], [[0, "https://e/0.mp4"]]);
	assert.equal([...linksOf({})], []);
});

tasks.run();

const others = suite("other answers");

others("accounts whose platform the settings name", () => {
	const account = {
		id: 7,
		platform: "tt",
		platform_username: " Acme\u0007 ",
		platform_avatar: null,
		token_valid: "true",
		token_expiring_soon: false,
	};
	assert.equal(
		accountsOf(
			[
				account,
				{ ...account, platform: "tiktok" },
				{ ...account, platform: undefined },
				{ ...account, id: "a b" },
				null,
				3,
			],
			PLATFORMS,
		),
		[{ id: "7", platform: "tiktok", username: "Acme", tokenValid: true, tokenExpiringSoon: false }],
	);
});

others("an account is valid only when the service says so", () => {
	const account = { id: "a", platform: "youtube", platform_username: "Acme" };
	assert.equal(
		[true, "true", false, "false", undefined, 1].map(
			(token_valid) => accountsOf([{ ...account, token_valid }], PLATFORMS)[0]?.tokenValid,
		),
		[true, true, false, false, false, false],
	);
});

others("accounts that are no list are not taken for none", () =>
	assert.throws(() => accountsOf({}, PLATFORMS), /accounts are not a list/),
);

others("a publishing task with its result", () => {
	const results = [
		{ account_id: "a", status: "DONE", location: "youtube/acme/1.mp4", late: true, error_message: "slow" },
	];
	assert.equal(publishReading({ task_id: "p", status: "DONE", results }), {
		status: "DONE",
		location: "youtube/acme/1.mp4",
		late: true,
		error: "slow",
	});
	const posted = (url: string) => publishReading({ status: "DONE", results: [{ account_id: "a", url }] });
	assert.is(posted("https://youtu.be/v1").location, "https://youtu.be/v1");
	assert.is(posted("javascript:alert(1)").location, undefined);
	assert.equal(publishReading({ status: "LIMBO" }), { status: "PROCESSING" });
	assert.throws(() => publishReading({}), isFault);
});

others("a URL for connecting is one a browser may open", () => {
	assert.is(connectUrlOf({ auth_url: "https://a/b?state=1", state: "1" }), "https://a/b?state=1");
	for (const auth_url of [undefined, "", "file:///etc/passwd", "javascript:1", "https://a/\n--flag", "-x"])
		assert.throws(() => connectUrlOf({ auth_url }), isFault);
});

others("an upload needs a place and a name", () => {
	assert.equal(uploadTargetOf({ upload_url: "https://u/1", identity: "i" }), {
		url: "https://u/1",
		identity: "i",
	});
	assert.throws(() => uploadTargetOf({ upload_url: "ftp://u/1", identity: "i" }), isFault);
	assert.throws(() => uploadTargetOf({ upload_url: "https://u/1" }), isFault);
});

others("data is needed", () => {
	assert.equal(dataOf('\ufeff{"data":[]}'), []);
	for (const body of ["", "{}", "[]", "<html>", '"data"', "null"]) assert.throws(() => dataOf(body), isFault);
});

others("what a write's answer names", () => {
	assert.equal(ANSWERS.submit('{"data":{"id":"t","status":"CREATED"}}'), { id: "t", status: "CREATED" });
	assert.equal(
		ANSWERS.publish('{"data":{"task_id":5,"status":"SCHEDULED","created_at":"1","scheduled_at":2}}'),
		{
			...{ taskId: "5", status: "SCHEDULED", createdAt: 1, scheduledAt: 2 },
		},
	);
	assert.equal(ANSWERS.publish('{"data":{"task_id":"p","scheduled_at":null}}'), {
		taskId: "p",
		status: "PROCESSING",
	});
	assert.equal(ANSWERS.export('{"data":{"export_task_id":"e"}}'), { id: "e" });
	assert.equal(ANSWERS.export('{"data":{"id":"e"}}'), { id: "e" });
	for (const body of [
		"",
		"{",
		'{"id":"t"}',
		'{"data":{"id":""}}',
		'{"data":{"id":{}}}',
		'{"data":{"id":"a\\nb"}}',
		`{"data":{"id":"${"x".repeat(300)}"}}`,
	]) {
		assert.is(ANSWERS.submit(body), undefined);
		assert.is(ANSWERS.publish(body), undefined);
	}
});

others.run();
