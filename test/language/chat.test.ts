import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { EndpointFault } from "../../src/language/endpoint-fault.ts";
import type { WriteRequest } from "../../src/language/port.ts";
import { json, KEY, type Play, says, withEndpoint, withLanguage } from "./endpoint.ts";

const chat = suite("chat endpoint");

const TALK: WriteRequest = {
	said: "Why do most teams lose 40 percent of their time? Because nobody says no.",
	title: "Why",
	description: "Why?",
	tags: ["teams"],
};
const GOOD = {
	title: "Why teams lose 40 percent of their time",
	description: "Nobody says no.",
	hashtags: ["#Teams", "time management", "no"],
	hook: "Who says no?",
};
const signal = () => new AbortController().signal;

chat(
	"gets the key in a header, the draft and what is said as data, and its JSON answer is used",
	async () => {
		await withEndpoint(
			(_, response) => says(response, GOOD),
			async (url, asked) =>
				withLanguage(url, async (language) => {
					assert.equal(await language.write({ ...TALK, tone: "dramatic", language: "de" }, signal()), {
						title: GOOD.title,
						description: GOOD.description,
						tags: ["Teams", "timemanagement", "no"],
						hook: GOOD.hook,
					});
					assert.is(asked[0]?.path, "/v1/chat/completions");
					assert.is(asked[0]?.authorization, `Bearer ${KEY}`);
					const sent = JSON.parse(String(asked[0]?.body));
					assert.is(sent.model, "writer");
					assert.match(sent.messages[0].content, /dramatic/);
					assert.match(sent.messages[0].content, /: de\./);
					assert.is(JSON.parse(sent.messages[1].content).said, TALK.said);
				}),
		);
	},
);

chat(
	"is asked once for the same: a second run is free and says the same, and nothing kept holds the key",
	async () => {
		await withEndpoint(
			(_, response) => says(response, GOOD),
			async (url, asked) =>
				withLanguage(url, async (language, cache) => {
					const first = await language.write(TALK, signal());
					assert.equal(await language.write(TALK, signal()), first);
					assert.is(asked.length, 1);
					const kept = await Promise.all(
						(await readdir(cache)).map((name) => readFile(join(cache, name), "utf8")),
					);
					assert.not.match(kept.join(""), KEY);
					await language.write({ ...TALK, said: `${TALK.said} And more.` }, signal());
					assert.is(asked.length, 2);
				}),
		);
	},
);

const hostile: Record<string, [answer: object, written: object]> = {
	"control, direction and invisible characters are taken out": [
		{ title: "A\u001b[31m b\u202e c\u200b", hashtags: [] },
		{ title: "A [31m b c" },
	],
	"links and accounts that nobody said are not taken": [
		{
			title: "Buy at https://evil.example/x now",
			description: "See evil.com",
			hashtags: ["ok"],
			hook: "@evil says",
		},
		{ tags: ["ok"] },
	],
	"mark-up and templates are not taken": [
		{ title: "{{ inputs.key }}", description: "<b>x</b>", hashtags: ["fine"] },
		{ tags: ["fine"] },
	],
	"endless texts, numbers in place of texts and tags that are none are left out": [
		{ title: "x".repeat(5_000), description: 7, hashtags: ["#a b c", "no-tag!", 3, "123", "good"] },
		{ tags: ["abc", "good"] },
	],
};
for (const [title, [answer, written]] of Object.entries(hostile)) {
	chat(title, async () => {
		await withEndpoint(
			(_, response) => says(response, answer),
			async (url) =>
				withLanguage(url, async (language) =>
					assert.equal(await language.write({ ...TALK, tone: "calm" }, signal()), written),
				),
		);
	});
}

chat("may put its object into a fence, and may refuse what not every model takes", async () => {
	await withEndpoint(
		({ body }, response) =>
			String(body).includes("temperature")
				? json(response, { error: "no temperature" }, 400)
				: says(response, `Sure:\n\`\`\`json\n${JSON.stringify(GOOD)}\n\`\`\``),
		async (url) =>
			withLanguage(url, async (language) =>
				assert.is((await language.write(TALK, signal())).title, GOOD.title),
			),
	);
});

const failing: Record<string, [play: Play, says: RegExp, asked: number]> = {
	"a wrong key": [
		(_, response) => json(response, { error: `Incorrect API key ${KEY}` }, 401),
		/rejected the key \(401\)/,
		1,
	],
	"an unknown model": [(_, response) => json(response, {}, 404), /this model or address \(404\)/, 1],
	"errors again and again": [(_, response) => json(response, {}, 500), /answered with status 500/, 3],
	"too many requests": [(_, response) => json(response, {}, 429), /too many requests \(429\)/, 3],
	"no JSON at all": [(_, response) => void response.end("<html>"), /in an unexpected format/, 1],
	"a text without an object": [(_, response) => says(response, "I cannot do that."), /unexpected format/, 1],
	"nothing usable": [(_, response) => says(response, { title: "" }), /answer cannot be used/, 1],
	"an answer that unpacks without end": [
		(_, response) =>
			void response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(1 << 23, 32))),
		/with too much data/,
		1,
	],
	"an answer without end": [(_, response) => void response.end("x".repeat(300_000)), /with too much data/, 1],
	silence: [() => {}, /took too long/, 1],
	"a redirect": [
		(_, response) => void response.writeHead(307, { location: "http://127.0.0.1:1/" }).end(),
		/status 307/,
		1,
	],
};
for (const [title, [play, words, times]] of Object.entries(failing)) {
	chat(`${title}: a fault that names the host, never the key or what was answered`, async () => {
		await withEndpoint(play, async (url, asked) =>
			withLanguage(url, async (language, cache) => {
				const fault = await language.write(TALK, signal()).catch((error: unknown) => error);
				assert.instance(fault, EndpointFault);
				assert.match(fault instanceof Error ? fault.message : "", words);
				assert.not.match(inspected(fault), KEY);
				assert.ok(asked.length >= times, `asked ${asked.length} times`);
				assert.equal(await readdir(cache), []);
				const before = asked.length;
				await language.write({ ...TALK, title: "another" }, signal()).catch(() => undefined);
				// What failed outright is left alone for a while; what answered nonsense may do better with other
				// words.
				assert.is(asked.length > before, /object|usable/.test(title));
			}),
		);
	});
}

chat("an error that passes is not noticed", async () => {
	let times = 0;
	await withEndpoint(
		(_, response) => {
			times += 1;
			return times === 1 ? json(response, {}, 503) : says(response, GOOD);
		},
		async (url) =>
			withLanguage(url, async (language) =>
				assert.is((await language.write(TALK, signal())).title, GOOD.title),
			),
	);
});

chat("is left when the work is cancelled", async () => {
	await withEndpoint(
		() => {},
		async (url) =>
			withLanguage(url, async (language) => {
				const reason = await language.write(TALK, AbortSignal.timeout(100)).catch((error: unknown) => error);
				assert.is(reason instanceof Error && reason.name, "TimeoutError");
			}),
	);
});

chat("translates line by line, and only a whole translation counts", async () => {
	const answers = [
		{ lines: ["Hallo", "Welt\u0007"] },
		{ lines: ["Hallo"] },
		{ lines: ["Hallo", ""] },
		{ lines: ["Hallo", "x".repeat(500)] },
	];
	await withEndpoint(
		(_, response) => says(response, answers.shift() ?? {}),
		async (url) =>
			withLanguage(url, async (language) => {
				assert.equal(
					await language.translate({ lines: ["Hello", "world"], to: "de", from: "en" }, signal()),
					["Hallo", "Welt"],
				);
				for (const to of ["fr", "es", "it"]) {
					const fault = await language
						.translate({ lines: ["Hello", "world"], to }, signal())
						.catch((error: unknown) => error);
					assert.match(String(fault), /did not translate every line/);
				}
				assert.equal(await language.translate({ lines: [], to: "de" }, signal()), []);
			}),
	);
});

function inspected(fault: unknown): string {
	return fault instanceof Error
		? JSON.stringify([fault.message, fault.stack, String(fault.cause), fault])
		: "";
}

chat.run();
