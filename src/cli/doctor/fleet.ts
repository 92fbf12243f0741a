import { StopFault } from "../../model/fault.ts";
import type { CheckResult } from "../../model/health.ts";
import type { Settings } from "../../model/settings.ts";
import { type Member, readMembers } from "../../service/sharing/members.ts";
import { type QueueLength, readPostTrouble, readQueues } from "../../service/sharing/queues.ts";
import { SERVES } from "../../service/store/lease.ts";
import { examineServiceDatabase } from "../../service/store/postgres/examine.ts";
import type { Store } from "../../service/store/store.ts";
import { readEvents } from "../../service/webhooks/read-events.ts";
import { daemonsIn } from "../../state/postgres/upkeep.ts";
import { counted } from "../../views/ink.ts";
import { postgresPlaceOf } from "../wiring/postgres-state.ts";
import { serviceStore } from "../wiring/service-store.ts";
import { daemonFindings } from "./daemons.ts";
import { failure, warning, well } from "./finding.ts";
import { likenessFindings } from "./likeness.ts";

/** What waits for so long wants more workers, and is late where it is a post. Milliseconds. */
const [LONG_MS, LATE_MS] = [600_000, 60_000];

/**
 * What several machines share: the daemons of the database with the state, the services and workers of the
 * service's. Throws `StopFault` where the settings name no database.
 */
export async function lookAtFleet(settings: Settings): Promise<readonly CheckResult[]> {
	const place = postgresPlaceOf(settings);
	const database = settings.service.url === undefined ? settings.embedded.database : undefined;
	if (place === undefined && database === undefined)
		throw new StopFault("These settings name no database that several machines could share.", {
			remedy: "Look without --fleet, or name one: state: { postgres: … }, embedded.store.",
		});
	const daemons = place === undefined ? [] : daemonFindings(await daemonsIn(place));
	return database === undefined ? daemons : [...daemons, ...(await lookAtService(settings))];
}

async function lookAtService(settings: Settings): Promise<readonly CheckResult[]> {
	const { url } = settings.embedded.database ?? {};
	// It says what is missing, where the address is not set.
	const store = await serviceStore(settings);
	if (url !== undefined && !(await examineServiceDatabase(url)).isBegun) return [NOBODY];
	const members = await readMembers(store);
	const queues = await readQueues(store);
	const [now, silent] = [await store.now(), (await store.rights(SERVES)).length - members.length];
	return [
		...(members.length === 0 && silent <= 0 ? [NOBODY] : members.map(memberFinding)),
		...(silent > 0 ? [silentFinding(silent)] : []),
		...likenessFindings(members.map((member) => ({ ...member, name: nameOf(member) }))),
		...toolFindings(members),
		...queues.flatMap((length) => queueFindings(length, silent > 0 ? [] : members, now)),
		...(await postFindings(store, members, now)),
		...(await letterFindings(store)),
	];
}

const NOBODY = failure(
	"processes",
	"none: nobody answers requests, makes clips or delivers posts",
	"showrun serve, and as many showrun worker as there is work",
);

/** Of a version that tells nothing of itself, or before it does. */
function silentFinding(count: number): CheckResult {
	const detail = `${counted(count, "process")} more, just starting or of an earlier version`;
	return warning(
		"process",
		detail,
		"Look again in a minute. If they are there still, bring them up to date.",
	);
}

function nameOf({ kind, host, pid }: Member): string {
	return `the ${kind} on ${host} (pid ${pid})`;
}

function memberFinding(member: Member): CheckResult {
	const { version, queues, tasks, tasksAtOnce, tools, since, stuck, unopened } = member;
	if (stuck > 0)
		return warning(
			"process",
			`${nameOf(member)} is stuck with ${counted(stuck, "task")}, whose results could not be saved`,
			"See its log, then restart it; other processes take over its tasks.",
		);
	if (unopened > 0)
		return warning(
			"process",
			`${nameOf(member)} cannot open the data of ${counted(unopened, "tenant")}`,
			"See its log, repair that, and start it again.",
		);
	const made =
		queues.includes("tasks") || tasks > 0
			? `${tasks} of ${counted(tasksAtOnce, "task")} at once, with ${tools.join(", ") || "no tools"}`
			: "no tasks";
	const parts = [
		nameOf(member),
		version === undefined ? "" : `version ${version}`,
		made,
		queues.includes("posts") ? "posts" : "no posts",
		`since ${new Date(since).toISOString().slice(0, 19)}Z`,
	];
	return well("process", parts.filter((part) => part !== "").join(", "));
}

/** Those that leave tasks to others, because they lack something. */
function toolFindings(members: readonly Member[]): readonly CheckResult[] {
	const makers = members.filter(({ queues }) => queues.includes("tasks"));
	const all = new Set(makers.flatMap(({ tools }) => tools));
	return makers.flatMap((member) => {
		const missing = [...all].filter((tool) => !member.tools.includes(tool)).sort();
		if (missing.length === 0) return [];
		const detail = `${nameOf(member)} lacks ${missing.join(", ")}, which others have`;
		return [
			warning(
				"models",
				detail,
				"Have there what the others have (showrun models pull), then start it again.",
			),
		];
	});
}

function queueFindings(
	{ queue, waiting, underWay, since }: QueueLength,
	members: readonly Member[],
	now: number,
): readonly CheckResult[] {
	const waits =
		queue === "tasks"
			? `${counted(waiting, "task")} waiting, ${underWay} under way`
			: `${counted(waiting, "event")} of posts waiting`;
	if (members.length > 0 && !members.some(({ queues }) => queues.includes(queue)))
		return [failure("queue", `nobody works on ${queue}: ${waits}`, `showrun worker --queues ${queue}`)];
	const ms = since === undefined ? 0 : now - since;
	const limit = queue === "tasks" ? LONG_MS : LATE_MS;
	if (ms <= limit) return [well("queue", waits)];
	const remedy =
		queue === "tasks"
			? "More workers (showrun worker), or more at once (--concurrency)."
			: "See in the logs why the process that delivers does not go on; another takes over when it ends.";
	return [warning("queue", `${waits}, the oldest for ${lasting(ms)}`, remedy)];
}

async function postFindings(
	store: Store,
	members: readonly Member[],
	now: number,
): Promise<readonly CheckResult[]> {
	const { due, unknown, unled } = await readPostTrouble(store, now);
	const late = due.filter((at) => now - at > LATE_MS);
	const findings: CheckResult[] = [];
	if (members.some(({ queues }) => queues.includes("posts")) && unled.length > 0)
		findings.push(
			warning(
				"posts",
				`nobody delivers for ${unled.join(", ")} at the moment`,
				"Wait ten seconds: another process takes over. Else see the logs.",
			),
		);
	if (late.length > 0)
		findings.push(
			warning(
				"posts",
				`${counted(late.length, "post")} due and not begun, for up to ${lasting(now - Math.min(...late))}`,
				"See why they wait: showrun status",
			),
		);
	if (unknown > 0)
		findings.push(
			warning(
				"posts",
				`${counted(unknown, "post")} with an unknown outcome`,
				"Check the accounts, then: showrun posts list",
			),
		);
	return findings;
}

async function letterFindings(store: Store): Promise<readonly CheckResult[]> {
	const dead = (await readEvents(store)).filter(({ status }) => status === "dead").length;
	if (dead === 0) return [];
	return [warning("webhooks", counted(dead, "dead letter"), "showrun webhooks list")];
}

function lasting(ms: number): string {
	const seconds = Math.round(ms / 1_000);
	if (seconds < 120) return `${seconds} s`;
	return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
