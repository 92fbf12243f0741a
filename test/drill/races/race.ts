import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { WirePublishTask } from "../../../src/wire/messages.gen.ts";
import { accountOn, until } from "../../service/world.ts";
import type { Racer, Template } from "./racer.ts";

/** What is asked of a post around its minute. */
const ACTIONS = [["cancel"], ["update"], ["cancel", "update"]] as const;
type Action = (typeof ACTIONS)[number][number];

const PATH = "/api/v2/social-media/publish";
/** Far enough ahead to be published also on a busy machine; then the clock is moved. */
const AHEAD_MS = 6 * 60_000;
const HOUR = 3_600_000;
/** The minute comes so long after the clock was moved. Milliseconds. */
const LEAD_MS = 60;
/** When something is asked, and when the service is killed, after the clock was moved. */
const ASKED_MS = { from: 0, to: 120 };
const KILLED_MS = { from: 20, to: 220 };
const TITLES = { before: "as asked for", after: "as updated" } as const;

/** What became of one post. */
export interface Raced {
	readonly actions: readonly Action[];
	/** Status of each answer that came; a lost one has none. */
	readonly answers: readonly { readonly action: Action; readonly status: number | undefined }[];
	readonly task: WirePublishTask;
	/** The post in the outbox. */
	readonly posted: { readonly title?: string; readonly delivered_at?: number } | undefined;
	/** When it was to go out, and when after an update. */
	readonly due: number;
	readonly later: number;
}

/** Whether the service is killed, by chance. */
export type Kills = "sometimes" | "always";

/**
 * Lets three posts fall due while they are cancelled, updated, or both, and the service is killed; brings
 * them home and tells what became of each. Ends the service and removes its folder.
 */
export async function race(
	first: Racer,
	{ project, ...chance }: Pick<Template, "project"> & Chance,
): Promise<readonly Raced[]> {
	const account = await accountOn(first, "youtube");
	const due = first.now() + AHEAD_MS;
	const later = due + HOUR;
	const body = { scheduled_at: later, publish_configs: { [account]: { title: TITLES.after } } };
	const posts = await Promise.all(
		ACTIONS.map(async (actions) => ({ actions, id: await publish(first, { project, account, due }) })),
	);
	first.move(due - first.now() - LEAD_MS);
	const { racer, answers } = await disturb(first, { posts, body, ...chance });
	try {
		const settled: Raced["answers"][] = [];
		for (const [at, { id }] of posts.entries())
			settled.push(await settle(racer, { id, body, answers: answers[at] ?? [] }));
		for (const { id } of posts)
			await until(
				() => read(racer, id),
				(task) => isOver(task, later),
			);
		racer.move(later + HOUR - racer.now());
		return await Promise.all(
			posts.map(async ({ id, actions }, at) => {
				const task = await until(() => read(racer, id), isFinal);
				const posted = await postedOf(racer, task);
				return { actions, answers: settled[at] ?? [], task, posted, due, later };
			}),
		);
	} finally {
		await racer.close();
		await rm(racer.folder, { recursive: true, force: true });
	}
}

interface Disturbance extends Chance {
	readonly posts: readonly { readonly id: string; readonly actions: readonly Action[] }[];
	/** Of an update. */
	readonly body: object;
}

/** Asks for everything, each at a moment of its own, and kills the service at another. */
async function disturb(
	first: Racer,
	{ posts, body, random, kills }: Disturbance,
): Promise<{ readonly racer: Racer; readonly answers: readonly Raced["answers"][] }> {
	const within = ({ from, to }: typeof ASKED_MS) => wait(from + random(to - from));
	const isKilled = kills === "always" || random(4) > 0;
	let dead = false;
	const kill = async () => {
		await within(KILLED_MS);
		dead = true;
		return first.kill();
	};
	const answered = async (id: string, action: Action) => {
		await within(ASKED_MS);
		const status = dead ? undefined : await ask(first, { id, action, body }).catch(() => undefined);
		// What came after the end was not heard by anybody.
		return { action, status: dead ? undefined : status };
	};
	const [racer, ...answers] = await Promise.all([
		isKilled ? kill() : first,
		...posts.map(({ id, actions }) => Promise.all(actions.map((action) => answered(id, action)))),
	]);
	return { racer, answers };
}

/** Whether nothing more happens to it at this time. */
function isOver(task: WirePublishTask, later: number): boolean {
	return isFinal(task) || (task.status === "SCHEDULED" && task.scheduled_at === later);
}

function isFinal({ status }: WirePublishTask): boolean {
	return ["DONE", "PARTIAL_DONE", "ERROR", "CANCELLED"].includes(status);
}

async function read(racer: Racer, id: string): Promise<WirePublishTask> {
	return (await racer.call("GET", `${PATH}/${id}`)).body.data as WirePublishTask;
}

async function postedOf({ folder }: Racer, { task_id: id }: WirePublishTask): Promise<Raced["posted"]> {
	const path = join(folder, "outbox", "youtube", "Acme", id, "post.json");
	const text = await readFile(path, "utf8").catch(() => undefined);
	return text === undefined ? undefined : JSON.parse(text);
}

interface Chance {
	readonly random: (limit: number) => number;
	readonly kills: Kills;
}

async function publish(
	racer: Racer,
	{ project, account, due }: { readonly project: string; readonly account: string; readonly due: number },
): Promise<string> {
	const publish_configs = { [account]: { title: TITLES.before } };
	const { status, body } = await racer.call("POST", PATH, {
		body: { project_id: project, idx: 0, publish_configs, scheduled_at: due },
	});
	if (status !== 200) throw new Error(`publish answered ${status}: ${body.message}`);
	return (body.data as WirePublishTask).task_id;
}

interface Asked {
	readonly id: string;
	readonly action: Action;
	readonly body: object;
}

/** The status of an answer. */
async function ask(racer: Racer, { id, action, body }: Asked): Promise<number> {
	const headers = { "if-match": '"1"' };
	const answer =
		action === "cancel"
			? await racer.call("POST", `${PATH}/${id}/cancel`, { headers })
			: await racer.call("PATCH", `${PATH}/${id}`, { body, headers });
	return answer.status;
}

/** Asks again what was not answered, for the same version. */
async function settle(
	racer: Racer,
	{ id, body, answers }: { readonly id: string; readonly body: object; readonly answers: Raced["answers"] },
): Promise<Raced["answers"]> {
	const again: Raced["answers"][number][] = [];
	for (const { action } of answers.filter(({ status }) => status === undefined))
		again.push({ action, status: await ask(racer, { id, action, body }) });
	return [...answers, ...again];
}

/** What does not hold of a post that is over. */
export function brokenIn({ answers, task, posted, due, later }: Raced): readonly string[] {
	const { status, scheduled_at: scheduledAt } = task;
	const all = (action: Action) => answers.filter((each) => each.action === action);
	const isAnswered = (action: Action, wanted: number) => all(action).some((each) => each.status === wanted);
	const isLost = (action: Action) => all(action).some((each) => each.status === undefined);
	const isUpdated = scheduledAt === later;
	const claims: Readonly<Record<string, boolean>> = {
		"delivered or cancelled": status === "DONE" || status === "CANCELLED",
		"in the outbox exactly when it is delivered": (posted !== undefined) === (status === "DONE"),
		"cancelled when a cancel was answered so": !isAnswered("cancel", 200) || status === "CANCELLED",
		"cancelled only when that was asked for": status !== "CANCELLED" || isAnswered("cancel", 200),
		"delivered when a cancel came too late": !isAnswered("cancel", 409) || status === "DONE",
		"cancelled or updated of one version, not both": !(
			isAnswered("cancel", 200) && isAnswered("update", 200)
		),
		"updated when an update was answered so": !isAnswered("update", 200) || isUpdated,
		"updated only when that was asked for": !isUpdated || isAnswered("update", 200) || isLost("update"),
		"delivered with the texts of its time":
			posted === undefined || posted.title === (isUpdated ? TITLES.after : TITLES.before),
		"delivered at its time": posted === undefined || (posted.delivered_at ?? 0) >= (isUpdated ? later : due),
		"answered with a status of a race": answers.every(({ status: each = 200 }) =>
			[200, 409, 412].includes(each),
		),
	};
	const facts = JSON.stringify({ answers, status, scheduledAt, due, later, posted });
	return Object.keys(claims)
		.filter((claim) => !claims[claim])
		.map((claim) => `not ${claim}: ${facts}`);
}
