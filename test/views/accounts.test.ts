import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Account, AccountHealth } from "../../src/model/account.ts";
import { renderAccounts } from "../../src/views/accounts.ts";
import { renderConnect } from "../../src/views/connect.ts";
import { ACCOUNT, addressOf, NOW } from "../builders/world.ts";

const ink = { colour: false, width: 100, zone: "Europe/Berlin" };
const standing = (account: Account, over: Partial<AccountHealth> = {}): AccountHealth => ({
	account,
	connected: account,
	atRisk: [],
	...over,
});

const listing = suite("the list of accounts");
listing("names platform, name, id and health, and under it the posts at risk", () => {
	const soon = standing(
		{ ...ACCOUNT, id: "acc-22", username: "other", tokenExpiringSoon: true },
		{ atRisk: [{ address: addressOf(), at: NOW, handedOver: true }] },
	);
	const missing = {
		account: { platform: "tiktok", username: "acme" },
		atRisk: [{ address: addressOf(), handedOver: false }],
	} as const;
	assert.is(
		renderAccounts(
			[standing(ACCOUNT), soon, standing({ ...ACCOUNT, id: "a", tokenValid: false }), missing],
			ink,
		),
		`youtube  acme   acc-1   ok
youtube  other  acc-22  token expires soon: reconnect (showrun accounts connect youtube)
    at risk: k.post.shorts["talk@0-40000"].tube, 2026-11-21 13:00 +01:00 Europe/Berlin (12:00Z), handed over to the service
youtube  acme   a       token invalid: reconnect before publishing (showrun accounts connect youtube)
tiktok   acme   -       not connected (showrun accounts connect tiktok)
    at risk: k.post.shorts["talk@0-40000"].tube, as soon as possible
`,
	);
});
listing("says how to begin when there is none", () =>
	assert.match(
		renderAccounts([], ink),
		"No account is connected. Connect one with: showrun accounts connect",
	),
);
listing("prints no terminal escape of a service", () => {
	const text = renderAccounts([standing({ ...ACCOUNT, username: "a\u001b[31mb", id: "x\u0007" })], ink);
	assert.equal(
		[...text].filter((char) => char < " " && char !== "\n"),
		[],
	);
});
listing.run();

const snippets: Record<string, [Partial<Account>, string]> = {
	"a plain name": [{ username: "Acme Inc" }, "youtube-acme-inc: { platform: youtube, username: Acme Inc }"],
	"a name with marks": [
		{ username: "@Café 9" },
		'youtube-cafe-9: { platform: youtube, username: "@Café 9" }',
	],
	"a name of digits": [{ username: "123" }, 'youtube-123: { platform: youtube, username: "123" }'],
	"a name YAML reads as something else": [
		{ username: "No" },
		'youtube-no: { platform: youtube, username: "No" }',
	],
	"a name that would end the line": [
		{ username: "a, b: c }" },
		'youtube-a-b-c: { platform: youtube, username: "a, b: c }" }',
	],
	"a name without letters we know": [
		{ platform: "tiktok", username: "日本" },
		'tiktok: { platform: tiktok, username: "日本" }',
	],
	"a long name": [
		{ username: "x".repeat(90) },
		`youtube-${"x".repeat(56)}: { platform: youtube, username: ${"x".repeat(90)} }`,
	],
};
const connecting = suite("connecting for a terminal");
for (const [title, [over, expected]] of Object.entries(snippets)) {
	connecting(`${title} is written so that a campaign can hold it`, () => {
		const text = renderConnect({ type: "connected", account: { ...ACCOUNT, ...over } }, ink);
		assert.is(text.split("\n").at(-2), `    ${expected}`);
	});
}
connecting("says what it costs, where to go, and who is connected in which health", () => {
	assert.match(
		renderConnect({ type: "connecting", platform: "youtube", units: 10 }, ink),
		"costs 10 API units once it succeeds, and nothing",
	);
	assert.match(
		renderConnect(
			{ type: "connect-url", platform: "youtube", url: "https://auth/1?state=x", why: "first" },
			ink,
		),
		"  https://auth/1?state=x\n",
	);
	assert.match(
		renderConnect({ type: "connected", account: ACCOUNT }, ink),
		"connected  youtube acme (acc-1): ok\n",
	);
});
connecting.run();
