import type { Diagnostic } from "../model/diagnostic.ts";
import { isRuleId, RULES } from "../model/rules.ts";
import { MAX_DIAGNOSTICS, TOO_MANY } from "../yaml/shape.ts";
import { byPlace, diagnosed } from "../yaml/source.ts";
import type { RuleContext } from "./rule-context.ts";
import { addedClips } from "./rules/added.ts";
import { brandFamily, brandParts } from "./rules/brand.ts";
import { backwards, clipChoice, clipsWithinLimit, patterns } from "./rules/clips.ts";
import { captionStyle, layoutForRatio, ratioForReframe } from "./rules/export.ts";
import { feedKinds, feedNames, feedPlaces, itemEntries } from "./rules/feeds.ts";
import type { RuleFinding } from "./rules/finding.ts";
import { captionStyles, idleTranslation, languages } from "./rules/known-values.ts";
import { ruleLevels } from "./rules/levels.ts";
import { matrices, matrixChoices, oneMoment, spokenLanguage } from "./rules/matrix.ts";
import {
	exportNeeded,
	flagsOfTiktok,
	lowResolution,
	neededTexts,
	shapeForPlatform,
	thumbnails,
	visibilities,
	youtubeCategory,
} from "./rules/platform.ts";
import { everyTarget, type TargetRule } from "./rules/post-targets.ts";
import { brandPrivate, knownCategory, lengthForPlatform, otherResolution } from "./rules/posting.ts";
import {
	duplicateAccounts,
	otherTimezones,
	timezone,
	unknownAccount,
	unknownLike,
	unknownPreset,
	unknownSchedule,
	unknownVideo,
	usernames,
} from "./rules/reference.ts";
import { moves } from "./rules/renames.ts";
import { resolutions } from "./rules/resolutions.ts";
import { sourceFile, sourceGiven, transcriptBeside, transcriptFile } from "./rules/source.ts";

/** What every account of every post must keep to. */
const OF_TARGETS: readonly TargetRule[] = [
	neededTexts,
	visibilities,
	flagsOfTiktok,
	lowResolution,
	shapeForPlatform,
	youtubeCategory,
	thumbnails,
	brandPrivate,
	knownCategory,
	lengthForPlatform,
	otherResolution,
];

/** What a campaign must keep to beyond its shape. Each looks at the whole campaign and gives its findings. */
const CHECKS: readonly ((context: RuleContext) => readonly RuleFinding[])[] = [
	timezone,
	otherTimezones,
	duplicateAccounts,
	usernames,
	unknownLike,
	unknownPreset,
	unknownSchedule,
	unknownVideo,
	unknownAccount,
	clipChoice,
	clipsWithinLimit,
	backwards,
	addedClips,
	patterns,
	feedNames,
	feedKinds,
	feedPlaces,
	itemEntries,
	matrices,
	spokenLanguage,
	matrixChoices,
	oneMoment,
	sourceGiven,
	sourceFile,
	transcriptFile,
	transcriptBeside,
	brandParts,
	brandFamily,
	ratioForReframe,
	layoutForRatio,
	captionStyle,
	exportNeeded,
	(context) => everyTarget(context, OF_TARGETS),
	moves,
	resolutions,
	ruleLevels,
	languages,
	captionStyles,
	idleTranslation,
];

/**
 * Everything the rules find in one campaign. What several entries inherit from one line is said once, and of
 * hundreds of mistakes the first are enough.
 */
export function checkRules(context: RuleContext): readonly Diagnostic[] {
	const found = CHECKS.flatMap((rule) => rule(context)).map(({ path, part, ...words }) =>
		diagnosed(words, context.file.spot(path, part)),
	);
	const first = new Map<string, Diagnostic>();
	for (const each of found) {
		const key = `${each.rule} ${each.summary} ${each.place?.file}:${each.place?.line}:${each.place?.column}`;
		if (!first.has(key)) first.set(key, each);
	}
	return bounded([...first.values()], context);
}

/** Only what no level can turn off is left out: the rest may not count at all. */
function bounded(all: readonly Diagnostic[], { file }: RuleContext): readonly Diagnostic[] {
	const sure = all.filter(
		({ rule, severity }) => severity === "error" && isRuleId(rule) && RULES[rule].locked === "all",
	);
	if (sure.length <= MAX_DIAGNOSTICS) return all;
	const left = new Set(sure.sort(byPlace).slice(MAX_DIAGNOSTICS));
	return [...all.filter((each) => !left.has(each)), diagnosed(TOO_MANY, file.spot([]))];
}
