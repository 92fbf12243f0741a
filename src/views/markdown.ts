import type { AccountHealth } from "../model/account.ts";
import type { FeedNews } from "../model/feed-state.ts";
import { limitMessage, limitRemedy } from "../model/limit-exceeded.ts";
import type { Change, Plan, PlanNote } from "../model/plan.ts";
import { RULES } from "../model/rules.ts";
import { suspensionSentence } from "../model/suspension.ts";
import { formatPlace, type PlanInk, particulars, whyInShort } from "./change.ts";
import { differenceLines } from "./differences.ts";
import type { Learnt, PlanReport } from "./events.ts";
import { feedSentences } from "./feeds.ts";
import { counted, cut, grouped, plain } from "./ink.ts";
import { formatMoment } from "./local-time.ts";
import { markOf } from "./marks.ts";
import { requestLine } from "./outlook.ts";
import { summary } from "./plan.ts";
import { resolvedWords } from "./report.ts";
import { findingDetail, findingTitle } from "./sentences/findings.ts";
import { reasonDetail } from "./sentences/reasons.ts";
import { sharedSentence } from "./shared-files.ts";
import { skewMessage } from "./skew.ts";
import type { NamedWorkspace } from "./workspaces.ts";

/** Most characters of a comment on GitHub, less some for whoever adds a line. */
const MOST = 65_536 - 1_536;
/** Most characters of one piece of foreign text. */
const PIECE = 300;

/** How it is written. `workspace`: absent where it is the only one; several share one comment. */
interface MarkdownInk extends Pick<PlanInk, "zones" | "detail" | "outbox"> {
	readonly workspace?: NamedWorkspace;
}

/**
 * The plan for a pull request: what is blocked and done first, cut before a comment would be refused.
 * Whatever comes from outside stands in code, where nothing is a mention, a link, an image or HTML.
 */
export function renderMarkdown(
	{ plan, outlook, limits, skew, learnt = [], suspension, shared = [] }: PlanReport,
	{ workspace, ...ink }: MarkdownInk,
): string {
	const wide = { ...ink, colour: false, width: PIECE };
	const head = [
		workspace === undefined ? "### showrun plan" : `\n### showrun plan ${code(workspace.name)}`,
		plan.changes.length === 0 ? "**No changes.**" : `**${summary(plan)}**`,
		...limits.map((limit) => `> **Refused:** ${code(`${limitMessage(limit)} ${limitRemedy(limit)}`)}`),
		...(suspension ? [`> **Warning:** ${code(suspensionSentence(suspension))}`] : []),
		...(skew ? [`> **Warning:** ${code(skewMessage(skew))}`] : []),
		...shared.slice(0, 10).map((use) => code(sharedSentence(use))),
		...learnt.slice(0, 20).map(learntLine),
		...(plan.feeds ?? []).slice(0, 20).flatMap(feedLines),
		...(plan.moves ?? []).slice(0, 10).map(({ from, to }) => `- ${code(from)} is now called ${code(to)}`),
		...(plan.moves !== undefined && plan.moves.length > 10
			? [`- … and ${grouped(plan.moves.length - 10)} more renamed`]
			: []),
		...requestLine(outlook),
		...outlook.atRisk.slice(0, 20).map((one) => riskLine(one)),
		...noteLines(plan),
	].join("\n\n");
	return `${head}\n${table(plan.changes, wide, MOST / (workspace?.total ?? 1) - head.length)}`;
}

function feedLines(feed: FeedNews): string[] {
	const { news, warnings } = feedSentences(feed);
	return [
		...news.map((text) => `- ${code(text)}`),
		...warnings.map((text) => `> **Warning:** ${code(text)}`),
	];
}

const MOST_NOTES = 20;

/** What is worth a word, each rule once a place. */
function noteLines({ notes = [] }: Plan): string[] {
	const first = new Map<string, PlanNote>();
	for (const note of notes) {
		const key = JSON.stringify([note.rule, note.place]);
		if (!first.has(key)) first.set(key, note);
	}
	const lines = [...first.values()].slice(0, MOST_NOTES).map((note) => {
		const { rule, address, finding } = note;
		const word = RULES[rule].severity === "information" ? "Note" : "Warning";
		return `> **${word}:** ${code(`${rule}: ${findingTitle(note)}. ${address}: ${findingDetail(finding)}`)}`;
	});
	const more = first.size - lines.length;
	return more === 0 ? lines : [...lines, `> … and ${grouped(more)} more; \`showrun plan\` shows all.`];
}

const COLUMNS = "\n| | address | what and why | where |\n|---|---|---|---|\n";

function table(changes: readonly Change[], ink: PlanInk, room: number): string {
	if (changes.length === 0) return "";
	const rows: string[] = [];
	let left = room - COLUMNS.length - 100;
	for (const change of changes) {
		const line = row(change, ink);
		left -= line.length;
		if (left < 0) break;
		rows.push(line);
	}
	const more = changes.length - rows.length;
	return `${COLUMNS}${rows.join("")}${more === 0 ? "" : `\n… and ${grouped(more)} more; \`showrun plan --detail\` shows all.\n`}`;
}

function row(change: Change, ink: PlanInk): string {
	const detail = reasonDetail(change);
	const cells = [
		whyInShort(change),
		...(detail ? [code(detail)] : []),
		...particulars(change, ink).map(code),
		...(ink.detail ? differenceLines(change, ink).map(code) : []),
	];
	return (
		`| ${code(markOf(change))} | ${code(change.address)} | ${cells.join("; ")} | ` +
		`${change.place === undefined ? "" : code(formatPlace(change.place))} |\n`
	);
}

function learntLine(event: Learnt): string {
	const outcome = event.type === "resolved" ? resolvedWords(event) : event.message;
	return `- ${code(event.address)}: the outcome was unknown; ${code(outcome)}`;
}

function riskLine({ account, atRisk }: AccountHealth): string {
	const [first] = atRisk;
	const when =
		first?.at === undefined ? "" : `, the first ${formatMoment(first.at, first.address, { zones: {} })}`;
	return (
		`**At risk:** ${counted(atRisk.length, "post")} to ${code(`${account.platform} ${account.username}`)}, ` +
		`whose authorization is not good for long${when}.`
	);
}

/** Text as code, also in a table: longer fences than any it holds, no line ends, no pipes. */
function code(text: string): string {
	const safe = cut(plain(text), PIECE).replaceAll("|", "\\|").trim();
	const longest = Math.max(0, ...[...safe.matchAll(/`+/g)].map(([run]) => run.length));
	const fence = "`".repeat(longest + 1);
	const pad = safe.startsWith("`") || safe.endsWith("`") ? " " : "";
	return safe === "" ? "" : `${fence}${pad}${safe}${pad}${fence}`;
}
