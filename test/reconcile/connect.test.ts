import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Account } from "../../src/model/account.ts";
import { connectAccount } from "../../src/reconcile/connect.ts";
import { ACCOUNT } from "../builders/world.ts";
import { fakeClock } from "../fakes/clock.ts";
import { fakeService } from "../fakes/service.ts";

const connecting = suite("connecting an account");
const expired: Account = { ...ACCOUNT, tokenValid: false };
const second: Account = { ...ACCOUNT, id: "acc-2", username: "second" };

/** Looks at the accounts as they change, one list a look; the last one stays. */
async function connected(...lists: (readonly Account[])[]) {
	const shown: string[] = [];
	const clock = fakeClock();
	const service = fakeService({
		accounts: async () => (lists.length > 1 ? lists.shift() : lists[0]) ?? [],
		connectUrl: async () => `https://auth/${shown.length + 1}`,
	});
	const signal = new AbortController().signal;
	const account = await connectAccount({ service, clock, signal, platform: "youtube", lookMs: 10_000, show: (url) => shown.push(url) }).catch(
		(error: Error) => error.message,
	);
	return { account, shown, clock };
}

const cases: Record<string, [(readonly Account[])[], unknown]> = {
	"a new account is the one": [[[], [], [ACCOUNT]], ACCOUNT],
	"a second account of the platform is the one": [[[ACCOUNT], [ACCOUNT], [ACCOUNT, second]], second],
	"an account whose token became valid is the one": [[[expired], [expired], [ACCOUNT]], ACCOUNT],
	"an account whose token no longer expires soon is the one": [[[{ ...ACCOUNT, tokenExpiringSoon: true }], [ACCOUNT]], ACCOUNT],
	"an account of another platform is not": [[[], [{ ...second, platform: "tiktok" }], [second]], second],
};
for (const [title, [lists, expected]] of Object.entries(cases)) connecting(title, async () => assert.equal((await connected(...lists)).account, expected));

connecting("a URL that ran out is asked for again once, and then it is given up", async () => {
	const { account, shown, clock } = await connected([]);
	assert.match(String(account), "within 30 minutes");
	assert.equal(shown, ["https://auth/1", "https://auth/2"]);
	assert.ok(clock.waits.every((wait) => wait === 10_000));
});
connecting.run();
