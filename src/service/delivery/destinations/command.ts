import { constants } from "node:fs";
import { copyFile, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { defined } from "../../../model/defined.ts";
import { ProgramFault, printable, run } from "../../../system/run.ts";
import type {
	Destination,
	DestinationRefusal,
	Post,
	PostFile,
	Progress,
	PublishOutcome,
	Settled,
	Work,
} from "../destination.ts";
import { NotSentFault } from "./not-sent-fault.ts";
import { postMessage } from "./post-message.ts";
import { postedIn, whereIn } from "./posted-answer.ts";
import { isThere, programPath } from "./program-path.ts";

/** A program that posts for an account. */
export interface CommandSettings {
	readonly kind: "command";
	/** The program and its arguments; no shell. The program is an absolute path, or a name on the PATH. */
	readonly argv: readonly string[];
	/** Absent: the folder of the post's files. */
	readonly cwd?: string;
	/** Names of the variables it gets besides those that every program needs. */
	readonly env: readonly string[];
	/** Longest it may take, in milliseconds. */
	readonly timeoutMs: number;
	/** It can say whether it posted: it is then started with SHOWRUN_PHASE=settle. */
	readonly settle: boolean;
}

export interface CommandParts {
	/** Folder of the service's data. */
	readonly data: string;
	readonly env: Readonly<Record<string, string | undefined>>;
}

/** What every program may need, and what holds no secret. */
const PASSED =
	/^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_[A-Z]+|TZ|TMPDIR|TEMP|TMP|SystemRoot|windir|ComSpec|PATHEXT|APPDATA|LOCALAPPDATA|USERPROFILE|ProgramFiles|ProgramData)$/i;
/** Exit codes with a meaning, of sysexits.h. */
const EXIT = { refused: 65, nothingDone: 75, reconnect: 77 } as const;
/** How much of the output is kept, in characters. */
const KEPT = 2_000;
const SETTLE_MS = 60_000;
/** Longest from arming to starting, by how much clocks differ, and how often it is asked. Milliseconds. */
const [WINDOW_MS, CLOCKS_MS, ASK_MS] = [2_000, 10_000, 30_000];
const ANY_TIME = { earliestMs: 60 * 60_000, livesMs: null } as const;

/** Posts by starting a program with the post as JSON on its standard input and its files on disk. */
export function openCommand(settings: CommandSettings, parts: CommandParts): Destination {
	const destination: Destination = {
		kind: "command",
		lead: ANY_TIME,
		prepare: async (work) => {
			await checkProgram(settings, parts);
			return { kind: "ready", progress: { v: 1, step: "placed", folder: await placeFiles(work, parts) } };
		},
		publish: async (work, ready, arm) => {
			await checkProgram(settings, parts);
			if (!(await arePlaced(work, parts))) await placeFiles(work, parts);
			const input = await inputOf(work, parts);
			const at = work.tools.clock.now();
			const armedFrom = work.tools.clock.monotonic();
			await arm({ ...ready, at });
			if (work.tools.clock.monotonic() - armedFrom > WINDOW_MS)
				return refused("busy", "The command was not started: this process stood still");
			return outcomeOf(await start({ work, settings, parts, phase: "publish", input }));
		},
		discard: ({ folder }) => (typeof folder === "string" ? removeFiles(folder) : Promise.resolve()),
		tidy: ({ post, account }) => removeFiles(folderOf(parts, post, account)),
	};
	if (!settings.settle) return destination;
	return {
		...destination,
		settle: async (work, progress) => {
			// It may have been posted and tidied up, and that was not recorded.
			if (!(await arePlaced(work, parts))) await placeFiles(work, parts);
			const input = await inputOf(work, parts);
			const ending = await start({ work, settings, parts, phase: "settle", input });
			return settledOf(ending, endsIn(settings, work, progress));
		},
	};
}

function folderOf({ data }: CommandParts, { taskId }: Post, account: { readonly id: string }): string {
	return join(data, "commands", `${taskId}-${account.id}`);
}

/** Throws `NotSentFault` for a program that is not there: nothing was done, and it may be there later. */
async function checkProgram({ argv, cwd }: CommandSettings, { env }: CommandParts): Promise<void> {
	const [program = ""] = argv;
	if ((await programPath(program, env)) === undefined)
		throw new NotSentFault(`The program ${printable(program)} was not found, or may not be executed.`, {
			remedy: "Install it, or connect the account again with another command.",
		});
	if (cwd !== undefined && !(await isThere(cwd, constants.R_OK)))
		throw new NotSentFault(`The folder ${printable(cwd)} of the command was not found.`, {
			remedy: "Create it, or connect the account again with another --cwd.",
		});
}

function removeFiles(folder: string): Promise<void> {
	return rm(folder, { recursive: true, force: true });
}

/** Copies, so that a program may do with them what it likes; a clone where the disk can. */
async function placeFiles({ post, account, tools }: Work, parts: CommandParts): Promise<string> {
	const folder = folderOf(parts, post, account);
	const [video, thumbnail] = [await tools.video(), await tools.thumbnail()];
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true, mode: 0o700 });
	await copyFile(thumbnail.path, join(folder, post.thumbnailName), constants.COPYFILE_FICLONE);
	// Last, and whole before it has its name: its being there means that both are.
	await copyFile(video.path, join(folder, "video.tmp"), constants.COPYFILE_FICLONE);
	await rename(join(folder, "video.tmp"), join(folder, "video.mp4"));
	return folder;
}

function arePlaced({ post, account }: Work, parts: CommandParts): Promise<boolean> {
	return isThere(join(folderOf(parts, post, account), "video.mp4"), constants.R_OK);
}

async function inputOf(work: Work, parts: CommandParts): Promise<string> {
	const { post, account, tools } = work;
	const folder = folderOf(parts, post, account);
	const files = {
		video: await fileData(await tools.video(), join(folder, "video.mp4")),
		thumbnail: await fileData(await tools.thumbnail(), join(folder, post.thumbnailName)),
	};
	return `${JSON.stringify(postMessage(work, files))}\n`;
}

async function fileData({ size, type, sha256 }: PostFile, path: string): Promise<object> {
	return { path, size, sha256: await sha256(), content_type: type };
}

interface Start {
	readonly work: Work;
	readonly settings: CommandSettings;
	readonly parts: CommandParts;
	readonly phase: "publish" | "settle";
	readonly input: string;
}

/** How the program ended. */
type Ending =
	| { readonly kind: "ended"; readonly code: number | null; readonly last: string; readonly words: string }
	/** It never ran. */
	| { readonly kind: "not_started"; readonly why: string }
	/** It was stopped while it ran. */
	| { readonly kind: "stopped"; readonly why: string };

async function start({ work, settings, parts, phase, input }: Start): Promise<Ending> {
	const { post, account, tools } = work;
	const environment = environmentOf(settings, parts.env);
	const clean = withoutValues(settings.env.map((name) => parts.env[name]));
	let last = "";
	const ending = await run({
		path: (await programPath(settings.argv[0] ?? "", parts.env)) ?? settings.argv[0] ?? "",
		args: settings.argv.slice(1),
		cwd: settings.cwd ?? folderOf(parts, post, account),
		env: { ...environment, SHOWRUN_POST_ID: `${post.taskId}_${account.id}`, SHOWRUN_PHASE: phase },
		input,
		signal: tools.signal,
		limitMs: phase === "settle" ? Math.min(SETTLE_MS, settings.timeoutMs) : settings.timeoutMs,
		onLine: (line) => {
			if (line.trim() !== "") last = line;
		},
	}).then(
		({ code, lastLines }): Ending => ({ kind: "ended", code, last, words: clean(lastLines.at(-1) ?? "") }),
		(error: unknown): Ending => unfinished(error, tools.signal),
	);
	const status = ending.kind === "ended" ? ending.code : null;
	const text = ending.kind === "ended" ? clean([ending.words, last].filter(Boolean).join(" | ")) : ending.why;
	tools.note({ call: `command ${phase}`, text, ...defined({ status: status ?? undefined }) });
	return ending;
}

function unfinished(error: unknown, signal: AbortSignal): Ending {
	const isUnstarted = error instanceof ProgramFault && error.cause !== undefined;
	if (isUnstarted) return { kind: "not_started", why: error.message };
	if (signal.aborted) return { kind: "stopped", why: "the service was stopped while the command ran" };
	if (error instanceof ProgramFault) return { kind: "stopped", why: error.message };
	throw error;
}

function environmentOf({ env: names }: CommandSettings, env: CommandParts["env"]): CommandParts["env"] {
	return Object.fromEntries(
		Object.entries(env).filter(([name]) => PASSED.test(name) || names.includes(name)),
	);
}

/** Text that can be kept: printable, short, and without the values of the variables that were handed on. */
function withoutValues(values: readonly (string | undefined)[]): (text: string) => string {
	const hidden = values.filter((value) => value !== undefined && value.length >= 4) as readonly string[];
	return (text) =>
		printable(
			hidden.reduce((kept, value) => kept.replaceAll(value, "***"), text),
			KEPT,
		);
}

function outcomeOf(ending: Ending): PublishOutcome {
	if (ending.kind === "not_started") return refused("busy", ending.why);
	if (ending.kind === "stopped") return { kind: "unknown", seen: ending.why };
	const { code, last, words } = ending;
	const because = words === "" ? "" : `: ${words}`;
	if (code === 0) return { kind: "posted", ...whereIn(last) };
	if (code === EXIT.refused) return refused("content", `The command refused the post${because}`);
	if (code === EXIT.nothingDone) return refused("busy", `The command did nothing yet${because}`);
	if (code === EXIT.reconnect)
		return refused("reconnect", `The command has to be authorized again${because}`);
	return { kind: "unknown", seen: `the command ended with ${code ?? "a signal"}${because}` };
}

function refused(cause: DestinationRefusal["cause"], message: string): PublishOutcome {
	return { kind: "refused", why: { cause, message } };
}

/**
 * How long what was started may still run, in milliseconds: it outlives a process that was killed. Undefined:
 * nobody knows when it was started.
 */
function endsIn(
	{ timeoutMs }: CommandSettings,
	{ tools }: Work,
	progress: Progress | undefined,
): number | undefined {
	const at = progress?.at;
	return typeof at === "number" ? at + WINDOW_MS + timeoutMs + CLOCKS_MS - tools.clock.now() : undefined;
}

/** What it did not post yet it may still post, as long as it may run. */
function settledOf(ending: Ending, endsInMs: number | undefined): Settled {
	const look = "where the command posts to";
	if (ending.kind !== "ended" || ending.code !== 0) return { kind: "cannot_tell", look };
	const { posted } = postedIn(ending.last);
	if (posted === true) return { kind: "posted", ...whereIn(ending.last) };
	if (posted !== false || endsInMs === undefined) return { kind: "cannot_tell", look };
	return endsInMs > 0
		? { kind: "wait", ms: Math.min(ASK_MS, endsInMs) }
		: { kind: "not_posted", again: "same" };
}
