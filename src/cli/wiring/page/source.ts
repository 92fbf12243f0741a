import { basename } from "node:path";
import type { Settings } from "../../../model/settings.ts";
import type { Word } from "../../../model/unknown.ts";
import type { CommandEnd, PageSource, SettingLine } from "../../../page/port.ts";
import { attemptsIn, historyOf } from "../../../state/history.ts";
import { systemClock } from "../../../system/clock.ts";
import { lookAtState } from "../look-at-state.ts";
import type { Connected } from "../service.ts";
import { statePlace } from "../store.ts";
import { openAccounts } from "./accounts.ts";
import { type ApplyRuns, openApplyRuns } from "./apply-runs.ts";
import { openClipMedia } from "./clip-media.ts";
import { openPageFeeds } from "./feeds.ts";
import type { Freshness } from "./freshness.ts";
import { keptUntilChanged } from "./kept.ts";
import { type PageSubject, readOverview } from "./overview.ts";
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
	readonly freshness: Freshness;
	readonly connected: Connected;
}

/** Where the page has its data from: what the commands of the same names do. */
export function pageSource({ mode, freshness, connected, ...subject }: PageSourceParts): PageSource {
	const { settings } = subject;
	const { now } = systemClock;
	const plans = openPlans(subject);
	const isOwn = settings.service.url === undefined;
	const overview = keptUntilChanged(() => readOverview(subject), { now, maxMs: MAX_MS });
	const history = keptUntilChanged(() => readHistory(settings), { now, maxMs: MAX_MS });
	const plan = keptUntilChanged(() => plans.make(isOwn), { now, maxMs: PLAN_MS });
	const forget = () => {
		for (const each of [overview, history, plan]) each.forget();
	};
	freshness.listen(forget);
	const details = openVideoDetails(connected, subject.signal);
	const media = openClipMedia(connected.service, subject.signal);
	const applies: ApplyRuns = openApplyRuns(subject, { plans, changed: freshness.changed });
	return {
		workspace: basename(settings.root),
		mode,
		overview: overview.get,
		history: history.get,
		plan: plan.get,
		settings: async () => settingLines(settings),
		details: async (video) => details(video, await overview.get()),
		media: async (clip, range) => media(clip, { range, overview: await overview.get() }),
		decide: openReview(() => readOverview(subject), settings.root),
		accounts: openAccounts({ ...subject, connected, overview: overview.get }),
		...openPageFeeds(subject, overview.get),
		resolve: (operation, word, by) => resolved(subject, { operation, word, by }),
		apply: applies.start,
		applying: applies.last,
		listen: freshness.listen,
	};
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
