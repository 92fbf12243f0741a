import { campaignOf, parseAddress } from "../model/address.ts";
import type { AgendaItem, AgendaStatus } from "../model/agenda.ts";
import { AGENDA_STATUSES } from "../model/agenda.ts";
import type { PendingReview } from "../model/review.ts";
import type { PostState, RenditionState, ResourceState, VideoState } from "../model/snapshot.ts";
import { paintedMark } from "./agenda-status.ts";
import { type PlanInk, particulars, why } from "./change.ts";
import { counted, grouped, paint, plain, wrap } from "./ink.ts";
import { formatMoment, zoneOf } from "./local-time.ts";
import { deliveredTo, seenBy } from "./outbox.ts";
import { remedySentence } from "./sentences/remedies.ts";
import { lookLine, sentLine } from "./unknown.ts";

/** What there is to tell: everything by time, and the clips that wait for a person. */
export interface Status {
	readonly items: readonly AgendaItem[];
	readonly reviews: readonly PendingReview[];
	/** The clock, in milliseconds. */
	readonly now: number;
}

/**
 * Unknown outcomes first, then campaign by campaign what failed, what waits for what and until when, what
 * apply would do, and what is done.
 */
export function renderStatus({ items, reviews, now }: Status, ink: PlanInk): string {
	const unknown = items.filter(({ standing }) => standing === "unknown");
	const names = [
		...new Set(
			[...items.map(({ address }) => address), ...reviews.map(({ video }) => video)].map(campaignOf),
		),
	].sort();
	const campaigns = names.map((name) =>
		renderCampaign(name, { items: ofCampaign(items, name), reviews: reviews.filter(isOf(name)) }, ink),
	);
	return `${[...nothingPart(items), ...unknownPart(unknown, ink), ...campaigns, ...nextPart(items, now, ink)].join("\n\n")}\n`;
}

function nothingPart(items: readonly AgendaItem[]): string[] {
	return items.every(({ state, operation }) => state === undefined && operation === undefined)
		? ["Nothing was applied yet."]
		: [];
}

function unknownPart(unknown: readonly AgendaItem[], ink: PlanInk): string[] {
	if (unknown.length === 0) return [];
	const head =
		`${paint(ink).red("Outcome unknown")}: ` +
		`nothing more is sent for ${unknown.length === 1 ? "this address" : "these addresses"} until it is ` +
		"known what became of the attempt.";
	return [
		[...wrap(head, ink.width), ...unknown.flatMap((item) => entry(item, unknownLines(item, ink), ink))].join(
			"\n",
		),
	];
}

function unknownLines({ address, operation, change }: AgendaItem, ink: PlanInk): string[] {
	if (operation === undefined) return [];
	const { id, armedAt, at, evidence } = operation;
	const about = `sent ${formatMoment(armedAt ?? at, address, ink)}: ${plain(evidence?.error ?? "no answer")}`;
	const again =
		change?.action === "repeat"
			? ["The next apply asks the service again under the same key, which is safe."]
			: [];
	const known = [
		sentLine(operation, zoneOf(address, ink)),
		...(again.length === 0 ? [lookLine(operation)] : []),
	];
	return [about, ...known, ...again, `showrun resolve ${id} --posted | --not-posted | --abandon`];
}

type Part = Pick<Status, "items" | "reviews">;

function renderCampaign(name: string, { items, reviews }: Part, ink: PlanInk): string {
	const counts = SECTIONS.flatMap((standing) => {
		const count = items.filter((item) => item.standing === standing).length;
		return count === 0 ? [] : [`${grouped(count)} ${AGENDA_STATUSES[standing]}`];
	});
	const head = wrap(
		`${paint(ink).bold(plain(name))}${counts.length === 0 ? "" : `: ${counts.join(", ")}`}`,
		ink.width,
	);
	const sections = SECTIONS.flatMap((standing) =>
		renderSection(
			standing,
			items.filter((item) => item.standing === standing),
			ink,
		),
	);
	return [...head, ...reviews.flatMap((review) => reviewLines(review, ink)), ...sections].join("\n");
}

const SECTIONS: readonly AgendaStatus[] = ["failed", "attention", "waiting", "todo", "cancelled", "done"];
/** So many of a section are shown without `--detail`. */
const MAX_LISTED = 10;

/**
 * What waits is shown from the soonest on, what is done from the latest on; what to do is for `plan` to tell.
 */
function renderSection(standing: AgendaStatus, items: readonly AgendaItem[], ink: PlanInk): string[] {
	if (items.length === 0) return [];
	if (standing === "todo" && !ink.detail) return todoSection(items, ink);
	const ordered = standing === "done" ? items.toReversed() : items;
	const shown = ink.detail ? ordered : ordered.slice(0, MAX_LISTED);
	const left = items.length - shown.length;
	const more =
		left === 0 ? [] : [`     … and ${grouped(left)} more ${AGENDA_STATUSES[standing]}, --detail shows all`];
	return [...shown.flatMap((item) => entry(item, itemLines(item, ink), ink)), ...more];
}

/** Changes are counted, but of a post that the service has it is said what that is now. */
function todoSection(items: readonly AgendaItem[], ink: PlanInk): string[] {
	const held = items.filter(({ state }) => state?.kind === "post").slice(0, MAX_LISTED);
	const rest = items.length - held.length;
	const line = `${counted(rest, held.length === 0 ? "change" : "more change")} that apply would make now: showrun plan`;
	return [
		...held.flatMap((item) => entry(item, itemLines(item, ink), ink)),
		...(rest === 0 ? [] : entry({ standing: "todo" }, [line], ink)),
	];
}

/** Mark, address where there is one, and what there is to say below it. */
function entry(
	item: Pick<AgendaItem, "standing"> & Partial<Pick<AgendaItem, "address">>,
	lines: readonly string[],
	ink: PlanInk,
): string[] {
	const mark = `  ${paintedMark(item.standing, ink)}  `;
	const below = lines.flatMap((line) => wrap(line, ink.width - 5)).map((line) => `     ${line}`);
	if (item.address !== undefined) return [`${mark}${plain(item.address)}`, ...below];
	return below.map((line, at) => (at === 0 ? `${mark}${line.slice(5)}` : line));
}

/** What there is to say of one address, a sentence each. */
export function statusLines(item: AgendaItem, ink: PlanInk): readonly string[] {
	return item.standing === "unknown" ? unknownLines(item, ink) : itemLines(item, ink);
}

function reviewLines({ video, file, clips }: PendingReview, ink: PlanInk): string[] {
	const address = parseAddress(video);
	const of = address?.kind === "video" ? address.video : video;
	return entry(
		{ standing: "waiting" },
		[
			`${counted(clips, "clip")} of ${plain(of)} to approve in ${plain(file)} (showrun clips writes it, showrun ui shows them)`,
		],
		ink,
	);
}

function itemLines(item: AgendaItem, ink: PlanInk): string[] {
	const { state, change, standing } = item;
	const isPlanned =
		change &&
		(standing === "attention" || standing === "todo" || (standing === "waiting" && change.action === "wait"));
	const planned = isPlanned ? [why(change), ...particulars(change, ink)] : [];
	const remedy = change?.action === "attention" && !isPlanned ? [plain(remedySentence(change.remedy))] : [];
	return [
		...(state && !(isPlanned && standing === "todo" && state.kind !== "post")
			? stateLines(state, item, ink)
			: []),
		...planned,
		...remedy,
	];
}

function stateLines(state: ResourceState, item: AgendaItem, ink: PlanInk): string[] {
	if (state.kind === "post") return postLines(state, item, ink);
	if (state.status === "FAILED") return [`FAILED: ${plain(state.error ?? "")}`];
	if (state.result === undefined)
		return [
			`${state.status}, submitted ${formatMoment(state.submittedAt, item.address, ink)}; ` +
				"showrun apply waits for it",
		];
	return [state.kind === "video" ? videoLine(state, item, ink) : renditionLine(state)];
}

function renditionLine({ request }: RenditionState): string {
	return `${counted(request.clips.length, "clip")} in ${request.export.resolution}, to be fetched with showrun download`;
}

function videoLine({ result, taskId }: VideoState, { address }: AgendaItem, ink: PlanInk): string {
	const { clips = [], costUnits, expireAt } = result ?? {};
	const kept = expireAt === undefined ? "" : `, results until ${formatMoment(expireAt, address, ink)}`;
	return (
		`${counted(clips.length, "clip")}${costUnits === undefined ? "" : `, ${costUnits} units`}, ` +
		`task ${plain(taskId)}${kept}`
	);
}

const TOO_LATE = { held: "HELD (late)", skipped: "SKIPPED (late)" } as const;

function postLines(state: PostState, { address, standing, at, change }: AgendaItem, ink: PlanInk): string[] {
	const { account } = state.request;
	const to = `to ${account.platform} ${plain(account.username)}`;
	const when = at === undefined ? "" : ` ${formatMoment(at, address, ink)}`;
	const isToldBelow = change?.reason === "post-needs-account";
	const error = state.error === undefined || isToldBelow ? "" : `: ${plain(state.error)}`;
	const unreported =
		standing === "done" && state.status !== "DONE"
			? ["handed over; the service does not tell how it ended"]
			: [];
	const isDue = state.status === "SCHEDULED" && change?.action === "read" && ink.outbox !== undefined;
	const due = isDue ? ["due: `showrun watch` or the next `showrun apply` delivers it"] : [];
	const place = state.location === undefined ? [] : [`delivered${deliveredTo(address, state.location, ink)}`];
	const status = state.tooLate === undefined ? state.status : TOO_LATE[state.tooLate];
	return [
		`${status}${state.late ? " (late)" : ""}${seenBy(state)}${when} ${to}${error}`,
		...unreported,
		...due,
		...place,
	];
}

/** When something happens next. */
function nextPart(items: readonly AgendaItem[], now: number, ink: PlanInk): string[] {
	const coming = items.filter(({ standing, at }) => standing === "waiting" && at !== undefined && at > now);
	const [next] = coming;
	return next?.at === undefined
		? []
		: [
				wrap(`Next: ${formatMoment(next.at, next.address, ink)}, ${plain(next.address)}`, ink.width).join(
					"\n",
				),
			];
}

function ofCampaign(items: readonly AgendaItem[], name: string): readonly AgendaItem[] {
	return items.filter((item) => campaignOf(item.address) === name);
}

function isOf(name: string): (review: PendingReview) => boolean {
	return ({ video }) => campaignOf(video) === name;
}
