import { type Command, Option } from "commander";
import { example, json, workspaceIn } from "./options.ts";
import { scopesOf, tenantOf } from "./values.ts";

/** `showrun keys create`, `list` and `revoke`. */
export function addKeys(root: Command): void {
	const keys = root
		.command("keys")
		.description("create, list and revoke the API keys of `showrun serve`")
		.addHelpText("after", TENANTS_HELP)
		.addHelpText("after", example("showrun keys create ci --tenant acme --scope read,submit"));
	const run = () => import("../commands/keys.ts");
	keys
		.command("create")
		.description("make a key and print it once; a running service takes it at once")
		.argument("<name>", "what the key is for")
		.addOption(tenant())
		.addOption(scope())
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText("after", example("showrun keys create dashboard --scope read"))
		.action(async (name, options) => (await run()).createServiceKey(name, options));
	keys
		.command("list")
		.description("list the keys: tenant, scopes, and which were revoked")
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText("after", example("showrun keys list"))
		.action(async (options) => (await run()).listServiceKeys(options));
	keys
		.command("revoke")
		.description("revoke a key at once; what was made with it stays, and posts that wait go out")
		.argument("<key>", "id of the key, or its name where no other valid key has it")
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText("after", example("showrun keys revoke ci"))
		.action(async (called, options) => (await run()).revokeServiceKey(called, options));
}

function tenant(): Option {
	return new Option("--tenant <name>", "whose accounts, tasks and posts it reaches")
		.argParser(tenantOf)
		.default("main");
}

function scope(): Option {
	return new Option("--scope <scopes>", "what it is good for: read, submit, publish, admin (all of it)")
		.argParser(scopesOf)
		.default(scopesOf("read,submit,publish"), "read,submit,publish");
}

const TENANTS_HELP = `
A tenant has accounts, tasks, posts and limits of its own (embedded.limits and embedded.tenants) and
cannot see another's.
Accounts of the settings, and SHOWRUN_API_KEY or the key in the data folder, belong to the tenant main;
another tenant connects its accounts through the service, and its posts go to outbox/tenants/NAME.`;
