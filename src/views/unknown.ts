import { defined } from "../model/defined.ts";
import type { PostRequest } from "../model/post.ts";
import { taskName } from "../model/reference.ts";
import type { Operation } from "../model/snapshot.ts";
import type { SourceIdentity } from "../model/task.ts";
import { isLost, notPostedFrom } from "../model/unknown.ts";
import { type Zones, zoneFor } from "../model/zones.ts";
import { counted, cut, type Ink, moment, plain, wrap } from "./ink.ts";

/** How times are shown: in the zones of their posts, others in `zone`. */
export interface ZonedInk extends Ink {
	readonly zones: Zones;
	readonly zone: string;
}

/**
 * One attempt whose outcome is unknown, in full: what was sent, when, what came back, where to look, and what
 * to say then.
 */
export function renderUnknown(operation: Operation, ink: ZonedInk): string {
	const { id, kind, evidence } = operation;
	const zone = zoneFor(operation.address, ink.zones) ?? ink.zone;
	const from = new Date(notPostedFrom(operation)).toISOString().slice(0, 19);
	const found =
		kind === "publish" ? "--posted --task-id ID   (or --posted --id-unknown)" : "--posted --task-id ID";
	const about = [
		`sent ${moment(operation.armedAt ?? operation.at, zone)}: ` +
			`${plain(evidence?.error ?? "no conclusive response")}`,
		...(evidence?.httpStatus === undefined
			? []
			: [`answered with status ${evidence.httpStatus}${hintOf(operation)}`]),
		sentLine(operation, zone),
		lookLine(operation),
		...[searchLine(operation)].flatMap((line) => line ?? []),
	];
	const commands = [
		`there:     showrun resolve ${id} ${found}`,
		`not there: showrun resolve ${id} --not-posted   (from ${from}Z on; then it is sent again)`,
		`abandon:   showrun resolve ${id} --abandon`,
	];
	const lines = [
		...about.flatMap((line) => wrap(line, ink.width - 2)),
		...commands.map((line) => `  ${line}`),
	];
	return `${plain(operation.address)}\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

/** The same for a program. */
export function unknownEvent(operation: Operation): object {
	const { id, address, kind, at, armedAt, evidence, host } = operation;
	const { rawBody: _, ...publicEvidence } = evidence ?? {};
	return {
		...{ type: "unknown", operation: id, address, kind, at: armedAt ?? at, host },
		...(operation.kind === "publish" && sentPost(operation.wanted)),
		...{
			sent: sentLine(operation, "UTC"),
			look: lookLine(operation),
			...defined({ search: searchOf(operation) }),
			notPostedFrom: notPostedFrom(operation),
		},
		...defined({ evidence: evidence && publicEvidence }),
	};
}

/** What was sent, in the words a person finds it by. */
export function sentLine({ kind, wanted, payload }: Operation, zone: string): string {
	if (isLost({ payload })) return `${LOST[kind]}; what it asked for was lost with a damaged state`;
	if (kind === "submit") {
		const name = taskName(wanted);
		return `a clipping task${name ? ` called ${quoted(name)}` : ""} for ${sourceName(wanted.source)}`;
	}
	if (kind === "export") {
		const { taskId, clips, export: settings } = wanted;
		return `an export of ${counted(clips.length, "clip")} of task ${plain(taskId)} in ${settings.resolution}`;
	}
	const { body, account, scheduledAt } = wanted;
	const words = body.title ?? body.description;
	const when = scheduledAt === undefined ? "to go out at once" : `to go out at ${moment(scheduledAt, zone)}`;
	return (
		`a post${words === undefined ? "" : ` ${quoted(words)}`} to ${account.platform} ` +
		`${plain(account.username)}, ${when}`
	);
}

const LOST: Readonly<Record<Operation["kind"], string>> = {
	submit: "a clipping task",
	export: "an export",
	publish: "a post",
};

/** Where it can be seen whether it was executed. */
export function lookLine({ kind, wanted }: Operation): string {
	if (kind === "submit")
		return "Check the service's list of projects around that time, and the units it charged.";
	if (kind === "export") return "Check that task in the service around that time.";
	const { scheduledAt, account } = wanted;
	if (scheduledAt !== undefined)
		return `Check the service's calendar at that minute; once it has passed, on ${account.platform} too.`;
	return `Check ${account.platform} and the service's calendar around the time it was sent.`;
}

/** What to search for. Undefined: nothing of it has a name. */
function searchOf({ kind, wanted, payload }: Operation): string | undefined {
	if (isLost({ payload })) return undefined;
	if (kind === "submit") return (wanted.reference ?? wanted.projectName) || undefined;
	return kind === "publish"
		? (wanted.reference?.text ?? wanted.body.title ?? wanted.body.description)
		: undefined;
}

function searchLine(operation: Operation): string | undefined {
	const words = searchOf(operation);
	if (words === undefined) return undefined;
	if (operation.kind === "submit") return `Search for ${quoted(words)} in the names of its projects.`;
	const field = operation.kind === "publish" ? operation.wanted.reference?.in : undefined;
	return `Search for ${quoted(words)}${field ? ` in its ${field}` : ""}.`;
}

function sentPost({ account, body, scheduledAt }: PostRequest): object {
	return {
		account,
		...defined({ title: body.title, scheduledAt }),
	};
}

/** A success whose answer cannot be read is most likely one. */
function hintOf({ evidence }: Operation): string {
	const status = evidence?.httpStatus ?? 0;
	return status >= 200 && status < 300 ? ": very likely executed" : "";
}

function quoted(text: string): string {
	return `"${cut(plain(text), 80)}"`;
}

function sourceName(source: SourceIdentity): string {
	return source.kind === "url"
		? plain(source.url.replace(/[?#].*$/, ""))
		: `the file with sha256 ${source.sha256.slice(0, 12)}…`;
}
