import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openLedger } from "../../../src/state/ledger/ledger.ts";
import { PostedFault } from "../../../src/state/ledger/ledger-fault.ts";
import { serviceScope, spellingsOf } from "../../../src/state/ledger/service-scope.ts";
import { post, withFolder } from "./posts.ts";

const cases: Readonly<Record<string, string>> = {
	"https://clips.example.com/base": "https://clips.example.com",
	"HTTPS://Clips.Example.COM:443/": "https://clips.example.com",
	"https://clips.example.com.:443": "https://clips.example.com",
	"http://clips.example.com:80": "http://clips.example.com",
	"http://localhost:4850": "http://127.0.0.1:4850",
	"http://LOCALHOST.:4850": "http://127.0.0.1:4850",
	"http://[::1]:4850": "http://127.0.0.1:4850",
	"http://[0:0:0:0:0:0:0:1]:4850": "http://127.0.0.1:4850",
	"http://[::ffff:127.0.0.1]:4850": "http://127.0.0.1:4850",
	"http://127.1:4850": "http://127.0.0.1:4850",
	"http://127.0.0.2:4850": "http://127.0.0.2:4850",
	"http://localhost:4851": "http://127.0.0.1:4851",
	"outbox:01J0000000000000000000000A": "outbox:01J0000000000000000000000A",
};

const scopes = suite("the scope of a service");
for (const [address, scope] of Object.entries(cases))
	scopes(`${address} is ${scope}`, () => assert.is(serviceScope(address), scope));

/** Posts at one address, then asks for the same at another. */
async function second(before: string, now: string, id: string | undefined = "acc-1"): Promise<string> {
	const account = { ...(id && { id }), platform: "youtube", handle: "acme" };
	return withFolder(async (path) => {
		const open = () => openLedger({ path }, { command: "test" });
		await open().arm(post({ scope: before, account }), {});
		const again = post({ scope: now, account, operation: "op-2", lineage: "L2", workspace: "d4e5f6" });
		return open()
			.arm(again, {})
			.then(
				() => "armed",
				(error: Error) =>
					error instanceof PostedFault ? `taken, ${error.matches[0]?.account}` : String(error),
			);
	});
}

for (const spelling of spellingsOf("http://127.0.0.1:4850")) {
	scopes(`a post under ${spelling} is found under every name of this machine`, async () => {
		for (const now of spellingsOf("http://127.0.0.1:4850")) {
			assert.is(await second(spelling, now), "taken, same", now);
			assert.is(await second(spelling, now, ""), "taken, same", now);
		}
	});
}

scopes("a dot at the end makes no other service, another port may", async () => {
	assert.is(await second("https://a.example.com.", "https://a.example.com"), "taken, same");
	assert.is(await second("http://localhost:4850", "http://localhost:4851"), "taken, probable");
});

scopes.run();
