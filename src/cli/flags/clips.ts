import { type Command, Option } from "commander";
import { takesInputs } from "./inputs.ts";

/** Adds what `showrun clips` takes, and what people may write into its files. */
export function takesClipsFlags(command: Command): Command {
	return takesInputs(command)
		.option("--check", "write nothing; name the files that would change, and exit with 3 if there are any")
		.addOption(
			new Option("--paths", "write nothing; print the paths of the files, for example for git add").conflicts(
				"check",
			),
		)
		.option("--json", "print JSON lines instead of text")
		.addHelpText("after", HELP);
}

const HELP = `
talk.clips.yaml stands beside talk.campaign.yaml and belongs into git. People write beside a clip:
  approve: true | false       posts with \`review: required\` wait for true; false keeps every post from it
  title, description, tags    said in place of the generated ones
Decisions count for the source, the times and the generated text they were made for. When one changes, the next
\`showrun clips\` moves them under \`void\`, and posts wait again; a false stays.
`;
