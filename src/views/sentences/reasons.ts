import type { Moment } from "../../model/clip.ts";
import { rangeText } from "../../model/clock-time.ts";
import type { Difference } from "../../model/difference.ts";
import type { Change } from "../../model/plan.ts";
import type { Reason, ReasonData, VoidApproval } from "../../model/reason.ts";
import { momentKey } from "../../model/review.ts";
import { counted } from "../ink.ts";
import { findingDetail } from "./findings.ts";

/** What each reason says. */
export const REASONS = {
	absent: "not in state yet",
	"source-changed": "the source is not the one that was submitted",
	"clipping-changed": "clipping settings differ from the ones submitted",
	"export-changed": "export settings differ from the ones submitted",
	replaced: "asked for with --replace",
	"clip-chosen": "chosen by the post and not published yet",
	"clips-unknown": "its clips are not known until the task succeeds",
	"clips-changed": "the clips it is made of changed",
	"rendering-changed": "its settings differ from the ones it was rendered with",
	"task-running": "the task is still running",
	"results-unread": "the task's results are read until they are complete",
	"post-underway": "accepted, and not reported as finished yet",
	"post-waits": "the service has it, and could not deliver it yet",
	"post-needs-account": "it was handed over and waits for its account to be connected again",
	"task-failed": "the task failed",
	"posts-over":
		"the times of all its posts have passed or are too near, so none of its clips could be posted",
	"clips-refused": "a clip that is asked for cannot be made",
	"video-failed": "its video has no clips, because the task failed",
	"post-failed": "the service could not publish it",
	"held-late": "it was later than its `late.max` when it could go out, so it was held",
	"too-early": "further ahead than the service's 30-day window",
	"handover-later": "not handed over yet, so that it can still be changed",
	"slot-missed": "its slot passed before it was handed over",
	"slot-none": "its schedule has no free slot left",
	"occurrence-untimed": "a further post of a moment needs a time of its own",
	"daily-cap": "the account has as many posts as it may in a day",
	"min-gap": "the account has another post too close to it",
	"too-late":
		"its time has passed, or is less than 7.5 minutes away: the service takes 5, the rest is for the way there",
	"review-pending": "a person has to approve its clip first",
	"review-void": "its approval is void, because the clip is not what was approved",
	"account-missing": "no connected account has this platform and username",
	"account-token": "the account's authorization is no longer valid",
	"text-empty": "a text that the platform needs came out empty",
	"text-refused": "the platform would refuse its text, or a rule forbids it",
	"clip-refused": "the platform would refuse the clip",
	"results-gone": "its results expired, and posts still need them",
	"results-expired": "the results of its task expire before it can be handed over",
	"text-changed": "its text changed after it was posted, and a post cannot be changed",
	"handed-over-differs": "the campaign asks for something else than what was handed over",
	"posted-differs": "the campaign asks for something else than what was posted",
	"no-longer-asked": "it was handed over, and the campaign no longer asks for it",
	"old-post-held": "the service still holds the post to the former account that it replaces",
	withdrawn: "it was cancelled at the service",
	"moment-posted": "this moment of the source was already posted to this account",
	"refused-before": "the service refused exactly this before",
	"told-to-wait": "the service refused it for now",
	"outcome-unknown": "an earlier attempt may or may not have been executed",
	"outcome-retried": "an earlier attempt has no recorded answer; the service recognises the repeated key",
	undeclared: "no longer in the campaign",
} as const satisfies Record<Reason, string>;

/** The reason of a change with its names and numbers: `the task is still running (task t-1, QUEUED)`. */
export function reasonSentence(change: Change): string {
	const detail = reasonDetail(change);
	return `${REASONS[change.reason]}${detail ? ` (${detail})` : ""}`;
}

/** The names and numbers of a change's reason. Undefined: the reason says it all. */
export function reasonDetail(change: Change): string | undefined {
	const { reason, reasonData } = change;
	if (reasonData === undefined) return detailOfChange(change);
	if ("text" in reasonData) return reasonData.text;
	switch (reason) {
		case "clips-unknown":
			return `${reasonData.video}${change.action === "wait" ? "; the same apply renders it then" : ""}`;
		case "video-failed":
			return reasonData.video;
		case "task-running":
			return `task ${reasonData.taskId}, ${reasonData.status}`;
		case "task-failed":
			return reasonData.message ?? "The service gave no message.";
		case "post-failed":
			return reasonData.message ?? reasonData.status;
		case "review-pending":
			return pendingDetail(reasonData);
		case "review-void":
			return voidDetail(reasonData);
		case "text-empty":
			return reasonData.problem;
		case "no-longer-asked":
			return NOT_ASKED[reasonData.cause];
		case "withdrawn":
			return withdrawnDetail(reasonData);
		case "results-gone":
			return `${new Date(reasonData.expiredAt).toISOString().slice(0, 10)}; ${counted(reasonData.posts, "post")}`;
		case "moment-posted":
			return postedDetail(reasonData);
		default:
			if ("message" in reasonData) return reasonData.message;
			if ("address" in reasonData) return reasonData.address;
			return "rule" in reasonData
				? `${reasonData.rule}: ${findingDetail(reasonData.finding)}`
				: `${reasonData.platform} ${reasonData.username}`;
	}
}

function postedDetail(posted: ReasonData["moment-posted"]): string {
	return `${posted.address}${whereOf(posted)}, ${momentKey(posted.moment)} ms${likenessOf(posted)}`;
}

function likenessOf({ isUnclear, isShared }: ReasonData["moment-posted"]): string {
	if (isUnclear) return "; probably the same content";
	return isShared ? "; the two sources hold the same content" : "";
}

const NOT_ASKED: Readonly<Record<ReasonData["no-longer-asked"]["cause"], string>> = {
	repeat: "`repeat` was lowered",
	clips: "the post's `clips` choose other clips now",
	refused: "its clip was refused in the clips file",
	removed: "its post entry is gone",
	account: "the post goes to another account now",
	source: "its video has another source now",
	keep: "`keep: true` is gone from its post entry",
};

function withdrawnDetail({ by, why }: ReasonData["withdrawn"]): string {
	return `by ${by}${why === undefined ? "" : `: ${why}`}`;
}

function pendingDetail({ file, line, recognised }: ReasonData["review-pending"]): string {
	const how =
		line === undefined
			? `run showrun clips, which adds it to ${file}, then set approve: true there`
			: `set approve: true in ${file}:${line}`;
	return recognised ? `a machine recognised its words; ${how}` : how;
}

function whereOf({ workspace, planned, file }: ReasonData["moment-posted"]): string {
	if (planned) return ", earlier in this plan";
	const where = workspace === undefined ? "" : ` of workspace ${workspace}`;
	return file === undefined ? where : `${where} from ${file}`;
}

/** What the change itself says besides its reason. */
function detailOfChange(change: Change): string | undefined {
	const { action, differences } = change;
	if (action === "unknown") return change.operation.evidence?.error;
	if (action === "wait" && change.reason === "outcome-unknown")
		return "it is being sent right now by another process";
	return differences
		?.map((each) =>
			each.field === "clipping.added" ? addedDetail(each) : (OF_SOURCE[each.field] ?? each.field),
		)
		.join(", ");
}

/** What has no key in a campaign. */
const OF_SOURCE: Readonly<Record<string, string>> = {
	"source.sha256": "its file",
	"source.transcriptSha256": "its transcript",
};

function voidDetail(approval: VoidApproval): string {
	if (approval.cause === "times")
		return (
			`its times were ${momentKey(approval.moment)} ms; ` +
			`showrun clips writes the new ones into ${approval.file}`
		);
	const at = `${approval.file}:${approval.line}`;
	return approval.cause === "changed"
		? `showrun clips shows what changed in ${at}`
		: `set approve: true again in ${at}`;
}

/** `clips at given times: none → 1:23-1:58`. */
function addedDetail({ before, after }: Difference): string {
	return `clips at given times: ${timesIn(before)} → ${timesIn(after)}`;
}

function timesIn(value: unknown): string {
	if (!Array.isArray(value)) return "none";
	const times = value.map((each: Moment) => rangeText(each));
	return times.length > 5 ? `${times.slice(0, 4).join(", ")} and ${times.length - 4} more` : times.join(", ");
}
