import { type Rule, strict } from "./rule.ts";

/** What a campaign must say. What breaks one of these means nothing, so none can be turned off. */
export const CAMPAIGN_RULES = {
	"clip-choice": strict(
		"Both top and ranks are given",
		"`ranks` names the clips one by one.",
		"Keep one of the two.",
	),
	"duplicate-rank": strict("A rank is given twice", "A clip is posted once.", "Delete one of the two."),
	"backwards-range": strict(
		"A range ends before it begins",
		"Nothing lies in it.",
		"Write the smaller number first.",
	),
	"added-clips-shared": strict(
		"`add` is set where several videos inherit it",
		"Its times fit only one of them.",
		"Move `add` to `clipping` of the video that it is about.",
	),
	"added-clip-short": strict(
		"Times are too close for a clip",
		"A clip lasts 3 seconds at least.",
		"Move its begin or its end.",
	),
	"trim-elsewhere": strict(
		"A trim shows another part of the video",
		"The approval and the texts were written for the original clip.",
		"Overlap the original by 60 % of the shorter one, or write the times into `clipping.add` of the video.",
	),
	"bad-moment": strict(
		"An entry does not name a clip",
		"What is decided in it would not count.",
		"Write it as `showrun clips` does: 83400-118000.",
	),
	"shared-conflict": strict(
		"Two shared files say different things",
		"Neither of the two files comes before the other.",
		"Keep one of them, or write what counts into the campaign.",
	),
	"stray-clips": strict(
		"No campaign file matches a clips file",
		"What is refused in it would be posted.",
		"Rename it together with its campaign, or delete it.",
	),
	"bad-pattern": strict(
		"A regular expression cannot be used",
		"Patterns are RE2, so that none can take for ever.",
		"Use no look-around and no back-references.",
	),
	"two-times": strict("Both at and schedule are given", "A post has one time.", "Keep one of the two."),
	"time-invalid": strict(
		"A time does not exist",
		"There is no such date in the calendar.",
		"Write it like 2026-12-01T09:00.",
	),
	"unknown-timezone": strict(
		"A time zone is not known",
		"Its times would mean nothing.",
		"Use an IANA name such as Europe/Berlin.",
	),
	"unknown-video": strict(
		"A video is not known",
		"There is nothing to cut clips from.",
		"Correct the name, or add it to `videos`.",
	),
	"unknown-account": strict(
		"An account is not known",
		"There is nowhere to post to.",
		"Correct the name, or add it to `accounts`.",
	),
	"unknown-preset": strict(
		"A preset is not known",
		"Its settings would be left out.",
		"Correct the name, or add it to `presets`.",
	),
	"unknown-schedule": strict(
		"A schedule is not known",
		"The post would have no time.",
		"Correct the name, or add it to `schedules`.",
	),
	"unknown-rule": strict(
		"A rule is not known",
		"Setting its level would do nothing.",
		"Correct its id; `showrun explain` lists all.",
	),
	"locked-rule": strict(
		"A rule cannot be lowered",
		"The service or the platform refuses what the rule finds, so it would fail later, " +
			"and perhaps after something was paid.",
		"Delete the line, and correct what the rule finds.",
	),
	"unknown-input": strict(
		"An input is not known",
		"A value would be set or used for nothing.",
		"Correct the name, or declare it under `inputs`.",
	),
	"missing-input": strict(
		"An input has no value",
		"What uses it cannot be filled in.",
		"Give it a value with --var NAME=…, or a default.",
	),
	"input-value": strict(
		"An input has a value that does not fit",
		"It has another type, or is not allowed.",
		"Give another value.",
	),
	"unknown-variable": strict(
		"A template names a variable that does not exist",
		"The text would have a hole.",
		"Correct the name.",
	),
	"template-syntax": strict(
		"A template cannot be filled in",
		"It is not valid Liquid, or takes too much work.",
		"Correct it; `{{ clip.title | fit: 100 }}` is an example.",
	),
	"like-cycle": strict(
		"`like` forms a cycle",
		"None of the videos in it has a source.",
		"Remove one `like`.",
	),
	"like-depth": strict(
		"`like` chain is too long",
		"Limits keep a file from using up memory and time.",
		"Start entries directly from the first one of the chain.",
	),
	"duplicate-account": strict(
		"Two names mean one account",
		"Everything would be posted to it twice.",
		"Delete one of them.",
	),
	"duplicate-campaign": strict(
		"Two campaigns have the same name",
		"Addresses start with that name.",
		"Give one of them another name.",
	),
	"bad-move": strict(
		"A `moved` entry is not valid",
		"The state would be renamed to the wrong address.",
		"Write the old name in `from` and the new one in `to`.",
	),
	"bad-resolution": strict(
		"A `resolutions` entry contradicts itself or another",
		"An attempt has one outcome, and only `posted` comes with a task id.",
		"Delete the second entry, or its `task_id`.",
	),
	"bad-url": strict(
		"An address cannot be used",
		"It cannot be fetched, or holds a password.",
		"Use an http or https address without a user name.",
	),
	"missing-file": strict(
		"There is no such file",
		"There is nothing to upload.",
		"Correct the path; it starts at the folder of the campaign.",
	),
	"empty-media": strict(
		"A file has no bytes",
		"There is nothing to cut.",
		"Fetch it completely; with git LFS: git lfs pull",
	),
	"not-a-file": strict("This is not a file", "Only regular files can be uploaded.", "Name one file."),
	"not-a-video": strict(
		"This is not a video",
		"The service could not read it.",
		"Fetch it completely; with git LFS: git lfs pull",
	),
	"unsupported-file": strict(
		"This kind of file cannot be used",
		"The service does not take it.",
		"Convert it to .mp4, or the transcript to .srt, .vtt or .json.",
	),
	"outside-workspace": strict(
		"A path points outside the workspace",
		"A campaign may only send files of its own workspace.",
		"Copy the file into the workspace.",
	),
	"transcript-for-url": strict(
		"A transcript needs a local video",
		"It is sent along with an uploaded file.",
		"Delete `transcript`, or use a local file as source.",
	),
	"caption-both": strict(
		"A caption style cannot show both languages",
		"`display: both` needs a static style.",
		"Use `temp-static-1` to `temp-static-6`.",
	),
} as const satisfies Readonly<Record<string, Rule>>;
