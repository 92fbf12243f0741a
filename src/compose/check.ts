import { closest } from "fastest-levenshtein";
import type { Campaign, Post, PostTarget, PostTemplate } from "../model/campaign.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Place } from "../model/place.ts";
import { VARIABLES } from "./body.ts";
import { checkTemplate } from "./template.ts";
import { instantOf } from "./when.ts";

/** Finds every template that cannot work and every time that does not exist, before the first call. */
export function checkTexts(campaign: Campaign): Diagnostic[] {
	return campaign.posts.flatMap((post) => [...checkTime(post, campaign), ...post.targets.flatMap(checkTarget)]);
}

function checkTarget(target: PostTarget): Diagnostic[] {
	return templatesOf(target.body).flatMap(([field, template]) => {
		const problem = checkTemplate(template, VARIABLES);
		return problem === undefined ? [] : [templateDiagnostic(problem, target.places[field] ?? target.place)];
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

function templateDiagnostic(problem: { message: string; unknown?: string }, place: Place): Diagnostic {
	const hint =
		problem.unknown === undefined
			? `Templates are Liquid, for example "{{ clip.title | truncate: 100 }}".`
			: `Did you mean "${closest(problem.unknown, VARIABLES)}"? Known: ${VARIABLES.join(", ")}.`;
	return {
		severity: "error",
		rule: problem.unknown === undefined ? "template-syntax" : "unknown-variable",
		summary: "This template cannot be filled in",
		detail: problem.message,
		hint,
		place,
	};
}

function checkTime(post: Post, campaign: Campaign): Diagnostic[] {
	if (post.at === undefined) return [];
	const instant = instantOf(post.at.wall, campaign.timezone);
	const about = { place: post.at.place };
	if (instant === undefined)
		return [
			{
				...about,
				severity: "error",
				rule: "time-invalid",
				summary: "This time does not exist",
				detail: `"${post.at.wall}" is not a date and time of the calendar.`,
				hint: "Write it like 2026-12-01T09:00.",
			},
		];
	if (instant.kind === "gap")
		return [
			{
				...about,
				severity: "warning",
				rule: "SVC-18",
				summary: "This time is skipped by the clock change",
				detail: `${post.at.wall} does not occur in ${campaign.timezone}; the post moves forward by the gap.`,
			},
		];
	if (instant.kind === "overlap")
		return [
			{
				...about,
				severity: "warning",
				rule: "SVC-18",
				summary: "This time occurs twice at the clock change",
				detail: `${post.at.wall} occurs twice in ${campaign.timezone}; the first is taken.`,
			},
		];
	return [];
}
