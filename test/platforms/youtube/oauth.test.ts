import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Call, formBody, type Reply, send, withPlatforms } from "../call.ts";
import { challengeOf } from "../core/tokens.ts";
import { appOf, type Changes, given, STATE, sentBack, VERIFIER, withQuery } from "../people.ts";
import type { Handle } from "../start.ts";
import { listCall, owner } from "./calls.ts";
import { CHANNELS, HOSTS, SCOPES } from "./model.ts";

const REDIRECT = "http://127.0.0.1:53211";
const DAY = 24 * 3600_000;

async function authorizeCall(platforms: Handle, changes: Changes = {}): Promise<Call> {
	return withQuery(`${platforms.hosts[HOSTS.accounts]}/o/oauth2/v2/auth`, {
		...{ client_id: (await appOf(platforms, "youtube", "desktop")).id, redirect_uri: REDIRECT },
		...{
			response_type: "code",
			scope: SCOPES.manage,
			state: STATE,
			access_type: "offline",
			prompt: "consent",
		},
		...{ code_challenge: challengeOf(VERIFIER, "base64url"), code_challenge_method: "S256", ...changes },
	});
}

function tokenCall(platforms: Handle, fields: Changes): Call {
	return { method: "POST", url: `${platforms.hosts[HOSTS.oauth]}/token`, ...formBody(given(fields)) };
}

/** Where the browser is sent back to. */
async function consented(platforms: Handle, changes: Changes = {}): Promise<URL> {
	return sentBack(await authorizeCall(platforms, changes));
}

async function exchange(platforms: Handle, code: string | null, changes: Changes = {}): Promise<Reply> {
	const { id, secret } = await appOf(platforms, "youtube", "desktop");
	return send(
		tokenCall(platforms, {
			...{ client_id: id, client_secret: secret, grant_type: "authorization_code", code: code ?? "" },
			...{ redirect_uri: REDIRECT, code_verifier: VERIFIER, ...changes },
		}),
	);
}

async function refresh(platforms: Handle, token: string): Promise<Reply> {
	const { id, secret } = await appOf(platforms, "youtube", "desktop");
	const fields = { client_id: id, client_secret: secret, grant_type: "refresh_token", refresh_token: token };
	return send(tokenCall(platforms, fields));
}

const browser = suite("consent in a browser");

browser("the way through: consent, code, token, channel, refresh, revoke", () =>
	withPlatforms(async (platforms) => {
		await platforms.operate("youtube", "consent", { account: CHANNELS[1]?.id });
		const back = await consented(platforms);
		assert.is(back.searchParams.get("state"), STATE);
		const { json } = await exchange(platforms, back.searchParams.get("code"));
		assert.equal([json.scope, json.token_type, json.expires_in], [SCOPES.manage, "Bearer", 3599]);
		const url = `${platforms.hosts[HOSTS.api]}/youtube/v3/channels?part=snippet,contentDetails&mine=true`;
		const who = (token: string) =>
			send({ method: "GET", url, headers: { authorization: `Bearer ${token}` } });
		const { items } = (await who(json.access_token ?? "")).json as unknown as { items: [{ id: string }] };
		assert.is(items[0].id, CHANNELS[1]?.id);
		const refreshed = (await refresh(platforms, json.refresh_token ?? "")).json;
		assert.is(refreshed.refresh_token, undefined);
		assert.is((await who(refreshed.access_token ?? "")).status, 200);
		const revoke = `${platforms.hosts[HOSTS.oauth]}/revoke?token=${refreshed.access_token}`;
		assert.is((await send({ method: "POST", url: revoke })).status, 200);
		assert.is((await who(refreshed.access_token ?? "")).status, 401);
		assert.equal((await refresh(platforms, json.refresh_token ?? "")).json, {
			error: "invalid_grant",
			error_description: "Token has been expired or revoked.",
		} as never);
		assert.equal(await platforms.violations(), []);
	}),
);

browser("somebody without a channel", () =>
	withPlatforms(async (platforms) => {
		const who = await owner(platforms, { account: "cat" });
		const url = `${who.api}/youtube/v3/channels?part=snippet&mine=true`;
		const { json } = await send({ method: "GET", url, headers: { authorization: `Bearer ${who.token}` } });
		assert.equal(Object.hasOwn(json, "items"), false);
	}),
);

browser("scopes that were unticked are not in the answer, and a person may refuse", () =>
	withPlatforms(async (platforms) => {
		await platforms.operate("youtube", "consent", { scopes: [SCOPES.read] });
		const back = await consented(platforms, { scope: `${SCOPES.manage} ${SCOPES.read}` });
		assert.is((await exchange(platforms, back.searchParams.get("code"))).json.scope, SCOPES.read);
		await platforms.operate("youtube", "consent", { scopes: null, deny: true });
		const refused = await consented(platforms);
		assert.is(refused.search, `?error=access_denied&state=${STATE}`);
	}),
);

browser("without prompt=consent a second consent brings no refresh token, without offline none does", () =>
	withPlatforms(async (platforms) => {
		const comes = async (changes: Changes) => {
			const back = await consented(platforms, changes);
			const { json } = await exchange(platforms, back.searchParams.get("code"));
			return json.refresh_token !== undefined;
		};
		assert.is(await comes({ access_type: undefined }), false);
		assert.is(await comes({ prompt: undefined }), true);
		assert.is(await comes({ prompt: undefined }), false);
		assert.is(await comes({}), true);
	}),
);

const refused: Record<string, readonly [Changes, violation: string | undefined]> = {
	"an unknown app": [{ client_id: "nobody" }, "client_id of no app with a browser"],
	"a state that is short": [{ state: "1" }, "no state, or one that can be guessed"],
	"no state": [{ state: undefined }, "no state, or one that can be guessed"],
	"no PKCE": [{ code_challenge: undefined }, "code_challenge is not SHA-256 in base64url"],
	"PKCE in hex": [
		{ code_challenge: challengeOf(VERIFIER, "hex") },
		"code_challenge is not SHA-256 in base64url",
	],
	"plain PKCE": [{ code_challenge_method: "plain" }, "code_challenge_method is not S256"],
	"an unknown scope": [{ scope: "email" }, "scope email"],
	"a redirect to elsewhere": [{ redirect_uri: "https://attacker.example/" }, undefined],
	"a redirect to another port of no machine": [{ redirect_uri: "http://10.0.0.1:80" }, undefined],
};
for (const [title, [changes, violation]] of Object.entries(refused))
	browser(`not authorized: ${title}`, () =>
		withPlatforms(async (platforms) => {
			const { status } = await send(await authorizeCall(platforms, changes));
			const expected = violation === undefined ? [] : [`youtube.authorize: ${violation}`];
			assert.equal([status, await platforms.violations()], [400, expected]);
		}),
	);

browser.run();

const tokens = suite("tokens");

const unredeemed: Record<string, readonly [Changes, status: number, violation: string]> = {
	"another verifier": [{ code_verifier: "x".repeat(43) }, 400, "code_verifier does not match the challenge"],
	"no verifier": [{ code_verifier: undefined }, 400, "no code_verifier"],
	"another redirect": [
		{ redirect_uri: "http://127.0.0.1:53212" },
		400,
		"redirect_uri differs from the authorization request",
	],
	"another secret": [{ client_secret: "x" }, 401, "client_id and client_secret"],
	"a code nobody issued": [{ code: "4/0x" }, 400, "a code that was never issued"],
	"another grant type": [{ grant_type: "password" }, 400, "grant_type password"],
	"a field too many": [{ state: STATE }, 400, "unexpected field state"],
};
for (const [title, [changes, status, violation]] of Object.entries(unredeemed))
	tokens(`not redeemed: ${title}`, () =>
		withPlatforms(async (platforms) => {
			const code = (await consented(platforms)).searchParams.get("code");
			const answer = await exchange(platforms, code, changes);
			assert.equal([answer.status, answer.json.error], [status, "invalid_request"]);
			assert.equal(await platforms.violations(), [`youtube.token: ${violation}`]);
		}),
	);

tokens("a code lives ten minutes and works once; twice ends what it gave", () =>
	withPlatforms(async (platforms) => {
		const late = (await consented(platforms)).searchParams.get("code");
		await platforms.clock({ advance: 10 * 60_000 });
		assert.is((await exchange(platforms, late)).json.error, "invalid_grant");
		const code = (await consented(platforms)).searchParams.get("code");
		const { json } = await exchange(platforms, code);
		assert.is((await exchange(platforms, code)).json.error, "invalid_grant");
		assert.is((await refresh(platforms, json.refresh_token ?? "")).json.error, "invalid_grant");
	}),
);

tokens("an access token lives an hour; one of a project in testing is refreshed for a week", () =>
	withPlatforms(async (platforms) => {
		await platforms.settings("youtube", { testing: true });
		const who = await owner(platforms);
		await platforms.clock({ advance: 3600_000 });
		const { status, json } = await send(listCall(who, "x"));
		const { errors } = json.error as unknown as { errors: [{ reason: string }] };
		assert.equal([status, errors[0].reason], [401, "authError"]);
		assert.is((await refresh(platforms, who.refreshToken)).status, 200);
		await platforms.clock({ advance: 7 * DAY });
		assert.is((await refresh(platforms, who.refreshToken)).json.error, "invalid_grant");
		assert.equal(await platforms.violations(), []);
	}),
);

tokens("of 101 refresh tokens the oldest is dead", () =>
	withPlatforms(async (platforms) => {
		const first = await owner(platforms);
		const second = await owner(platforms);
		for (let nth = 0; nth < 99; nth += 1) await owner(platforms);
		const statuses = [
			(await refresh(platforms, first.refreshToken)).status,
			(await refresh(platforms, second.refreshToken)).status,
		];
		assert.equal(statuses, [400, 200]);
	}),
);

tokens("a refresh token is lost when the test says so, and revoked by its owner", () =>
	withPlatforms(async (platforms) => {
		const [lost, revoked] = [await owner(platforms), await owner(platforms)];
		await platforms.faults({ route: "youtube.token", kind: "quirk", quirk: "lose-refresh-token", times: 1 });
		assert.is((await refresh(platforms, lost.refreshToken)).json.error, "invalid_grant");
		assert.is((await refresh(platforms, revoked.refreshToken)).status, 200);
		await platforms.operate("youtube", "revoke", { account: CHANNELS[0]?.id });
		assert.is((await refresh(platforms, revoked.refreshToken)).json.error, "invalid_grant");
	}),
);

tokens("without the scope a call is refused", () =>
	withPlatforms(async (platforms) => {
		const { status, json } = await send(listCall(await owner(platforms, { scopes: [SCOPES.upload] }), "x"));
		const { errors } = json.error as unknown as { errors: [{ reason: string }] };
		assert.equal([status, errors[0].reason], [403, "insufficientPermissions"]);
	}),
);

tokens.run();

const devices = suite("devices");

async function deviceCode(platforms: Handle, changes: Changes = {}): Promise<Reply> {
	const { id } = await appOf(platforms, "youtube", "tv");
	const fields = formBody(given({ client_id: id, scope: SCOPES.manage, ...changes }));
	return send({ method: "POST", url: `${platforms.hosts[HOSTS.oauth]}/device/code`, ...fields });
}

async function poll(platforms: Handle, device_code: string): Promise<Reply> {
	const { id, secret } = await appOf(platforms, "youtube", "tv");
	const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
	await platforms.clock({ advance: 5000 });
	return send(tokenCall(platforms, { client_id: id, client_secret: secret, grant_type, device_code }));
}

devices("a device waits for a person, not too impatiently", () =>
	withPlatforms(async (platforms) => {
		const { json } = await deviceCode(platforms);
		const { device_code = "", user_code } = json as Record<string, string>;
		const [early, soon] = [
			await poll(platforms, device_code),
			await send(await again(platforms, device_code)),
		];
		assert.equal([early.status, early.json.error], [428, "authorization_pending"]);
		assert.equal([soon.status, soon.json.error], [403, "slow_down"]);
		await platforms.operate("youtube", "device", { user_code, allow: true });
		const { json: token } = await poll(platforms, device_code);
		assert.is(token.scope, SCOPES.manage);
		assert.ok(token.refresh_token);
		assert.is((await poll(platforms, device_code)).json.error, "expired_token");
	}),
);

async function again(platforms: Handle, device_code: string): Promise<Call> {
	const { id, secret } = await appOf(platforms, "youtube", "tv");
	const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
	return tokenCall(platforms, { client_id: id, client_secret: secret, grant_type, device_code });
}

devices("a person may refuse, or never come", () =>
	withPlatforms(async (platforms) => {
		const refused = (await deviceCode(platforms)).json as Record<string, string>;
		await platforms.operate("youtube", "device", { user_code: refused.user_code, allow: false });
		assert.is((await poll(platforms, refused.device_code ?? "")).json.error, "access_denied");
		const waiting = (await deviceCode(platforms)).json as Record<string, string>;
		await platforms.clock({ advance: 30 * 60_000 });
		assert.is((await poll(platforms, waiting.device_code ?? "")).json.error, "expired_token");
	}),
);

devices("only apps for televisions, and only few scopes", () =>
	withPlatforms(async (platforms) => {
		assert.is((await deviceCode(platforms, { scope: SCOPES.upload })).json.error, "invalid_scope");
		const { id } = await appOf(platforms, "youtube", "desktop");
		assert.is((await deviceCode(platforms, { client_id: id })).status, 401);
		assert.equal(await platforms.violations(), ["youtube.device: client_id of no app for limited input"]);
	}),
);

devices.run();
