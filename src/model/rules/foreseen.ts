import { CHECKED, type Rule } from "./rule.ts";

/** What can be known before anything is paid. */
export const FORESEEN_RULES = {
	"account-not-connected": {
		title: "An account that posts need is not connected",
		severity: "warning",
		why: "Its posts wait until it is, while the clips that are paid for have only a limited lifetime.",
		fix:
			"Connect it with `showrun accounts connect PLATFORM`, or correct its `username`. To try it without the " +
			"platform (no `service.url` set), add it to `embedded.accounts` in the settings: its posts go to the " +
			"outbox, a local folder.",
		source: "this program",
		checked: CHECKED,
	},
	"account-not-authorized": {
		title: "The authorization of an account that posts need has expired",
		severity: "warning",
		why: "The service refuses its posts until the account is connected again.",
		fix: "Connect it again with `showrun accounts connect PLATFORM`.",
		source: "this program",
		checked: CHECKED,
	},
	"renamed-video": {
		title: "A video is submitted again under another name",
		severity: "warning",
		why: "A removed video was submitted with the same settings; submitting it under this name costs its units again.",
		fix: "If it was renamed, or its matrix got another key, say so with `moved`.",
		source: "this program",
		checked: "2026-11-24",
	},
	"too-few-slots": {
		title: "A schedule has fewer slots than its posts may need",
		severity: "warning",
		why: "The posts that get no slot are not made.",
		fix: "Set a later `until`, add slots, or choose fewer clips.",
		source: "this program",
		checked: CHECKED,
	},
	"quota-short": {
		title: "More posts are due than the quota of a platform allows today",
		severity: "warning",
		why:
			"The quota of the app's project is for all its accounts together, and is counted on this machine. " +
			"Posts beyond it wait until it resets.",
		fix:
			"Spread the posts over more days, ask the platform for a higher quota and set it in the settings " +
			"(`destinations.youtube.uploads_per_day`), or leave it so.",
		source: "developers.google.com/youtube/v3/determine_quota_cost",
		checked: CHECKED,
	},
	"kept-places": {
		title: "Posts that were handed over are kept",
		severity: "information",
		why:
			"What was handed over is never taken back because clips rank otherwise, were found anew, or fewer are " +
			"asked for; and no other clip takes its place in `top` or `ranks`.",
		fix: "Leave it so, or raise `top` to post more clips.",
		source: "this program",
		checked: CHECKED,
	},
	"kept-account": {
		title: "Posts stay at the account that they were handed over to",
		severity: "information",
		why:
			"Their entry says `keep: true`, so what was handed over goes out there, and the accounts in `to` get " +
			"posts of their own.",
		fix: "Leave it so, or cancel what is not to go out with `showrun posts cancel`.",
		source: "this program",
		checked: CHECKED,
	},
	"refused-posted": {
		title: "A clip was refused after it was posted",
		severity: "warning",
		why: "What is out cannot be taken back from here.",
		fix: "Delete it by hand where it was posted, then remove it from the state: `showrun state rm ADDRESS`.",
		source: "this program",
		checked: CHECKED,
	},
	"title-file-name": {
		title: "A text of a post is only the name of the file and a time",
		severity: "error",
		why:
			"No sentence of the clip is known, or was recognised with confidence, so its title is the name of its " +
			"source and its place in it: that tells viewers nothing.",
		fix:
			"Give the video a `transcript`, correct the recognised one (`showrun transcript edit`), write a title or a " +
			"description for the clip into its clips file (`showrun clips`), or words of your own into the template.",
		source: "this program",
		checked: CHECKED,
	},
	"username-address": {
		title: "A username is an address",
		severity: "error",
		why: "Accounts are found by their name, so no account would be.",
		fix: "Write the name alone: `username: acme`.",
		source: "the campaign language",
		checked: CHECKED,
	},
	"no-transcript": {
		title: "Nothing here can tell what is said in a video",
		severity: "warning",
		why:
			"Without a transcript, subtitles in the file, a pulled recogniser or a transcription endpoint there " +
			"are no captions and no hook, and titles are names of files.",
		fix: "Give the video a `transcript`, or run `showrun models pull`.",
		source: "this program",
		checked: CHECKED,
	},
	"transcript-unusable": {
		title: "A transcript beside a video cannot be used",
		severity: "warning",
		why:
			"A file with the name of the video and .srt or .vtt is its transcript, and this one tells no words and " +
			"times: captions, hooks and titles would be without it.",
		fix: "Mend it, or write `transcript: null` in the video to do without.",
		source: "this program",
		checked: CHECKED,
	},
	"export-limit-ignored": {
		title: "The service renders all clips, whatever `export.limit` says",
		severity: "warning",
		why: "It does not declare the extension `export_limit`, so the limit is not sent to it.",
		fix: "Remove `limit`, or turn this rule off where the campaign is used with other services too.",
		source: "this program",
		checked: CHECKED,
	},
	"late-rule-ignored": {
		title: "The service posts late posts, whatever `late` says",
		severity: "warning",
		why: "It does not declare the extension `publish_late_rule`, so the rule is not sent to it.",
		fix: "Remove `late`, or turn this rule off where the campaign is used with other services too.",
		source: "this program",
		checked: CHECKED,
	},
	"no-ffmpeg": {
		title: "There is no ffmpeg that can make clips",
		severity: "error",
		locked: "all",
		why: "The embedded service cuts and renders with it, and would fail: nothing is submitted until it is there.",
		fix: "Install ffmpeg, or name one in `embedded.ffmpeg` or SHOWRUN_FFMPEG; see `showrun doctor`.",
		source: "this program",
		checked: CHECKED,
	},
	"time-too-soon": {
		title: "The clips of posts may not be ready at their time",
		severity: "warning",
		why:
			"Posts are handed over 7.5 minutes before their time at the latest, and making clips may take as long as " +
			"the video lasts. A post whose time has passed is not made, while its clips are paid for.",
		fix: "Set a later `at`, or remove it to post as soon as possible.",
		source: "this program",
		checked: CHECKED,
	},
	"models-pulled": {
		title: "Models were pulled after clips were made",
		severity: "information",
		why: "Posts that were not handed over yet could have better clips.",
		fix: "Make the clips anew with `showrun apply --replace ADDRESS`, or leave it so.",
		source: "this program",
		checked: CHECKED,
	},
	"recognised-words": {
		title: "The words of clips were recognised by a machine",
		severity: "information",
		why:
			"A recogniser hears some words wrongly, and a title or caption with such a word says in public what " +
			"nobody said. So posts without a `review` key wait for approval; what was handed over stays as it is.",
		fix:
			"Approve the clips (`showrun clips`), correct the words (`showrun transcript edit`), or write " +
			"`review: auto` into the entry of `posts`.",
		source: "this program",
		checked: CHECKED,
	},
	"not-compared": {
		title: "Videos were compared by their bytes alone",
		severity: "warning",
		why:
			"Without an ffmpeg nothing tells that a copy, a new encoding or a cut of a video was posted before " +
			"under another name, or is posted twice by this plan.",
		fix: "Install ffmpeg, or name one in `embedded.ffmpeg` or SHOWRUN_FFMPEG; see `showrun doctor`.",
		source: "this program",
		checked: CHECKED,
	},
	"not-checked": {
		title: "Something could not be checked",
		severity: "warning",
		why: "The service was not asked, so the plan does not know what it would say.",
		fix: "Set the API key, and run the command where the service can be reached.",
		source: "this program",
		checked: CHECKED,
	},
} as const satisfies Readonly<Record<string, Rule>>;
