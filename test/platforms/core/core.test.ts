import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request as plainRequest } from "node:http";
import { fileURLToPath } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { builtScript } from "../../journeys/built-program.ts";
import { type Call, fileOf, START, send, withPlatforms } from "../call.ts";
import type { Handle } from "../start.ts";
import { startPlatforms } from "../start.ts";
import { insertCall, listCall, owner, publish, upload } from "../youtube/calls.ts";
import type { PlannedFault } from "./faults.ts";
import { challengeOf } from "./tokens.ts";

const FILE = fileOf(1000);

const strict = suite("what no platform takes");

type Refusal = readonly [spoil: (call: Call) => Call, status: number, violation: string];
const refused: Record<string, Refusal> = {
	"an unknown path": [
		(call) => ({ ...call, url: call.url.replace("/v3/", "/v4/") }),
		404,
		"none: GET www.googleapis.com/youtube/v4/videos: no such route",
	],
	"a wrong method": [
		(call) => ({ ...call, method: "POST" }),
		404,
		"none: POST www.googleapis.com/youtube/v3/videos: no such route",
	],
	"a header too many": [(call) => withHeader(call, "cookie", "a=b"), 400, "unexpected header cookie"],
	"a parameter too many": [
		(call) => ({ ...call, url: `${call.url}&access_token=x` }),
		400,
		"unexpected parameter access_token",
	],
	"a parameter twice": [(call) => ({ ...call, url: `${call.url}&id=x` }), 400, "parameter id twice"],
	"a body where none belongs": [(call) => ({ ...call, body: "{}" }), 400, "a body where none belongs"],
	"no token": [(call) => ({ ...call, headers: {} }), 401, "no access token"],
	"a token that was never issued": [
		(call) => withHeader(call, "authorization", "Bearer guessed"),
		401,
		"an access token that was never issued",
	],
	"another scheme": [
		(call) => withHeader(call, "authorization", "OAuth guessed"),
		401,
		"Authorization with OAuth in place of Bearer",
	],
	"another host": [(call) => withHeader(call, "host", "www.googleapis.com"), 400, "host www.googleapis.com"],
};
for (const [title, [spoil, status, violation]] of Object.entries(refused))
	strict(title, () =>
		withPlatforms(async (platforms) => {
			const answer = await send(spoil(listCall(await owner(platforms), "x")));
			const what = violation.startsWith("none: ") ? violation : `youtube.videos: ${violation}`;
			assert.equal([answer.status, await platforms.violations()], [status, [what]]);
		}),
	);

function withHeader(call: Call, name: string, value: string): Call {
	return { ...call, headers: { ...call.headers, [name]: value } };
}

strict("a wrong content type, and a body that no JSON is", () =>
	withPlatforms(async (platforms) => {
		const call = insertCall(await owner(platforms), 10);
		const typed = { ...call, headers: { ...call.headers, "content-type": "text/plain" } };
		const cut = { ...call, body: String(call.body).slice(1) };
		assert.equal([(await send(typed)).status, (await send(cut)).status], [400, 400]);
		assert.equal(await platforms.violations(), [
			"youtube.insert: content type text/plain",
			"youtube.insert: the body is not JSON",
		]);
	}),
);

strict("the test's door is on no port of a platform", () =>
	withPlatforms(async (platforms) => {
		const url = `${platforms.hosts["www.googleapis.com"]}/__control/log`;
		assert.is((await send({ method: "POST", url })).status, 404);
	}),
);

strict("Expect is refused", () =>
	withPlatforms(async (platforms) => {
		const call = insertCall(await owner(platforms), 10);
		const headers = { ...call.headers, expect: "100-continue" };
		const sent = plainRequest(call.url, { method: "POST", headers });
		sent.end(call.body);
		const [response] = await once(sent, "response");
		assert.equal([response.statusCode, await platforms.violations()], [417, ["none: sent Expect"]]);
		response.destroy();
	}),
);

strict.run();

const injected = suite("faults");

/** The status, or how it broke; and how many posts are public. */
async function tried(platforms: Handle, fault: Omit<PlannedFault, "route" | "times">): Promise<unknown[]> {
	const who = await owner(platforms);
	const id = await upload(who, FILE);
	await platforms.faults({ route: "youtube.update", times: 1, ...fault });
	const seen = await publish(who, id).then(
		({ status, text }) => [status, text.slice(0, 9)],
		({ code }) => [code],
	);
	const { byObject } = await platforms.counts();
	return [...seen, Object.values(byObject).reduce((sum, each) => sum + each, 0)];
}

const outcomes: Record<string, readonly [Omit<PlannedFault, "route" | "times">, readonly unknown[]]> = {
	"none that is felt": [{ kind: "delay", ms: 0 }, [200, '{"kind":"', 1]],
	"a reset before the body is read": [{ kind: "reset", when: "headers" }, ["UND_ERR_SOCKET", 0]],
	"a reset before it is executed": [{ kind: "reset" }, ["UND_ERR_SOCKET", 0]],
	"a reset after it was executed": [{ kind: "reset", when: "after" }, ["UND_ERR_SOCKET", 1]],
	"a cut answer": [{ kind: "cut" }, ["UND_ERR_SOCKET", 1]],
	"500 and not executed": [{ kind: "status", status: 500 }, [500, '{"error":', 0]],
	"503 and executed": [{ kind: "status", status: 503, when: "after" }, [503, '{"error":', 1]],
	"429": [{ kind: "status", status: 429 }, [429, '{"error":', 0]],
	"an error in 200": [{ kind: "error", when: "after" }, [200, '{"error":', 1]],
	"an error in 200, in these words": [{ kind: "error", body: '{"ok":0}' }, [200, '{"ok":0}', 0]],
	HTML: [{ kind: "html", status: 200 }, [200, "<!DOCTYPE", 0]],
	"a redirect": [{ kind: "redirect", when: "after" }, [307, "", 1]],
	"a slow answer": [{ kind: "drip", ms: 40 }, [200, '{"kind":"', 1]],
	"a delay before it is executed": [{ kind: "delay", ms: 10 }, [200, '{"kind":"', 1]],
	"a delay after it was executed": [{ kind: "delay", ms: 10, when: "after" }, [200, '{"kind":"', 1]],
};
for (const [title, [fault, expected]] of Object.entries(outcomes))
	injected(title, () =>
		withPlatforms(async (platforms) => {
			const seen = await tried(platforms, fault);
			assert.equal(
				seen.map((each) => (each === "ECONNRESET" ? "UND_ERR_SOCKET" : each)),
				expected,
			);
			assert.equal(await platforms.violations(), []);
		}),
	);

injected("silence lasts until the client gives up, and what was asked for is done", () =>
	withPlatforms(async (platforms) => {
		const who = await owner(platforms);
		const id = await upload(who, FILE);
		await platforms.faults({ route: "youtube.update", kind: "silence", when: "after", times: 1 });
		const asked = publish(who, id).catch(() => "never answered");
		while ((await platforms.asked()).at(-1)?.fault !== "silence");
		assert.equal(Object.values((await platforms.counts()).byObject), [1]);
		assert.is(await Promise.race([asked, "still waiting"]), "still waiting");
	}),
);

injected("a fault happens as often as it says, after as many as it skips", () =>
	withPlatforms(async (platforms) => {
		const who = await owner(platforms);
		await platforms.faults({ route: "youtube.*", kind: "status", status: 503, times: 2, skip: 1 });
		const statuses: number[] = [];
		for (let nth = 0; nth < 4; nth += 1) statuses.push((await send(listCall(who, "x"))).status);
		assert.equal([statuses, await platforms.clearFaults()], [[200, 503, 503, 200], []]);
	}),
);

injected("a fault that cannot happen is refused", () =>
	withPlatforms(async (platforms) => {
		const wrong: readonly object[] = [
			{ route: "youtube.nothing", kind: "reset", times: 1 },
			{ route: "youtube.update", kind: "reset" },
			{ route: "youtube.update", kind: "explode", times: 1 },
			{ route: "youtube.update", kind: "cut", when: "before", times: 1 },
			{ route: "youtube.update", kind: "delay", times: 1 },
			{ route: "youtube.chunk", kind: "quirk", quirk: "expire-sesion", times: 1 },
			{ route: "youtube.update", kind: "quirk", quirk: "expire-session", times: 1 },
		];
		for (const each of wrong) {
			const refusal = await platforms.faults(each as PlannedFault).catch(({ message }) => message);
			assert.match(String(refusal), /not a list of faults|no route is named|has no quirk/);
		}
		assert.equal(await platforms.clearFaults(), []);
	}),
);

injected("whoever follows a redirect is in the log", () =>
	withPlatforms(async (platforms) => {
		const who = await owner(platforms);
		await platforms.faults({ route: "youtube.videos", kind: "redirect", times: 1 });
		const { headers } = await send(listCall(who, "x"));
		assert.ok(headers.location?.startsWith(platforms.trap));
		await send({ method: "GET", url: headers.location ?? "" });
		assert.equal(await platforms.violations(), ["none: followed a redirect to /youtube/v3/videos"]);
	}),
);

injected.run();

const process_ = suite("the process");

process_("time moves as the test says, and answers show it", () =>
	withPlatforms(async (platforms) => {
		const who = await owner(platforms);
		assert.is(await platforms.clock(), Date.parse(START));
		await platforms.clock({ advance: 60_000 });
		const { headers } = await send(listCall(who, "x"));
		assert.is(headers.date, "Mon, 23 Nov 2026 12:01:00 GMT");
		const back = await platforms.clock({ advance: -1 }).catch(({ message }) => message);
		assert.match(back, "time cannot go back");
	}),
);

process_("it runs on its own, keeps its log over a restart, and lists its secrets", () =>
	withPlatforms(async (_, dir) => {
		for (const expected of [1, 2]) {
			const platforms = await startPlatforms({ dir, now: START, rate: 0 });
			const who = await owner(platforms);
			await upload(who, FILE, { status: { privacyStatus: "unlisted" } });
			assert.is((await platforms.entries()).filter(({ kind }) => kind === "public").length, expected);
			assert.ok(readFileSync(platforms.canaries, "utf8").includes(`${who.token}\n`));
			await platforms.stop();
		}
	}),
);

process_("it starts nowhere but at 127.0.0.1, and never without a folder", async () => {
	const serve = await builtScript(fileURLToPath(new URL("../serve.ts", import.meta.url)));
	for (const [args, reason] of [
		[["--dir", "x", "--host", "0.0.0.0"], "127.0.0.1 and nowhere else"],
		[[], "--dir DIR is missing"],
		[["--dir", "x", "--rate", "fast"], "--rate"],
	] as const) {
		const [code, message] = await new Promise<[unknown, string]>((settle) => {
			execFile(process.execPath, [serve, ...args], (error, _, stderr) => settle([error?.code, stderr]));
		});
		assert.equal([code, message.includes(reason)], [2, true]);
	}
});

process_("PKCE challenges are those of RFC 7636, and TikTok's digits of them", () => {
	const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
	assert.is(challengeOf(verifier, "base64url"), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
	assert.is(challengeOf(verifier, "hex"), "13d31e961a1ad8ec2f16b10c4c982e0876a878ad6df144566ee1894acb70f9c3");
});

process_.run();
