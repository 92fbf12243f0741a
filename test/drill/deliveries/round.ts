import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Secret } from "../../../src/model/secret.ts";
import { openCredentials } from "../../../src/service/credentials/credentials.ts";
import { openAccounts } from "../../../src/service/store/accounts.ts";
import { folderStore } from "../../../src/service/store/folder/store.ts";
import { newWebhookSecret } from "../../../src/webhooks/signature.ts";
import type { WireAccount, WirePublishTask } from "../../../src/wire/messages.gen.ts";
import { type Behaviour, type Receiver, startReceiver } from "../../fakes/webhook-receiver.ts";
import { POSTING_PROGRAM } from "../../service/delivery/posting-command.ts";
import { type Callable, until } from "../../service/world.ts";
import { callable, copyOf, type Template } from "../races/racer.ts";
import type { ProcessOptions } from "./process.ts";

const PATH = "/api/v2/social-media/publish";
const START_MS = 60_000;
/** So long after it was sent a receiver that does not have it will not get it. */
const SOON_MS = 120_000;
/** So long after a post was sent a person can say that it is not there. */
const LATER_MS = 900_000;

/** When the service dies: at a write of a post, when the receiver answers, or so long after the request. */
export type Death =
	| { readonly at: "write"; readonly write: number; readonly isWritten: boolean; readonly isGone?: true }
	| { readonly at: "message"; readonly behaviour: Behaviour }
	| { readonly at: "random"; readonly afterMs: number };

/** Four accounts: a webhook and a command, each with and without a way to be asked. */
const COMMANDS = [
	{ platform: "facebook", username: "Page", settle: false },
	{ platform: "linkedin", username: "Acme Inc.", settle: true },
] as const;

/** As the process declares them. */
const WEBHOOKS = [
	{ platform: "youtube", username: "Acme", via: "webhook" },
	{ platform: "tiktok", username: "@acme", via: "webhook" },
] as const;

interface Round {
	readonly template: Template;
	/** The bundled process. */
	readonly program: string;
	readonly death: Death;
}

/** What did not hold in one round, and how many outcomes were left to a person. */
export interface Rounded {
	readonly broken: readonly string[];
	readonly unknown: number;
}

/** Publishes to four accounts, dies once, goes on, and asks the receivers what they have. */
export async function tryRound({ template, program, death }: Round): Promise<Rounded> {
	const folder = await copyOf(template);
	const secret = newWebhookSecret().reveal();
	let ahead = 0;
	const receiver = await startReceiver(secret, { now: () => Date.now() + ahead });
	const log = join(folder, "posted.log");
	const isGone = death.at === "write" && death.isGone === true;
	await connectCommands(folder, { log, mode: isGone ? "exit77" : "ok" });
	const options = { aheadMs: 0, url: receiver.url, secret };
	const start = (more: Partial<ProcessOptions> = {}) =>
		startProcess(program, folder, { ...options, aheadMs: ahead, ...more });
	const running: Process[] = [];
	try {
		const dies = death.at === "write" ? { dies: death } : {};
		const first = await start(dies);
		running.push(first);
		if (death.at === "message") receiver.behave(death.behaviour, { kind: "ok" });
		if (isGone) receiver.behave({ kind: "status", status: 410 });
		await publishAndDie(first, { template, death, receiver, log });
		ahead = SOON_MS;
		const second = await start();
		running.push(second);
		const id = await published(second, template.project);
		if (isGone) await reconnected(second, id, { folder, log, receiver });
		const task = await ended(second, id);
		const broken = await judged(task, second, { receiver, log });
		const unknown = (task.results ?? []).filter(({ state }) => state === "unknown");
		await stop(second);
		ahead = LATER_MS;
		const third = await start();
		running.push(third);
		broken.push(...(await resolved(third, id, { receiver, log })));
		return { broken: [...broken, ...receiver.wrong], unknown: unknown.length };
	} finally {
		await Promise.all(running.map(stop));
		await receiver.close();
		await rm(folder, { recursive: true, force: true });
	}
}

interface Process extends Callable {
	readonly child: ChildProcess;
}

/** What the outside world holds. */
interface Outside {
	readonly receiver: Receiver;
	readonly log: string;
}

/** Every account waits by name and nothing is out; then all of them are connected again. */
async function reconnected(
	process: Process,
	id: string,
	{ folder, ...outside }: Outside & { readonly folder: string },
): Promise<void> {
	const isHeldUp = (status: string, note: string | undefined) =>
		["DONE", "ERROR"].includes(status) || /connected again\.$|reconnect the account\.$/.test(note ?? "");
	await until(
		() => read(process, id),
		({ results = [] }) => results.every(({ status, note }) => isHeldUp(status, note)),
	);
	const { receiver, log } = outside;
	const posts = receiver.commits.length + (await postedBy(log)).length;
	if (posts > 0) throw new Error(`${posts} posts are out before their accounts were connected again`);
	receiver.behave({ kind: "ok" });
	const book = openAccounts(folderStore(join(folder, "data")), WEBHOOKS);
	for (const account of WEBHOOKS) await book.connect(account, Date.now());
	await connectCommands(folder, { log, mode: "ok" });
}

interface Commands {
	readonly log: string;
	readonly mode: "ok" | "exit77";
}

async function connectCommands(folder: string, { log, mode }: Commands): Promise<void> {
	const [data, script] = [join(folder, "data"), join(folder, "post.mjs")];
	await writeFile(script, POSTING_PROGRAM);
	const book = openAccounts(folderStore(data), []);
	const credentials = openCredentials(folderStore(data), { file: join(folder, "user", "credentials.key") });
	for (const { settle, ...account } of COMMANDS) {
		const argv = [process.execPath, script, log, mode];
		await credentials.put(book.idOf(account), { kind: "command", argv, env: [], timeoutMs: 60_000, settle });
		await book.connect({ ...account, via: "command" }, Date.now());
	}
}

async function startProcess(program: string, folder: string, options: ProcessOptions): Promise<Process> {
	const child = spawn(process.execPath, [program, folder, JSON.stringify(options)], {
		stdio: ["pipe", "pipe", "inherit"],
	});
	child.stdin.on("error", () => {});
	const signal = AbortSignal.timeout(START_MS);
	const [line] = (await once(createInterface({ input: child.stdout }), "line", { signal })) as [string];
	const { url, key } = JSON.parse(line) as { readonly url: string; readonly key: string };
	return { ...callable({ url, apiKey: new Secret(key), close: async () => undefined }), child };
}

async function stop({ child }: Process): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const exit = once(child, "exit");
	child.kill("SIGKILL");
	await exit;
}

async function publishAndDie(
	first: Process,
	{ template, death, receiver, log }: Outside & Pick<Round, "template" | "death">,
): Promise<void> {
	const exit = once(first.child, "exit");
	// It may die before it answers.
	await published(first, template.project).catch(() => undefined);
	if (death.at === "random") {
		await new Promise((settle) => setTimeout(settle, death.afterMs));
		await stop(first);
	} else if (death.at === "message") {
		await until(
			async () => receiver.arrived.length + receiver.connections(),
			(count) => count > 0,
		);
		await stop(first);
	} else {
		const isOver = until(
			async () => (await postedBy(log)).length + receiver.arrived.length,
			// Who has to be authorized again posts nothing: only the two webhooks are heard of.
			(count) => count >= (death.isGone ? 2 : 4),
		).then(() => new Promise((settle) => setTimeout(settle, 500)));
		await Promise.race([exit, isOver]);
		await stop(first);
	}
}

/** The same request twice is one post. */
async function published(process: Callable, project_id: string): Promise<string> {
	const accounts = (await process.call("GET", "/api/v2/social-media/accounts")).body.data;
	const configs = (accounts as readonly WireAccount[]).map(({ id }) => [
		id,
		{ title: "T", description: "D" },
	]);
	const answer = await process.call("POST", PATH, {
		headers: { "idempotency-key": "the-only-post" },
		body: { project_id, idx: 0, publish_configs: Object.fromEntries(configs) },
	});
	if (answer.status !== 200) throw new Error(`publish answered ${answer.status}: ${answer.body.message}`);
	return (answer.body.data as WirePublishTask).task_id;
}

async function read({ call }: Callable, id: string): Promise<WirePublishTask> {
	return (await call("GET", `${PATH}/${id}`)).body.data as WirePublishTask;
}

function ended(process: Callable, id: string): Promise<WirePublishTask> {
	return until(
		() => read(process, id),
		({ status }) => ["DONE", "PARTIAL_DONE", "ERROR"].includes(status),
	);
}

/** Ids of what commands posted: the task and the account. */
async function postedBy(log: string): Promise<readonly string[]> {
	const text = await readFile(log, "utf8").catch(() => "");
	return text
		.split("\n")
		.filter(Boolean)
		.map((line) => (JSON.parse(line) as { readonly id: string }).id);
}

/** How often the outside world got the post of each account. */
async function counted(accountId: string, { receiver, log }: Outside): Promise<number> {
	const ids = [...receiver.commits.map(({ id }) => id), ...(await postedBy(log))];
	return ids.filter((id) => id.endsWith(accountId)).length;
}

async function judged(
	{ results = [] }: WirePublishTask,
	{ call }: Callable,
	outside: Outside,
): Promise<string[]> {
	const accounts = (await call("GET", "/api/v2/social-media/accounts")).body.data as readonly WireAccount[];
	const broken: string[] = [];
	for (const { account_id, status, state, error_message } of results) {
		const posts = await counted(account_id, outside);
		const platform = accounts.find(({ id }) => id === account_id)?.platform;
		const where = `${platform} ${status} ${state ?? ""} ${error_message ?? ""}: ${posts} posts`;
		const mayBe = status === "DONE" ? posts === 1 : posts <= 1 && state === "unknown";
		if (!mayBe) broken.push(where);
		const isAsked = platform === "tiktok" || platform === "linkedin";
		if (isAsked && status !== "DONE") broken.push(`could be asked, and is ${where}`);
		if (state === "unknown" && !error_message?.startsWith("It is unknown whether")) broken.push(where);
	}
	return broken;
}

/** A person looks at every unknown one and says what is there; what is not there is sent once more. */
async function resolved(process: Callable, id: string, outside: Outside): Promise<readonly string[]> {
	const change = async (kind: string, body: object = {}) => {
		const { version } = await read(process, id);
		const headers = { "if-match": `"${version}"` };
		const { status } = await process.call("POST", `${PATH}/${id}/${kind}`, { body, headers });
		if (status !== 200) throw new Error(`${kind} answered ${status}`);
	};
	const { results = [] } = await read(process, id);
	for (const { account_id } of results.filter(({ state }) => state === "unknown")) {
		const outcome = (await counted(account_id, outside)) === 0 ? "not_posted" : "posted";
		await change("resolve", { account_id, outcome });
	}
	if ((await read(process, id)).status !== "DONE") await change("retry");
	const { status } = await ended(process, id);
	const counts = await Promise.all(results.map(({ account_id }) => counted(account_id, outside)));
	const isWhole = status === "DONE" && counts.every((count) => count === 1);
	return isWhole ? [] : [`after a person said what is there: ${status}, posts ${counts.join(", ")}`];
}
