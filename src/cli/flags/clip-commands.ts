import { type Command, Option } from "commander";
import { takesInputs } from "./inputs.ts";
import { example, json, markdown, PATHS, repeatable, workspaceIn } from "./options.ts";
import { atOnce } from "./values.ts";

/** The commands for clips and saved plans. */
export function addClipCommands(root: Command): void {
	root.commandsGroup("Clips and plans:");
	addClips(root);
	addDownload(root);
	addShow(root);
}

function addClips(root: Command): void {
	takesInputs(root.command("clips"))
		.description(
			"write every clip found into a file beside its campaign, to approve and to reword; keeps what you wrote there, comments too",
		)
		.argument("[paths...]", PATHS)
		.option("--check", "write nothing; name the files that would change, and exit with 3 if there are any")
		.addOption(
			new Option("--paths", "write nothing; print the paths of the files, for example for git add").conflicts(
				"check",
			),
		)
		.option("--json", "print JSON lines instead of text")
		.addHelpText("after", CLIPS_HELP)
		.addHelpText("after", example("showrun clips campaigns/ && git diff campaigns/"))
		.action(async (paths, options) => (await import("../commands/clips.ts")).clipsCommand(paths, options));
}

function addDownload(root: Command): void {
	takesInputs(root.command("download"))
		.description(
			"fetch the rendered clips that apply made: whole, verified, with a list of them; goes on where it was stopped",
		)
		.argument("[paths...]", PATHS)
		.option("--out <folder>", "where the clips and their manifest.json go", "clips")
		.option("--name <template>", "how files are called, see below")
		.addOption(
			repeatable(
				"--target <glob>",
				"only these videos or clips: addresses, `*` stands for anything; may be repeated",
			),
		)
		.option("--parallel <number>", "how many files are fetched at the same time (1 to 16)", atOnce, 4)
		.addOption(json())
		.addHelpText(
			"after",
			`${NAMES_HELP}${example("showrun download examples/quickstart --out clips --target 'keynote-2026.video.*'")}`,
		)
		.action(async (paths, options) =>
			(await import("../commands/download.ts")).downloadCommand(paths, options),
		);
}

function addShow(root: Command): void {
	root
		.command("show")
		.description(
			"show a saved plan, or what the clips of a video or a post are rated by and why they are cut where they are",
		)
		.argument(
			"<plan|address>",
			"file that `showrun plan --out` wrote, or an address as plan and `showrun state list` show it",
		)
		.addOption(workspaceIn())
		.addOption(json())
		.addOption(markdown())
		.addOption(new Option("--detail", "show every line of every group, and field by field what differs"))
		.addHelpText("after", example("showrun show plan.json\n  $ showrun show keynote-2026.video.keynote"))
		.action(async (plan, options) => (await import("../commands/show.ts")).show(plan, options));
}

const CLIPS_HELP = `
talk.clips.yaml stands beside talk.campaign.yaml and belongs into git. People write beside a clip:
  approve: true | false       posts with \`review: required\` wait for true; false keeps every post from it
  title, description, tags    said in place of the generated ones
Decisions count for the source, the times and the generated text they were made for. When one changes, the next
\`showrun clips\` moves them under \`void\`, and posts wait again; a false stays.
`;

const NAMES_HELP = `
Names are Liquid templates over campaign.name, video.name, clip.title, clip.rank (from 0), clip.score, clip.begin, clip.end
and clip.seconds; the filter \`slug\` makes one word of a text. A "/" in the template makes a folder. The default is
  {{ campaign.name }}/{{ video.name }}/{{ clip.rank | plus: 1 }}-{{ clip.title | slug }}.mp4
A rank belongs to one set of clips: once a video is submitted again, the same number is another clip. manifest.json names
every clip by its address and its moment in the source (milliseconds), which stay. A file that is there already and
is what the manifest says is not fetched again; any other file of that name is replaced.
`;
