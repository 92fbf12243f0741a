import { request } from "node:http";
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
		"The API key is missing or wrong: send it as Authorization: Bearer <API_KEY>.",
	],
	"with another key": [
		{ authorization: "Bearer wrong" },
		403,
		"The API key is missing or wrong: send it as Authorization: Bearer <API_KEY>.",
	],
	"with another content type": [
		{ "content-type": "text/plain" },
		400,
		"The header Content-Type must be application/json.",
	],
	"without a content type": [
		{ "content-type": "" },
		400,
		"The header Content-Type must be application/json.",
	],
	"with another version": [
		{ "x-service-api-version": "v1" },
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

headers("the version header has the name it was given, and every given key is let in", () =>
	withWorld(
		{ versionHeader: "x-acme-version", apiKeys: [new Secret("one"), new Secret("two")] },
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
	withWorld({ limits: { requestsPerMinute: 2 } }, async (world) => {
		const status = async () => (await world.call("GET", "/api/v2/social-media/accounts")).status;
		const before = [await status(), await status(), await status()];
		world.clock.move(60_000);
		assert.equal([...before, await status()], [200, 200, 429, 200]);
	}),
);

/** The path without its query, as the error body shows it. */
function decodeless(path: string): string {
	return path.split("?")[0] ?? "";
}

/** fetch does not let a host be chosen. */
function statusFor(url: URL, host: string): Promise<number> {
	return new Promise((settle, reject) => {
		const sent = request(
			{ hostname: url.hostname, port: url.port, path: "/nothing", headers: { host }, timeout: 5_000 },
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
