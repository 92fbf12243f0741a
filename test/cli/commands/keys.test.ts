/** Keys that clients of `showrun serve` show. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withWorkspace } from "../../builders/command.ts";

const keys = suite("showrun keys");
const FILES = { "showrun.config.yaml": "embedded: { models: none }\n" };

keys("a key is printed once, listed without it, and revoked by its name", () =>
	withWorkspace({ files: FILES }, async ({ run }) => {
		const none = await run(["keys", "list"]);
		assert.is(none.out, "There are no keys. Make one with: showrun keys create NAME\n");
		const made = await run(["keys", "create", "ci", "--tenant", "acme", "--scope", "submit,read"]);
		assert.is(made.code, 0, made.err);
		assert.match(made.out, /^sk_[0-9a-f]{10}_[\w-]{32}\n$/);
		assert.match(made.err, "The key ci of the tenant acme (read, submit); it cannot be shown again:");
		const again = await run(["keys", "create", "ci", "--tenant", "acme"]);
		assert.is(again.code, 1);
		assert.match(again.err, "The tenant acme has a key called ci already.");
		const listed = await run(["keys", "list"]);
		assert.match(listed.out, /^[0-9a-f]{10} {2}acme {2}ci {2}read,submit {2}made \d{4}-\d\d-\d\d\n$/);
		assert.not.match(listed.out, made.out.trim().slice(-20));
		const revoked = await run(["keys", "revoke", "ci"]);
		assert.match(revoked.out, /^Revoked the key ci \([0-9a-f]{10}\) of the tenant acme\.\n$/);
		assert.match((await run(["keys", "list"])).out, / revoked \d{4}-/);
		assert.match((await run(["keys", "revoke", "ci"])).err, "There is no key ci.");
	}),
);

keys("as JSON a key is one line with everything", () =>
	withWorkspace({ files: FILES }, async ({ run }) => {
		const { out } = await run(["keys", "create", "ci", "--json"]);
		const { key, id, created, ...rest } = JSON.parse(out);
		assert.equal(rest, {
			type: "key",
			name: "ci",
			tenant: "main",
			scopes: ["read", "submit", "publish"],
		});
		assert.ok(key.startsWith(`sk_${id}_`) && !Number.isNaN(Date.parse(created)));
		const [listed] = (await run(["keys", "list", "--json"])).out.trim().split("\n");
		assert.equal(JSON.parse(listed ?? ""), { id, created, ...rest });
	}),
);

keys("what is no tenant and no scope is refused, and so is a service elsewhere", () =>
	withWorkspace({ files: FILES }, async ({ run }) => {
		const refused = async (...flags: readonly string[]) =>
			(await run(["keys", "create", "x", ...flags])).err.replace(/\s+/g, " ");
		assert.match(await refused("--tenant", "../x"), "Write up to 40 small letters, digits and hyphens");
		assert.match(await refused("--scope", "all"), "Write one or more of read, submit, publish, admin");
		const elsewhere = { SHOWRUN_SERVICE_URL: "https://api.example.com" };
		assert.match((await run(["keys", "list"], elsewhere)).err, "its data folder is there");
	}),
);

keys.run();
