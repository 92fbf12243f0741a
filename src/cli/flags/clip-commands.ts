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
	addTranscript(root);
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
			`${NAMES_HELP}${example("showrun download campaigns/ --out clips --target 'keynote-2026.video.*'")}`,
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

/** `showrun transcript`: the words of a video, for people to correct. */
function addTranscript(root: Command): void {
	const transcript = root
		.command("transcript")
		.description("correct the words that were recognised in a video")
		.addHelpText("after", example("showrun transcript edit keynote-2026.video.keynote"));
	transcript
		.command("export")
		.description(
			"write what was recognised in a video to a .vtt file beside it, to be corrected and committed",
		)
		.argument("<video>", "address of the video, as plan and status print it")
		.option("--force", "overwrite the file")
		.addOption(workspaceIn())
		.addHelpText(
			"after",
			`${TRANSCRIPT_HELP}${example("showrun transcript export keynote-2026.video.keynote")}`,
		)
		.action(async (video, options) =>
			(await import("../commands/transcript.ts")).exportTranscript(video, options),
		);
	transcript
		.command("edit")
		.description("open the transcript of a video in $EDITOR, written first where there is none")
		.argument("<video>", "address of the video, as plan and status print it")
		.addOption(workspaceIn())
		.addHelpText(
			"after",
			`${TRANSCRIPT_HELP}${example("showrun transcript edit keynote-2026.video.keynote")}`,
		)
		.action(async (video, options) =>
			(await import("../commands/edit-transcript.ts")).editTranscript(video, options),
		);
}

const TRANSCRIPT_HELP = `
The file is found by its name: talk.vtt beside talk.mp4. The next plan submits the video again with it:
words get the times at which they are heard, clips are ranked anew, and the picture is not looked at
again. What was handed over stays. Words in <c.unsure>...</c> were recognised with little confidence; the
note at the top says that nobody corrected the file, and posts wait for approval as long as it is there.
`;

const CLIPS_HELP = `
talk.clips.yaml is written beside talk.campaign.yaml and belongs in git. What you write in it
stays, comments too.
Add to a clip:
  approve: true | false       posts that need a review wait for true; false keeps the clip from every post
  title, description, tags    replace the generated ones
  trim: 1:24.2-1:57           other edges: the next plan submits the video again, with a clip cut there in place
                              of this one and an entry of its own; deleting the line takes that back
A decision counts for the source, the times and the generated text it was made for. When one of them
changes, the next \`showrun clips\` moves the decision under \`void\`, and posts wait again;
\`approve: false\` stays.
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
