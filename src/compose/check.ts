import { closest, distance } from "fastest-levenshtein";
import type { Campaign, Post, PostTarget, PostTemplate } from "../model/campaign.ts";
import { defined } from "../model/defined.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Place } from "../model/place.ts";
import { RULES } from "../model/rules.ts";
import { bodyOf, sentBody } from "./body.ts";
import { checkCrowding } from "./check-crowding.ts";
import { checkTimes } from "./check-times.ts";
import { isSameForAll, scopeWithoutClip, type Variables, variablesIn } from "./scope.ts";
import { checkTemplate, isLiteral, type TemplateProblem } from "./template.ts";
import { checkBody, type PostFinding } from "./texts.ts";

/** What parts that other errors have taken away may have declared. */
const DECLARED = /^(inputs|hashtags)\./;

/**
 * Finds every template that cannot work, every text that is known and would be refused, and everything wrong
 * with times, before the first call.
 * Of a torn campaign, which other errors have taken parts from, only the templates are looked at.
 */
export function checkTexts(campaign: Campaign, extent: "whole" | "torn" = "whole"): Diagnostic[] {
	const ofItems = new Set(campaign.ofItems?.posts);
	const all = withEveryEntry(campaign);
	const cells = new Map(all.videos.map(({ name, cell }) => [name, cell]));
	const knownTo = (post: Post) =>
		variablesIn(campaign, { areItems: ofItems.has(post), ...defined({ cell: cells.get(post.from) }) });
	if (extent === "torn")
		return once(
			all.posts.flatMap((post) =>
				post.targets.flatMap((target) => checkTemplates(target, knownTo(post), DECLARED)),
			),
		);
	const texts = all.posts.flatMap((post) =>
		post.targets.flatMap((target) => {
			const wrong = checkTemplates(target, knownTo(post));
			return wrong.length > 0 ? wrong : checkKnown(target, post, campaign);
		}),
	);
	return once([...texts, ...checkTimes(all), ...checkCrowding(all)]);
}

/** An entry of `posts` is there once for every video of a matrix, and its mistakes once all the same. */
function once(all: readonly Diagnostic[]): Diagnostic[] {
	const first = new Map<string, Diagnostic>();
	for (const each of all) {
		const { rule, detail, place } = each;
		const key = `${rule} ${place?.file}:${place?.line}:${place?.column} ${detail}`;
		if (!first.has(key)) first.set(key, each);
	}
	return [...first.values()];
}

/** An entry that stands for every item of a feed is checked as one video. */
function withEveryEntry(campaign: Campaign): Campaign {
	const { videos, posts, ofItems } = campaign;
	if (ofItems === undefined) return campaign;
	const source = { kind: "url", url: "" } as const;
	const forAll = ofItems.videos.map((each) => ({ ...each, source }));
	return { ...campaign, videos: [...videos, ...forAll], posts: [...posts, ...ofItems.posts] };
}

function checkTemplates(target: PostTarget, known: Variables, unsure?: RegExp): Diagnostic[] {
	return templatesOf(target.body).flatMap(([field, template]) => {
		const problem = isLiteral(template) ? undefined : checkTemplate(template, known.names, known.also);
		return problem === undefined || unsure?.test(problem.unknown ?? "")
			? []
			: [templateDiagnostic(problem, known.names, target.places[field] ?? target.place)];
	});
}

function templatesOf(body: PostTemplate): [keyof PostTemplate, string][] {
	const tags = typeof body.tags === "string" ? [body.tags] : (body.tags ?? []);
	const all: [keyof PostTemplate, string | undefined][] = [
		["title", body.title],
		["description", body.description],
		...tags.map((tag): ["tags", string] => ["tags", tag]),
	];
	return all.filter((pair): pair is [keyof PostTemplate, string] => pair[1] !== undefined);
}

function templateDiagnostic(problem: TemplateProblem, known: readonly string[], place: Place): Diagnostic {
	const hint =
		problem.unknown === undefined
			? `Templates are Liquid, for example "{{ clip.title | fit: 100 }}".`
			: `${near(problem.unknown, known)}Known: ` +
				`${known.slice(0, 40).join(", ")}${known.length > 40 ? ", …" : ""}.`;
	return {
		severity: "error",
		rule: problem.unknown === undefined ? "template-syntax" : "unknown-variable",
		summary: "This template cannot be filled in",
		detail: problem.message,
		hint,
		place,
	};
}

function near(given: string, known: readonly string[]): string {
	const name = closest(given, known);
	// The end of a name is often all that was written: `title` for `clip.title`.
	const meant =
		known.find((each) => each.endsWith(`.${given}`)) ??
		(distance(given, name) <= Math.max(2, given.length / 3) ? name : undefined);
	return meant === undefined ? "" : `Did you mean "${meant}"? `;
}

/** Texts that are the same for every clip are checked as they will be sent. */
function checkKnown(target: PostTarget, post: Post, campaign: Campaign): Diagnostic[] {
	const account = campaign.accounts[target.account];
	const template = sameForAll(target.body);
	if (account === undefined || template === undefined) return [];
	const scope = scopeWithoutClip({ campaign, video: { name: post.from }, account }, target.account);
	try {
		const body = sentBody(bodyOf(template, scope, account), account);
		return checkBody(body, account).map((found) => textDiagnostic(found, target));
	} catch {
		// Loops and captures that grow too large are the filled-in post's to report.
		return [];
	}
}

/** The texts that no clip changes. */
function sameForAll({ title, description, tags }: PostTemplate): PostTemplate | undefined {
	const same = <Text extends string | readonly string[]>(text: Text | undefined) =>
		text !== undefined && isSameForAll(String(text)) ? text : undefined;
	const known = defined({ title: same(title), description: same(description), tags: same(tags) });
	return Object.keys(known).length === 0 ? undefined : known;
}

function textDiagnostic({ rule, severity, detail, field }: PostFinding, target: PostTarget): Diagnostic {
	const { title: summary, fix: hint } = RULES[rule];
	return { severity, rule, summary, detail, hint, place: (field && target.places[field]) ?? target.place };
}
