import { accountKey } from "../../model/account.ts";
import { exactTime, rangeText } from "../../model/clock-time.ts";
import type { Finding, RuleFinding } from "../../model/finding.ts";
import { PLATFORM_TITLES } from "../../model/platform-titles.ts";
import { RULES } from "../../model/rules.ts";
import { accountNames, meantAccount } from "./connected.ts";
import { declareMoves } from "./moves.ts";

/** What the rule of a finding is called. Fixed, without a full stop. */
export function findingTitle({ rule }: Pick<RuleFinding, "rule">): string {
	return RULES[rule].title;
}

/** What was found, in full sentences with names and numbers. */
export function findingDetail(finding: Finding): string {
	switch (finding.code) {
		case "check":
			return finding.message;
		case "results-expired":
			return `The results of its task expired on ${minute(finding.at)} (UTC).`;
		case "results-expire-before-handover":
			return `The results of its task expire on ${minute(finding.at)} (UTC), before it can be handed over.`;
		case "results-expire-before-post":
			return `The results of its task expire on ${minute(finding.at)} (UTC), before its time.`;
		case "token-expires-soon":
			return `The authorization of ${accountKey(finding.account)} expires soon, and the post is for later.`;
		case "outside-platform-window":
			return windowSentence(finding);
		case "added-clips-refused":
			return `${finding.clips === 1 ? "1 clip is" : `${finding.clips} clips are`} asked for at given times, and the service does not declare \`added_clips\`.`;
		case "added-clip-beyond":
			return `${rangeText(finding.moment)} lies beyond the end of the video, at ${exactTime(finding.lengthMs)}.`;
		case "same-text":
			return `${finding.address} has the same text.`;
		case "edits-void":
			return (
				`Your edits (${finding.file}:${finding.line}) were written for an earlier version of this clip. ` +
				"The generated text is used."
			);
		case "no-clip-chosen":
			return unchosenSentence(finding);
		case "moments-posted":
		case "renamed-video":
			return postedSentence(finding);
		case "same-content":
			return sharedSentence(finding);
		case "forgotten-post":
			return `It was posted as ${finding.address}; ${finding.by} took it out of the ledger: ${finding.reason}.`;
		case "text":
			return finding.text;
		default:
			return foreseenSentence(finding);
	}
}

type ForeseenCode =
	| "account-not-connected"
	| "account-not-authorized"
	| "too-few-slots"
	| "quota-short"
	| StayingCode
	| "title-file-name"
	| "no-transcript"
	| "export-limit-ignored"
	| "late-rule-ignored"
	| "brand-refused"
	| "brand-font-missing"
	| "no-ffmpeg"
	| "time-too-soon"
	| "models-pulled"
	| "recognised-words"
	| "not-checked"
	| "not-compared";

function foreseenSentence(finding: Extract<Finding, { readonly code: ForeseenCode }>): string {
	switch (finding.code) {
		case "account-not-connected":
			return notConnectedSentence(finding);
		case "account-not-authorized":
			return `The authorization of ${accountKey(finding.account)} has expired, and posts of this video go there.`;
		case "too-few-slots":
			return `The schedule \`${finding.schedule}\` has ${finding.slots} of the ${finding.posts} slots that its posts may need.`;
		case "quota-short":
			return quotaSentence(finding);
		case "kept-places":
		case "kept-account":
		case "refused-posted":
			return stayingSentence(finding);
		case "title-file-name":
			return `The ${finding.field} would be "${finding.text}".`;
		case "no-transcript":
			return noTranscriptSentence(finding);
		case "export-limit-ignored":
			return `All its clips are rendered, not only ${finding.limit}: the service does not declare \`export_limit\`.`;
		case "late-rule-ignored":
			return `A late post is still posted, not ${finding.action === "hold" ? "held" : "skipped"}: the service does not declare \`publish_late_rule\`.`;
		case "brand-refused":
			return "A brand is asked for, and the service does not declare `brand`.";
		case "time-too-soon":
			return soonSentence(finding);
		case "models-pulled":
			return (
				`${finding.models.join(" and ")} was pulled after its clips were made; new clips could be better. ` +
				`To make them again (costs its units again): showrun apply --replace '${finding.video}'`
			);
		case "recognised-words":
			return recognisedSentence(finding);
		case "brand-font-missing":
		case "no-ffmpeg":
		case "not-checked":
		case "not-compared":
			return finding.why;
	}
}

type StayingCode = "kept-places" | "kept-account" | "refused-posted";

/** Of posts that the campaign alone would not have any more. */
function stayingSentence(finding: Extract<Finding, { readonly code: StayingCode }>): string {
	if (finding.code === "refused-posted")
		return RULES[finding.code].fix.replace("ADDRESS", `'${finding.address}'`);
	const { posts } = finding;
	return finding.code === "kept-places"
		? `${posts === 1 ? "1 handed-over post stays" : `${posts} handed-over posts stay`} ${WHY_KEPT[finding.cause]}`
		: `${posts === 1 ? "1 post to" : `${posts} posts to`} \`${finding.account}\` ${posts === 1 ? "stays" : "stay"} as handed over (\`keep: true\`).`;
}

function noTranscriptSentence({
	needs,
	keepsBack,
}: Extract<Finding, { readonly code: "no-transcript" }>): string {
	const need =
		`No transcript for: ${needs.join(", ")}. Put subtitles beside the video (NAME.srt or NAME.vtt), ` +
		"or install speech recognition: `showrun models pull speech`.";
	if (keepsBack === undefined) return need;
	return `${need} Without a transcript a clip's title is its file name, and posts with no other title wait until you write one in the clips file.`;
}

function recognisedSentence({
	entry,
	waiting,
	local,
	file,
	line,
}: Extract<Finding, { readonly code: "recognised-words" }>): string {
	const without = `To post without approval, set \`review: auto\` in \`posts.${entry}\` (${file}:${line}).`;
	if (waiting === 0)
		return `Unless subtitles are in the file, its words will be recognised by a machine, and its posts wait for approval then. ${without}`;
	const posts = waiting === 1 ? "1 post waits" : `${waiting} posts wait`;
	const correct = local === undefined ? "" : `, or correct the words: showrun transcript edit ${local}`;
	return `A machine recognised the words of its clips, so ${posts} for approval: run \`showrun clips\`${correct}. ${without}`;
}

function soonSentence({ minutes, schedule }: Extract<Finding, { readonly code: "time-too-soon" }>): string {
	const ahead = `${minutes} ${minutes === 1 ? "minute" : "minutes"} ahead`;
	return schedule === undefined
		? `Its time is ${ahead}, and its clips may not be ready by then.`
		: `The next slot of \`${schedule}\` is ${ahead}: clips that are not ready by then take later slots.`;
}

function quotaSentence({
	platform,
	posts,
	left,
	until,
}: Extract<Finding, { readonly code: "quota-short" }>): string {
	const most = `Up to ${posts} ${posts === 1 ? "post goes" : "posts go"} to ${PLATFORM_TITLES[platform]}`;
	return `${most} before ${minute(until)} (UTC), and the quota of your app allows ${left} until then: the others wait.`;
}

function notConnectedSentence({
	account: { platform, username },
	connected,
}: Extract<Finding, { readonly code: "account-not-connected" }>): string {
	const others = connected.length === 0 ? "" : `Connected to ${platform}: ${accountNames(connected)}. `;
	return (
		`${platform} ${username} is not connected, and posts of this video go there. ` +
		`${meantAccount(username, connected)}${others}` +
		RULES["account-not-connected"].fix.replace("PLATFORM", platform)
	);
}

const WHY_KEPT: Readonly<Record<Extract<Finding, { readonly code: "kept-places" }>["cause"], string>> = {
	"other-clips": "although other clips rank higher now. Ask for more in `clips` to post those too.",
	"fewer-clips": "although `clips` asks for fewer now. Nothing that was handed over is taken back.",
	"no-place": "in `clips`, with no room for a new clip. Ask for more there to post some.",
};

function sharedSentence({ address, unclear }: Extract<Finding, { readonly code: "same-content" }>): string {
	if (unclear === undefined)
		return `Its source holds the same content as that of ${address}; clips that overlap are posted once.`;
	const { a, b } = unclear;
	return (
		`Its source probably holds the same content as that of ${address}; clips that overlap are held back. ` +
		`If it does: showrun sources same ${a} ${b}. If not: showrun sources other ${a} ${b}`
	);
}

function postedSentence(
	finding: Extract<Finding, { readonly code: "moments-posted" | "renamed-video" }>,
): string {
	const isRenamed = finding.code === "renamed-video";
	const message = isRenamed ? samePaid(finding.moves) : postedBefore(finding);
	const { moves } = finding;
	if (moves === undefined) return message;
	return `${message} ${declareMoves(moves)}`;
}

function samePaid([move]: readonly { readonly from: string }[]): string {
	return `It has the same settings as \`${move?.from}\`, which was submitted and then removed from the campaign.`;
}

function postedBefore({
	posts,
	address,
	file,
}: Extract<Finding, { readonly code: "moments-posted" }>): string {
	const count = posts === 1 ? "1 moment was posted" : `${posts} moments were posted`;
	return (
		`${count} before (${address}${file === undefined ? "" : ` from ${file}`}); ` +
		"clips that overlap are not posted again."
	);
}

function minute(at: number): string {
	return new Date(at).toISOString().slice(0, 16).replace("T", " ");
}

function windowSentence({
	platform,
	unit,
	least,
	most,
}: Extract<Finding, { readonly code: "outside-platform-window" }>): string {
	const bound = least === undefined ? `more than ${most}` : `less than ${least}`;
	return `Its time is ${bound} ${unit} ahead, and ${platform} may refuse what the service accepts.`;
}

function unchosenSentence({ video, found }: Extract<Finding, { readonly code: "no-clip-chosen" }>): string {
	if (found === 0) return `No clip was found in ${video}.`;
	return found === 1
		? `The only clip of ${video} is not chosen.`
		: `None of the ${found} clips of ${video} is chosen.`;
}
