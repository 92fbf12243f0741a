import { type Command, Option } from "commander";
import { takesFormerOption } from "./former.ts";
import { takesInputs } from "./inputs.ts";
import { detail, example, json, markdown, PATHS, repeatable, workspaceIn } from "./options.ts";
import { parallelFiles } from "./values.ts";

/** The commands for clips and saved plans. */
export function addClipCommands(root: Command): void {
	root.commandsGroup("Clips:");
	addClips(root);
	addDownload(root);
	addShow(root);
}

function addClips(root: Command): void {
	takesInputs(root.command("clips"))
		.description("write the clips found into a file beside each campaign, to approve, reject and reword them")
		.argument("[paths...]", PATHS)
		.option("--check", "write nothing; list the files that would change, and exit with 3 if there are any")
		.addOption(
			new Option("--paths", "write nothing; print the paths of the files, for example for git add").conflicts(
				"check",
			),
		)
		.addOption(json())
		.addHelpText("after", `${CLIPS_HELP}${example("showrun clips campaigns/ && git diff campaigns/")}`)
		.action(async (paths, options) => (await import("../commands/clips.ts")).clipsCommand(paths, options));
}

function addDownload(root: Command): void {
	const command = takesInputs(root.command("download"))
		.description("download rendered clips: verify each, resume where a run stopped, write a manifest")
		.argument("[paths...]", PATHS)
		.option("--out <folder>", "folder for the clips and manifest.json", "clips")
		.option("--name <template>", "template of the file names, see below")
		.addOption(repeatable("--target <glob>", "only these videos or clips; `*` stands for any characters"))
		.option("--parallelism <number>", "how many files to fetch at the same time (1 to 16)", parallelFiles, 4)
		.addOption(json());
	takesFormerOption(command, "--parallel <number>", "--parallelism")
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
		.description("show a saved plan, or how the clips of a video or a post were scored and cut")
		.argument(
			"<plan|address>",
			"file written by `showrun plan --out`, or an address as plan and status print it",
		)
		.addOption(workspaceIn())
		.addOption(json())
		.addOption(markdown())
		.addOption(detail())
		.addHelpText("after", example("showrun show plan.json\n  $ showrun show keynote-2026.video.keynote"))
		.action(async (plan, options) => (await import("../commands/show.ts")).show(plan, options));
}

const CLIPS_HELP = `
talk.clips.yaml is written beside talk.campaign.yaml and belongs in git. What you write in it
stays, comments too.
Add to a clip:
  approve: true | false       posts with \`review: required\` wait for true; false keeps the clip from every post
  title, description, tags    replace the generated ones
A decision counts for the source, the times and the generated text it was made for. When one of them
changes, the next \`showrun clips\` moves the decision under \`void\`, and posts wait again; a false
stays.
`;

const NAMES_HELP = `
Names are Liquid templates over campaign.name, video.name, clip.title, clip.rank (from 0),
clip.score, clip.begin, clip.end and clip.seconds; the filter \`slug\` turns a text into one
word. A "/" in the template makes a folder. The default is
  {{ campaign.name }}/{{ video.name }}/{{ clip.rank | plus: 1 }}-{{ clip.title | slug }}.mp4
A rank belongs to one set of clips: after a video is submitted again, the same number is another
clip. manifest.json names every clip by its address and its moment in the source (milliseconds),
which do not change. A file that exists and matches the manifest is not downloaded again; any other
file of that name is replaced.
`;
