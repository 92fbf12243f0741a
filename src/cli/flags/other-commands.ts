import { Argument, type Command } from "commander";
import { VERSION } from "../version.ts";
import { takesInputs } from "./inputs.ts";
import { example, json, PATHS } from "./options.ts";

/** The commands about showrun itself. */
export function addOtherCommands(root: Command): void {
	root.commandsGroup("Other:");
	addDemo(root);
	addDoctor(root);
	addCompletion(root);
	root
		.command("version")
		.description("print the version")
		.action(() => console.log(VERSION));
}

function addDemo(root: Command): void {
	root
		.command("demo")
		.description("make and deliver a clip of a short talk in a temporary folder; touch nothing else")
		.addHelpText("after", example("showrun demo"))
		.action(async () => (await import("../commands/demo.ts")).demo(root));
}

function addDoctor(root: Command): void {
	takesInputs(root.command("doctor"))
		.description(
			"check settings, key, accounts, ffmpeg, disk, state and locks; suggest fixes; change nothing",
		)
		.argument("[paths...]", PATHS)
		.addOption(json())
		.option("--fleet", "look at all processes that share the databases too: clocks, versions, what waits")
		.addHelpText(
			"after",
			`\nExit codes: 0 no check failed, 1 a check failed.\n${example("showrun doctor campaigns/")}`,
		)
		.action(async (paths, options) => (await import("../commands/doctor.ts")).doctor(paths, options));
}

function addCompletion(root: Command): void {
	root
		.command("completion")
		.description("print a completion script for a shell")
		.addArgument(new Argument("<shell>", "which shell").choices(["bash", "zsh", "fish", "powershell"]))
		.addHelpText("after", `${COMPLETION_HELP}${example('eval "$(showrun completion bash)"')}`)
		.action(async (shell) => (await import("../commands/completion.ts")).completion(shell, root));
}

const COMPLETION_HELP = `
bash        in ~/.bashrc: eval "$(showrun completion bash)"
zsh         showrun completion zsh > "\${fpath[1]}/_showrun", in a folder of fpath that you may write to
fish        showrun completion fish > ~/.config/fish/completions/showrun.fish
powershell  in $PROFILE: showrun completion powershell | Out-String | Invoke-Expression
`;
