import type { Remedy } from "../../model/remedy.ts";
import { RULES } from "../../model/rules.ts";
import { counted } from "../ink.ts";
import { accountNames, meantAccount } from "./connected.ts";
import { declareMoves } from "./moves.ts";

/** What a person can do, in sentences that can be copied from. */
export function remedySentence(remedy: Remedy): string {
	if (isHandedOver(remedy)) return handedOverRemedy(remedy);
	switch (remedy.code) {
		case "replace":
			return `Fix the problem above, then: showrun apply --replace '${remedy.address}'`;
		case "post-by-hand":
		case "see-posts":
		case "retry-held":
		case "edit-on-platform":
		case "restore-or-repeat":
			return takenRemedy(remedy);
		case "fill-template":
			return 'Add fixed text to the template, or a fallback: {{ clip.title | default: "…" }}';
		case "later-time":
		case "time-ahead":
		case "take-next-slot":
		case "extend-schedule":
		case "another-day":
		case "another-time":
			return timeRemedy(remedy);
		case "connect-account":
			return connectSentence(remedy);
		case "rename-account":
			return renameSentence(remedy);
		case "follow-rule":
			return `${RULES[remedy.rule].fix} More: showrun explain ${remedy.rule}`;
		case "declare-moved":
			return movedSentence(remedy);
		case "retry":
			return retrySentence(remedy);
		case "text":
			return remedy.text;
		default:
			return postedRemedy(remedy);
	}
}

type TakenCode = "post-by-hand" | "see-posts" | "retry-held" | "edit-on-platform" | "restore-or-repeat";

/** What to do about a post that the service took. */
function takenRemedy(remedy: Extract<Remedy, { readonly code: TakenCode }>): string {
	switch (remedy.code) {
		case "post-by-hand":
			return "Check the platform, and post it by hand if it is missing: the same moment is never sent to an account twice.";
		case "see-posts":
			return "Check the platform, then: `showrun posts list`. It names the commands that say what became of the post, or send it once more.";
		case "retry-held":
			return `To post it now: \`showrun posts retry ${remedy.taskId}\`. To never post it: \`showrun posts cancel ${remedy.taskId}\``;
		case "edit-on-platform":
			return (
				"Restore what the campaign said; or edit the post by hand where it is, then: " +
				`\`showrun resolve '${remedy.address}' --edited\``
			);
		case "restore-or-repeat":
			return (
				"It is out, and stays as it is: restore what the campaign said, or post the moment once more with " +
				`\`repeat: ${remedy.repeat}\` and a \`schedule\` in the post.`
			);
	}
}

type TimeCode =
	| "later-time"
	| "time-ahead"
	| "take-next-slot"
	| "extend-schedule"
	| "another-day"
	| "another-time";

/** What to do about a time that a post cannot have. */
function timeRemedy(remedy: Extract<Remedy, { readonly code: TimeCode }>): string {
	switch (remedy.code) {
		case "later-time":
			return "Set a time at least 8 minutes ahead in `at:`, or remove `at:` to post as soon as possible.";
		case "time-ahead":
			return "Set a later time in one of its posts, or remove the posts to make the clips without posting them.";
		case "take-next-slot":
			return (
				`Set \`missed: next-slot\` in the schedule \`${remedy.schedule}\` to use the next free slot, ` +
				"or exclude its clip from the post."
			);
		case "extend-schedule":
			return `Set a later \`until:\` in the schedule \`${remedy.schedule}\`, or add slots.`;
		case "another-day":
			return "Set `at:` to another day, or raise the account's `max_per_day`.";
		case "another-time":
			return "Set another `at:`, or lower the account's `min_gap`; several clips at one time need a schedule.";
	}
}

const HANDED_OVER = [
	"cancel-in-calendar",
	"name-other-account",
	"change-or-remove",
	"cancelled-at-service",
	"allow-cancels",
] as const;
type HandedOver = Extract<Remedy, { readonly code: (typeof HANDED_OVER)[number] }>;

function isHandedOver(remedy: Remedy): remedy is HandedOver {
	return HANDED_OVER.some((code) => code === remedy.code);
}

function orElse({ canKeep, canStay }: Extract<HandedOver, { readonly code: "cancel-in-calendar" }>): string {
	if (canKeep) return "or set `keep: true` in the post to have both; ";
	return canStay ? "or leave it, and it goes out as it was handed over; " : "";
}

/** What to do about a post that was handed over, and is asked for otherwise now. */
function handedOverRemedy(remedy: HandedOver): string {
	switch (remedy.code) {
		case "cancel-in-calendar":
			return (
				`Cancel it ${remedy.isCancellable ? `with \`showrun posts cancel '${remedy.address}'\`` : "in the service's own calendar"}, ` +
				`then run \`showrun resolve '${remedy.address}' ` +
				`--cancelled\`${remedy.isAsked ? ", and the next apply posts it as asked" : ""}; ` +
				`${orElse(remedy)}or restore the campaign.`
			);
		case "name-other-account":
			return (
				`It stays at ${remedy.account}. To post its clip to the other account too, ` +
				"give that account a name of its own in `accounts` and `to`."
			);
		case "cancelled-at-service":
			return (
				"It was cancelled there by hand. To post it after all, change its time or its texts, then run " +
				`\`showrun resolve '${remedy.address}' --cancelled\`; to leave it out, exclude its clip from the post.`
			);
		case "allow-cancels":
			return (
				`The plan cancels ${counted(remedy.cancels, "post")}, and the limit of a run is ${remedy.limit}: approve it on a ` +
				`terminal, or run with --max-cancels ${remedy.cancels}; or restore the campaign.`
			);
		case "change-or-remove":
			return (
				"To post it after all, change its time or its texts in the campaign; " +
				"to leave it out, exclude its clip from the post."
			);
	}
}

type PostedCode =
	| "already-posted"
	| "choose-other-clips"
	| "one-moment"
	| "name-sources"
	| "name-accounts"
	| "name-services"
	| "time-occurrence";

/** What to do about a moment that was posted before, or may have been. */
function postedRemedy(remedy: Extract<Remedy, { readonly code: PostedCode }>): string {
	switch (remedy.code) {
		case "already-posted":
			return (
				"It is posted already, so nothing has to be done. To post the moment once more, " +
				`set \`repeat: ${remedy.repeat ?? 2}\` and a \`schedule\` in the post.`
			);
		case "choose-other-clips":
			return `Choose other clips, remove this post, or set \`repeat: ${remedy.repeat}\` in it to post the moment once more.`;
		case "one-moment":
			return (
				"An account gets a moment once, whatever the ratio, resolution or language. " +
				`Post this one to another account, or set \`repeat: ${remedy.repeat}\` in this post.`
			);
		case "time-occurrence":
			return (
				"Set a `schedule` in the post: each repetition takes its next slot. " +
				`Or move \`repeat: ${remedy.repeat}\` to a second post with an \`at\` of its own.`
			);
		case "name-sources":
			return (
				"Compare the two files. If they hold the same content: " +
				`showrun sources same ${remedy.a} ${remedy.b}. If not: ` +
				`showrun sources other ${remedy.a} ${remedy.b}`
			);
		case "name-services":
			return (
				`If ${remedy.now} is the same service as ${remedy.before}: ` +
				`showrun services same ${remedy.before} ${remedy.now}. If it is another one: ` +
				`showrun services other ${remedy.before} ${remedy.now}`
			);
		case "name-accounts":
			return (
				"The account had another id then. If it is the same account: " +
				`showrun accounts same ${remedy.before} ${remedy.now}. If it is another one: ` +
				`showrun accounts other ${remedy.before} ${remedy.now}`
			);
	}
}

function retrySentence({ advice, address }: Extract<Remedy, { readonly code: "retry" }>): string {
	return (
		`${advice === undefined ? "" : `${advice} `}To send it again unchanged: ` +
		`showrun apply --retry '${address}'`
	);
}

function movedSentence({ moves }: Extract<Remedy, { readonly code: "declare-moved" }>): string {
	return `${declareMoves(moves)} If not, choose other clips or remove this post.`;
}

function connectSentence({ platform }: Extract<Remedy, { readonly code: "connect-account" }>): string {
	return (
		`Connect it with \`showrun accounts connect ${platform}\`, then run the command again. ` +
		"To try it without the platform (no `service.url` set), add it to `embedded.accounts` in the settings: its posts " +
		"go to the outbox, a local folder."
	);
}

function renameSentence({
	platform,
	username,
	connected,
}: Extract<Remedy, { readonly code: "rename-account" }>): string {
	return (
		`${meantAccount(username, connected)}If it was renamed (connected to ${platform}: ` +
		`${accountNames(connected)}), write its new name into the campaign's accounts. ` +
		`Otherwise connect it with \`showrun accounts connect ${platform}\`, then run the command again.`
	);
}

/** A remedy for `--json`: the sentence, its code, and the names and numbers of it. */
export function remedyFields(remedy: Remedy): {
	readonly remedy: string;
	readonly remedyCode: Remedy["code"];
	readonly remedyData?: object;
} {
	const { code, ...data } = remedy;
	const hasData = Object.keys(data).length > 0;
	return { remedy: remedySentence(remedy), remedyCode: code, ...(hasData && { remedyData: data }) };
}
