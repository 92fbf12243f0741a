import { Command } from "commander";
import { EXIT, Exit } from "./exit.ts";
import { addCampaignCommands } from "./flags/campaign-commands.ts";
import { addClipCommands } from "./flags/clip-commands.ts";
import { formatHelp, takesCommonFlags } from "./flags/help.ts";
import { addMainCommands } from "./flags/main-commands.ts";
import { addNotify } from "./flags/notify-commands.ts";
import { addOtherCommands } from "./flags/other-commands.ts";
import { addServiceCommands } from "./flags/service-commands.ts";
import { addStateCommands } from "./flags/state-commands.ts";
import { VERSION } from "./version.ts";

/** The command line: names, options, help. Each command's code is loaded only when it runs. */
export function program(): Command {
	const root = formatHelp(new Command("showrun"))
		.description(
			"Terraform for clips: declare in YAML which clips of which videos are posted where; " +
				"plan and apply only what is missing.",
		)
		.version(VERSION, "-V, --version", "print the version")
		.showSuggestionAfterError()
		.addHelpText(
			"after",
			"\nExample:\n  $ showrun plan\n  $ showrun apply\n\n" +
				"Exit codes: 0 done or waiting, 1 error, 2 changes (plan --detailed-exitcode), 3 partly failed, " +
				"4 an outcome is unknown.",
		)
		.exitOverride((error) => {
			throw new Exit(error.exitCode === 0 ? EXIT.ok : EXIT.error);
		});
	addMainCommands(root);
	addCampaignCommands(root);
	addClipCommands(root);
	addServiceCommands(root);
	addNotify(root);
	addStateCommands(root);
	addOtherCommands(root);
	return takesCommonFlags(root);
}
