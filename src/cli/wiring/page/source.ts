import { basename } from "node:path";
import type { Settings } from "../../../model/settings.ts";
import type { Word } from "../../../model/unknown.ts";
import type { CommandEnd, NamedClip, Overview, PageSource, SettingLine } from "../../../page/port.ts";
import { attemptsIn, historyOf } from "../../../state/history.ts";
import { systemClock } from "../../../system/clock.ts";
import { lookAtState } from "../look-at-state.ts";
import type { Connected } from "../service.ts";
import { statePlace } from "../store.ts";
import { openAccounts } from "./accounts.ts";
import { type ApplyRuns, openApplyRuns } from "./apply-runs.ts";
import type { FoundClip } from "./clip-files.ts";
import { foundClip } from "./clip-media.ts";
import { openCommits } from "./commits.ts";
import { openPageFeeds } from "./feeds.ts";
import { openInputs, type PageSubject } from "./inputs.ts";
import { type KeptUntilChanged, keptUntilChanged } from "./kept.ts";
import { planApart } from "./last-plan.ts";
import { openOverviews } from "./overview.ts";
import { ownCommand } from "./own-command.ts";
import { openPlans } from "./plans.ts";
import { openReview } from "./review.ts";
import { openVideoDetails } from "./video-details.ts";

/** What is shown is made anew after so long, because times go by. Milliseconds. */
const MAX_MS = 60_000;
/** A plan of an embedded service, for which asking costs nothing. Milliseconds. */
const PLAN_MS = 5 * 60_000;

interface PageSourceParts extends PageSubject {
	readonly mode: PageSource["mode"];
	readonly connected: Connected;
	/** Hears when something has changed here. */
	readonly changed: () => void;
}

/** A source, and what the process that listens asks besides. */
export interface OwnPageSource extends PageSource {
	/** Something has changed: all that is shown is read anew. */
	forget(): void;
	/** Undefined: it is not rendered. */
	clip(named: NamedClip): Promise<FoundClip | undefined>;
}

/** Where the page has its data from: what the commands of the same names do. */
export function pageSource({ mode, connected, changed, ...subject }: PageSourceParts): OwnPageSource {
	const { settings } = subject;
	const { now } = systemClock;
	const plans = openPlans(subject);
	const isOwn = settings.service.url === undefined;
	const inputs = openInputs(subject);
	const overview = keptOverview(subject, { inputs, changed });
	const history = keptUntilChanged(() => readHistory(settings), { now, maxMs: MAX_MS });
	const plan = keptUntilChanged(() => plans.make(isOwn), { now, maxMs: PLAN_MS });
	const details = openVideoDetails({ ...subject, connected });
	const applies: ApplyRuns = openApplyRuns(subject, { plans, changed });
	const commits = openCommits({ inputs, signal: subject.signal });
	const forget = () => {
		for (const each of [overview, history, plan, commits]) each.forget();
	};
	const feeds = openPageFeeds(subject, overview.get);
	const review = openReview(inputs, settings.root);
	return {
		workspace: basename(settings.root),
		mode,
		overview: overview.get,
		history: history.get,
		plan: plan.get,
		settings: async () => settingLines(settings),
		details: async (video) => details(video, await overview.get()),
		decide: (decision) => review(decision).finally(forget),
		uncommitted: commits.uncommitted,
		commit: commits.commit,
		accounts: openAccounts({ ...subject, connected, overview: overview.get }),
		...feeds,
		sayOfItem: (word) => feeds.sayOfItem(word).finally(forget),
		resolve: (operation, word, by) => resolved(subject, { operation, word, by }).finally(forget),
		apply: applies.start,
		applying: applies.last,
		forget,
		clip: async (named) => foundClip(named, await overview.get()),
	};
}

/** What is planned later for it is a change as well. */
function keptOverview(
	subject: PageSubject,
	parts: Pick<Parameters<typeof openOverviews>[0], "inputs" | "changed">,
): KeptUntilChanged<Overview> {
	const changed = () => {
		kept.forget();
		parts.changed();
	};
	const overviews = openOverviews({
		inputs: parts.inputs,
		planApart: (given) => planApart(given, subject),
		signal: subject.signal,
		changed,
	});
	const kept = keptUntilChanged(overviews.read, { now: systemClock.now, maxMs: MAX_MS });
	return kept;
}

async function readHistory(settings: Settings) {
	return settings.stateGit === undefined
		? historyOf(statePlace(settings))
		: attemptsIn(await lookAtState(settings));
}

interface ResolveWord {
	readonly operation: string;
	readonly word: Word;
	readonly by: string;
}

async function resolved(
	{ settings, signal }: PageSubject,
	{ operation, word, by }: ResolveWord,
): Promise<CommandEnd> {
	const id = word.as === "posted" && word.taskId !== undefined ? ["--task-id", word.taskId] : [];
	const lines: string[] = [];
	const code = await ownCommand({
		args: [
			"resolve",
			operation,
			FLAGS[word.as],
			...id,
			"--reason",
			`${by}, on the page`,
			"--in",
			settings.root,
		],
		signal,
		tell: (line) => void lines.push(line),
	});
	return { ok: code === 0, text: lines.join("\n") };
}

const FLAGS = { posted: "--posted", "not-posted": "--not-posted", abandoned: "--abandon" } as const;

/** Settings one a line; what is secret has `***` as its text. */
function settingLines(settings: Settings): readonly SettingLine[] {
	return linesOf(
		"",
		JSON.parse(
			JSON.stringify(settings, (key, value) =>
				key === "tokenSha256" ? "***" : value === Number.POSITIVE_INFINITY ? "no limit" : value,
			),
		),
	);
}

function linesOf(name: string, value: unknown): readonly SettingLine[] {
	if (typeof value !== "object" || value === null) return [{ name, value: String(value) }];
	const entries = Object.entries(value);
	if (entries.length === 0) return name === "" ? [] : [{ name, value: "none" }];
	return entries.flatMap(([key, each]) => linesOf(name === "" ? key : `${name}.${key}`, each));
}
