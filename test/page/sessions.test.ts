import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { PageUser } from "../../src/model/page-user.ts";
import { digest } from "../../src/page/session/sessions.ts";
import { ask, comeIn, fakeSource, ORIGIN, overviewOf, pageOver } from "./fake-source.ts";

const sessions = suite("sessions of the page");

const ada: PageUser = { name: "Ada", role: "look", tokenSha256: digest("ada's token") };
const bob: PageUser = { name: "Bob", role: "run", tokenSha256: digest("bob's token") };
const { source } = fakeSource(overviewOf([]));

type Page = ReturnType<typeof pageOver>["page"];

async function signIn(page: Page, token: string) {
	const body = String(new URLSearchParams({ token }));
	const headers = { origin: ORIGIN, "content-type": "application/x-www-form-urlencoded" };
	const answer = await ask(page, "/sign-in", { method: "POST", headers, body });
	const path = answer.headers.get("location") ?? "";
	const cookie = (answer.headers.get("set-cookie") ?? "").split(";", 1)[0] ?? "";
	return async (at = page) => {
		const shown = await ask(at, path, { headers: { cookie } });
		return `${shown.status} ${/role: [a-z]+(?=<)/.exec(await shown.text())?.[0] ?? "out"}`;
	};
}

sessions("who is taken out of the settings is out at once, and everybody else stays in", async () => {
	const { page } = pageOver(source, { users: [ada, bob] });
	const [ofAda, ofBob] = [await signIn(page, "ada's token"), await signIn(page, "bob's token")];
	const owner = await comeIn(page);
	const ofOwner = async () =>
		(await ask(page, `${owner.base}now`, { headers: { cookie: owner.cookie } })).status;
	assert.equal([await ofAda(), await ofBob(), await ofOwner()], ["200 role: look", "200 role: run", 200]);
	page.allow([ada]);
	assert.equal([await ofAda(), await ofBob(), await ofOwner()], ["200 role: look", "403 out", 200]);
	page.allow([{ ...ada, role: "review" }]);
	assert.is(await ofAda(), "200 role: review");
	page.allow([{ ...ada, tokenSha256: digest("another token") }]);
	assert.equal([await ofAda(), await ofOwner()], ["403 out", 200]);
});

sessions("they go on in the next process, for those whom its settings still name", async () => {
	const before = pageOver(source, { users: [ada, bob] }).page;
	const [ofAda, ofBob] = [await signIn(before, "ada's token"), await signIn(before, "bob's token")];
	const told = JSON.parse(JSON.stringify(before.whoIsIn()));
	const { page } = pageOver(source, { users: [{ ...ada, role: "run" }], before: told });
	assert.equal([await ofAda(page), await ofBob(page)], ["200 role: run", "403 out"]);
	assert.equal(await ofAda(pageOver(source, { users: [ada] }).page), "403 out");
});

sessions.run();
