import {
	type AddressText,
	formatClip,
	isPostAddress,
	parseAddress,
	withoutMoment,
} from "../model/address.ts";
import { isDraft, isForOutbox } from "../model/outbox.ts";
import type { AttentionChange, Change } from "../model/plan.ts";
import {
	forgetLine,
	formatPlace,
	headline,
	INDENT,
	indented,
	isHeld,
	oldPostLine,
	type PlanInk,
	placeLine,
	renderChange,
	titleOf,
	whyInShort,
} from "./change.ts";
import { differenceLines } from "./differences.ts";
import { counted, grouped, plain } from "./ink.ts";
import { formatMoment } from "./local-time.ts";
import { verbOf } from "./marks.ts";
import { AS_DRAFT, fromThenOn } from "./outbox.ts";
import { reasonDetail } from "./sentences/reasons.ts";
import { remedySentence } from "./sentences/remedies.ts";

/** Changes of one post entry to one account for one reason. Never empty. */
type Group = readonly [Change, ...Change[]];

/** A group up to this size is shown whole; of a larger one so many members are. */
const WHOLE = 10;
const MAX_LISTED = 5;
/**
 * So many entries an action has before the rest becomes a number. Enough for any plan that is read line by
 * line.
 */
const MOST_ENTRIES = 40;

/** All changes, posts of one entry together, long lists cut with a word on what is left out. */
export function renderChanges(changes: readonly Change[], ink: PlanInk): string {
	const byAction = together(groupsOf(changes), ([{ action }]) => action);
	return byAction.map((groups) => renderAction(groups, ink)).join("\n");
}

/** What is blocked by an unknown outcome is never left out: each needs a command of its own. */
function renderAction(groups: readonly [Group, ...Group[]], ink: PlanInk): string {
	const [[{ action }]] = groups;
	const shown = ink.detail || action === "unknown" ? groups : groups.slice(0, MOST_ENTRIES);
	const left = groups.slice(shown.length).flat();
	const more =
		left[0] === undefined
			? []
			: [
					headline(
						left[0],
						`… and ${grouped(left.length)} more to ${verbOf(action)}, --detail shows all`,
						ink,
					),
				];
	return [...shown.map((group) => renderGroup(group, ink)), ...more].join("\n");
}

function groupsOf(changes: readonly Change[]): Group[] {
	return together(changes, keyOf);
}

/** What has the same key stands together, where the first of it stood. */
function together<Value>(values: readonly Value[], key: (value: Value) => string): [Value, ...Value[]][] {
	const found = new Map<string, [Value, ...Value[]]>();
	for (const value of values) {
		const group = found.get(key(value));
		if (group) group.push(value);
		else found.set(key(value), [value]);
	}
	return [...found.values()];
}

/** What members must share for one headline to be true of all of them. */
function keyOf(change: Change): string {
	const { action, reason, address, place } = change;
	const own = action === "unknown" || action === "repeat" || action === "publish-bounded" ? address : "";
	return JSON.stringify([
		action,
		reason,
		withoutMoment(address),
		place && formatPlace(place),
		action === "attention" ? remedyOfAll(change) : "",
		own,
	]);
}

/** The remedy of a change as it holds for those beside it too, each with an address of its own. */
function remedyOfAll({ remedy, address }: AttentionChange): string {
	const sentence = remedySentence(remedy);
	if (remedy.code === "retry") return sentence.replaceAll(address, withoutMoment(address));
	if (remedy.code === "edit-on-platform") return sentence.replaceAll(address, eachOf(address));
	if (remedy.code !== "cancel-in-calendar" && remedy.code !== "cancelled-at-service") return sentence;
	return sentence
		.replace(/^Cancel it /, "Cancel them ")
		.replaceAll(address, remedy.pattern ?? eachOf(address));
}

/** A person names each, where a pattern would name others too. */
function eachOf(text: AddressText): string {
	const address = parseAddress(text);
	return address?.kind === "post" ? text.replace(formatClip(address), "CLIP") : text;
}

function renderGroup(group: Group, ink: PlanInk): string {
	const [first] = group;
	if (group.length === 1) return renderChange(first, ink);
	const shown = ink.detail || group.length <= WHOLE ? group : group.slice(0, MAX_LISTED);
	return [
		headline(
			first,
			`${plain(withoutMoment(first.address))}  ${counted(group.length, isPost(first) ? "post" : "address")}`,
			ink,
		),
		...indented([whyInShort(first), ...about(first, group, ink)], ink),
		...placeLine(first.place, ink),
		...shown.flatMap((member) => memberLines(member, ink)),
		...(shown.length < group.length
			? [
					`${INDENT}… and ${grouped(group.length - shown.length)} more to ${accountName(first.address)}, ` +
						"--detail shows all",
				]
			: []),
	].join("\n");
}

function isPost({ address }: Change): boolean {
	return isPostAddress(address);
}

/** The name the campaign gives the account of a post; the address of anything else. */
function accountName(text: AddressText): string {
	const address = parseAddress(text);
	return plain(address?.kind === "post" ? address.account : text);
}

/** What holds for every member. */
function about(first: Change, group: readonly Change[], ink: PlanInk): string[] {
	if (first.action === "attention")
		return [
			...(isHeld(first) ? [`each goes out at its time${fromThenOn(first.address, ink)}`] : []),
			plain(remedyOfAll(first)),
		];
	if (first.action === "wait") return first.reason === "old-post-held" ? [oldPostLine(first)] : [];
	if (first.action === "forget") return forgetLine(first, ink);
	if (first.action !== "publish") return [];
	const { account } = first.request;
	return [`to ${account.platform} ${plain(account.username)}; ${fromWhenOn(group, ink)}`];
}

function fromWhenOn(group: readonly Change[], { outbox }: PlanInk): string {
	if (group.every(({ address }) => isForOutbox(address, outbox)))
		return "each is delivered to the local outbox";
	if (group.every(({ address }) => isDraft(address, outbox))) return `each goes out${AS_DRAFT}`;
	return group.some(isTimed) ? AT_ITS_TIME : "each becomes irrevocable when it is sent";
}

const AT_ITS_TIME =
	"each becomes irrevocable at its time (it can be cancelled at the service until then), or when it is sent";

function isTimed(change: Change): boolean {
	return change.action === "publish" && change.request.scheduledAt !== undefined;
}

function memberLines(member: Change, ink: PlanInk): string[] {
	const address = parseAddress(member.address);
	const name = address?.kind === "post" ? formatClip(address) : member.address;
	return [
		...indented([`${plain(name)}${memberDetail(member, ink)}`], ink),
		...(ink.detail && member.action !== "update" && member.action !== "replace"
			? indented(differenceLines(member, ink), ink)
			: []),
	];
}

/** What is each member's own. */
function memberDetail(member: Change, ink: PlanInk): string {
	if (member.action === "publish") {
		const { scheduledAt } = member.request;
		return ` ${titleOf(member, ink)}${scheduledAt === undefined ? ", as soon as possible" : `, at ${formatMoment(scheduledAt, member.address, ink)}`}`;
	}
	if (member.action === "update" || member.action === "replace")
		return `, ${differenceLines(member, ink).join("; ")}`;
	if (member.action === "cancel") return `, at ${formatMoment(member.at, member.address, ink)}`;
	if (member.action === "wait" && member.until !== undefined)
		return ` on ${formatMoment(member.until, member.address, ink)}`;
	if (member.action === "attention" && isHeld(member)) return heldDetail(member, ink);
	const detail = reasonDetail(member);
	return detail ? ` (${plain(detail)})` : "";
}

/** What differs of a post that the service holds, and when it goes out as it is. */
function heldDetail(member: AttentionChange, ink: PlanInk): string {
	const { differences = [], at, address } = member;
	const isTimed = differences.some(({ field }) => field === "time" || field === "slot");
	const detail = differences.length === 0 ? reasonDetail(member) : differenceLines(member, ink).join("; ");
	const goesOut = at === undefined || isTimed ? "" : `, goes out ${formatMoment(at, address, ink)}`;
	return `${detail ? `, ${plain(detail)}` : ""}${goesOut}`;
}
