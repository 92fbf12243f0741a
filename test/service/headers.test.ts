import { readFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Secret } from "../../src/model/secret.ts";
import { START, withWorld } from "./world.ts";

const headers = suite("headers, paths and error bodies");

const ENDPOINTS: readonly (readonly [string, string])[] = [
	["POST", "/api/v2/social-media/oauth/youtube"],
	["GET", "/api/v2/social-media/accounts"],
	["POST", "/api/v2/social-media/publish"],
	["GET", "/api/v2/social-media/publish/x"],
	["POST", "/api/v2/clips"],
	["GET", "/api/v2/clips/results/x"],
	["POST", "/api/v2/clips/export"],
	["GET", "/api/v2/clips/export/x"],
	["POST", "/api/v2/upload/single-file"],
];

const wrong: Record<string, [Record<string, string>, number, string]> = {
	"without the key": [
		{ authorization: "" },
		403,
		"The API key is missing or wrong: send it as a bearer token in the header Authorization.",
	],
	"with another key": [
		{ authorization: "Bearer wrong" },
		403,
		"The API key is missing or wrong: send it as a bearer token in the header Authorization.",
	],
	"without a version": [{ "x-service-api-version": "" }, 400, "The header x-service-api-version must be v2."],
	"with another version": [
		{ "x-service-api-version": "v1" },
		400,
		"The header x-service-api-version must be v2.",
	],
	"with two versions": [
		{ "x-service-api-version": "v2", "x-wayinvideo-api-version": "v1" },
		400,
		"The header x-service-api-version must be v2.",
	],
};

for (const [title, [sent, status, message]] of Object.entries(wrong)) {
	headers(`every endpoint refuses a request ${title}`, () =>
		withWorld({}, async (world) => {
			for (const [method, path] of ENDPOINTS) {
				const answer = await world.call(method, path, { headers: sent });
				const error = status === 403 ? "Forbidden" : "Bad Request";
				assert.equal(
					answer.body,
					{ timestamp: new Date(START).toISOString(), status, error, message, path },
					`${method} ${path}`,
				);
				assert.is(answer.status, status);
			}
		}),
	);
}

const types: Record<string, string> = { "another content type": "text/plain", "no content type": "" };
for (const [title, type] of Object.entries(types)) {
	headers(`a body with ${title} is 400, and without a body the content type is not asked for`, () =>
		withWorld({}, async (world) => {
			for (const [method, path] of ENDPOINTS) {
				const sent = { headers: { "content-type": type } };
				const empty = await world.call(method, path, sent);
				assert.not.match(empty.body.message ?? "", "Content-Type", `${method} ${path}`);
				if (method === "GET") continue;
				const answer = await world.call(method, path, { ...sent, body: {} });
				assert.equal(
					[answer.status, answer.body.message],
					[400, "The header Content-Type must be application/json."],
					path,
				);
			}
		}),
	);
}

const requests: Record<string, [string, string, string | undefined, number, string]> = {
	"an unknown path is 404": ["GET", "/api/v2/nothing", undefined, 404, "There is nothing at this path."],
	"a wrong method is 405": ["DELETE", "/api/v2/clips", undefined, 405, "This path takes GET and POST only."],
	"malformed JSON is 400": ["POST", "/api/v2/clips", "{", 400, "The body is not valid JSON."],
	"an empty body is 400": ["POST", "/api/v2/clips", undefined, 400, "The body is not valid JSON."],
	"a body that is no object is 422": [
		"POST",
		"/api/v2/upload/single-file",
		"[]",
		422,
		"The body must be a JSON object.",
	],
	"a body over 1 MB is 413": [
		"POST",
		"/api/v2/clips",
		`"${"x".repeat(1024 * 1024)}"`,
		413,
		"The body is larger than 1 MB.",
	],
	"an unknown platform is 422": [
		"POST",
		"/api/v2/social-media/oauth/myspace",
		undefined,
		422,
		"platform must be one of youtube, tiktok, twitter, instagram, facebook, linkedin.",
	],
	"an unknown clipping task is 404": [
		"GET",
		"/api/v2/clips/results/x",
		undefined,
		404,
		'There is no clipping task with the id "x".',
	],
	"an unknown export task is 404": [
		"GET",
		"/api/v2/clips/export/x",
		undefined,
		404,
		'There is no export task with the id "x".',
	],
	"an id that is a path is 404": [
		"GET",
		"/api/v2/clips/results/..%2F..%2Faccounts",
		undefined,
		404,
		'There is no clipping task with the id "../../accounts".',
	],
	"an unknown publishing task is 404": [
		"GET",
		"/api/v2/social-media/publish/x",
		undefined,
		404,
		"There is no publishing task with this id.",
	],
	"active_only must be a boolean": [
		"GET",
		"/api/v2/social-media/accounts?active_only=yes",
		undefined,
		422,
		"active_only must be true or false.",
	],
	"a task of another family is 404": [
		"GET",
		"/api/v2/clips/find-moments/results/x",
		undefined,
		404,
		'There is no moments task with the id "x".',
	],
	"a path of no family is 404": [
		"GET",
		"/api/v2/chapters/results/x",
		undefined,
		404,
		"There is nothing at this path.",
	],
};

for (const [title, [method, path, body, status, message]] of Object.entries(requests)) {
	headers(title, () =>
		withWorld({}, async (world) => {
			const answer = await world.call(method, path, { ...(body !== undefined && { body }) });
			assert.equal(
				[answer.status, answer.body.status, answer.body.message, answer.body.path],
				[status, status, message, decodeless(path)],
			);
		}),
	);
}

headers("a 405 names the methods there are", () =>
	withWorld({}, async (world) =>
		assert.is((await world.call("DELETE", "/api/v2/clips")).headers.get("allow"), "GET, POST"),
	),
);

headers("the content type may carry a charset, and the scheme any case", () =>
	withWorld({}, async (world) => {
		const sent = {
			"content-type": "application/json; charset=utf-8",
			authorization: `bearer ${world.service.apiKey.reveal()}`,
		};
		assert.is((await world.call("GET", "/api/v2/social-media/accounts", { headers: sent })).status, 200);
	}),
);

headers("a flag of a query is written as any language does", () =>
	withWorld({}, async (world) => {
		await world.restart({ accounts: [{ platform: "youtube", username: "Acme", token: "expired" }] });
		const listed = async (flag: string) =>
			(await world.call("GET", `/api/v2/social-media/accounts?active_only=${flag}`)).body.data;
		for (const flag of ["true", "True", "TRUE", "1"]) assert.equal(await listed(flag), [], flag);
		for (const flag of ["false", "False", "0"])
			assert.is(((await listed(flag)) as readonly unknown[]).length, 1, flag);
	}),
);

headers("either name of the version header will do", () =>
	withWorld({}, async (world) => {
		const sent = { "x-service-api-version": "", "x-wayinvideo-api-version": "v2" };
		assert.is((await world.call("GET", "/api/v2/social-media/accounts", { headers: sent })).status, 400);
		const { "x-service-api-version": _, ...only } = sent;
		const response = await fetch(`${world.service.url}/api/v2/social-media/accounts`, {
			headers: { ...only, authorization: `Bearer ${world.service.apiKey.reveal()}` },
		});
		assert.is(response.status, 200);
	}),
);

headers("the version header has the name it was given, and every given key is let in", () =>
	withWorld(
		{ versionHeaders: ["x-acme-version"], apiKeys: [new Secret("one"), new Secret("two")] },
		async (world) => {
			const status = async (sent: Record<string, string>) =>
				(await world.call("GET", "/api/v2/social-media/accounts", { headers: sent })).status;
			assert.is(world.service.apiKey.reveal(), "one");
			assert.equal(
				[await status({}), await status({ "x-acme-version": "v2", authorization: "Bearer two" })],
				[400, 200],
			);
		},
	),
);

headers("an empty key opens nothing", () =>
	withWorld({ apiKeys: [new Secret("")] }, async (world) => {
		assert.is(
			(await world.call("GET", "/api/v2/social-media/accounts", { headers: { authorization: "Bearer " } }))
				.status,
			403,
		);
	}),
);

headers("a foreign host name is refused, so that no web page reaches the service by DNS rebinding", () =>
	withWorld({}, async (world) => {
		const url = new URL(world.service.url);
		assert.equal(
			[await statusFor(url, `localhost:${url.port}`), await statusFor(url, "evil.example")],
			[404, 403],
		);
	}),
);

headers("no answer allows another origin", () =>
	withWorld({}, async (world) => {
		const answer = await world.call("OPTIONS", "/api/v2/clips", {
			headers: { origin: "https://evil.example" },
		});
		assert.equal([answer.status, answer.headers.get("access-control-allow-origin")], [405, null]);
	}),
);

headers("requests past the limit of a minute are 429, and counted anew after it", () =>
	withWorld({ limits: { requestsPerMinute: 2 }, apiKeys: [new Secret("one")] }, async (world) => {
		const status = async () => (await world.call("GET", "/api/v2/social-media/accounts")).status;
		const before = [await status(), await status(), await status()];
		world.clock.move(60_000);
		assert.equal([...before, await status()], [200, 200, 429, 200]);
	}),
);

headers("no limit counts for showrun itself, which shows the local key", () =>
	withWorld(
		{ limits: { requestsPerMinute: 1, runningTasks: 1 }, apiKeys: [new Secret("one")] },
		async (world) => {
			const note = JSON.parse(await readFile(join(world.options.data, "owner.json"), "utf8"));
			const own = { authorization: `Bearer ${note.key}` };
			const status = async (sent: Record<string, string>) =>
				(await world.call("GET", "/api/v2/social-media/accounts", { headers: sent })).status;
			assert.equal(
				[await status({}), await status({}), await status(own), await status(own)],
				[200, 429, 200, 200],
			);
		},
	),
);

/** The path without its query, as the error body shows it. */
function decodeless(path: string): string {
	return path.split("?")[0] ?? "";
}

/** fetch does not let a host be chosen. */
function statusFor(url: URL, host: string): Promise<number> {
	return new Promise((settle, reject) => {
		const sent = request(
			{ hostname: url.hostname, port: url.port, path: "/nothing", headers: { host }, timeout: 300_000 },
			(response) => {
				response.resume();
				settle(response.statusCode ?? 0);
			},
		);
		sent.on("error", reject);
		sent.end();
	});
}

headers.run();
