import type { PostTarget, PostTemplate } from "../model/campaign.ts";
import { youtubeCategoryId } from "../model/categories.ts";
import { defined } from "../model/defined.ts";
import type { PostBody } from "../model/post.ts";
import { referenceTo, withReference } from "../model/reference.ts";
import { levelled } from "../model/rules/level.ts";
import { type TextDestination, textLimitOf } from "./fields.ts";
import { isSameForAll, type Subject, scopeOf } from "./scope.ts";
import { failure, fill, type Scope } from "./template.ts";
import { listOf, textOf, unique } from "./text-values.ts";
import { checkBody, checkLength, type PostFinding } from "./texts.ts";

/** Either the finished body with what is to be said about it, or why it cannot be sent. */
export type Composed =
	| { readonly body: PostBody; readonly findings: readonly PostFinding[]; readonly problem?: undefined }
	| { readonly problem: string; readonly body?: undefined; readonly findings?: undefined };

/**
 * Fills in a target's templates for one clip and checks what only the filled-in text can show, under the
 * campaign's levels.
 */
export function compose(target: PostTarget, subject: Subject): Composed {
	try {
		const body = bodyOf(target.body, scopeOf(subject, target.account), subject.account);
		const problem = missingText(body, subject.account);
		return problem === undefined ? { body, findings: findingsOf(target, subject, body) } : { problem };
	} catch (error) {
		return { problem: failure(error) };
	}
}

/** Fills in what a template says. Texts that are not in it stay absent. Throws liquidjs errors. */
export function bodyOf(template: PostTemplate, scope: Scope, reader: TextDestination): PostBody {
	const { title, description, tags, category, ...rest } = template;
	const filled = (field: "title" | "description", text: string | undefined) =>
		text === undefined ? undefined : textOf(fill(text, scope, textLimitOf(reader, field))).trim();
	return defined({
		...rest,
		title: filled("title", title),
		description: filled("description", description),
		tags: tags === undefined ? undefined : tagsOf(tags, scope),
		category: category === undefined ? undefined : categoryOf(category, reader),
	});
}

function categoryOf(category: string, { platform }: TextDestination): string {
	return (platform === "youtube" ? youtubeCategoryId(category) : undefined) ?? category;
}

/** Without signs, and each once whatever its case. What was written as one tag stays one. */
function tagsOf(tags: string | readonly string[], scope: Scope): string[] {
	const filled =
		typeof tags === "string"
			? listOf(fill(tags, scope))
			: tags.flatMap((tag) => listOf(oneOrMany(fill(tag, scope))));
	return unique(filled.map((tag) => tag.replace(/^#/, "").trim()).filter(Boolean));
}

function oneOrMany(value: unknown): unknown {
	return Array.isArray(value) ? value : [textOf(value)];
}

/** Warnings that the campaign's own words cause were given when it was checked. */
function findingsOf(target: PostTarget, subject: Subject, body: PostBody): PostFinding[] {
	const { title = "", description = "", tags = [] } = target.body;
	const known = {
		title: isSameForAll(title),
		description: isSameForAll(description) && isSameForAll(String(tags)),
		tags: isSameForAll(String(tags)),
	};
	const found = [
		...checkBody(sentBody(body, subject.account), subject.account),
		...checkLength(subject.clip, subject.account),
	];
	return levelled(found, subject.campaign.rules).filter(
		({ severity, field }) => severity === "error" || field === undefined || !known[field],
	);
}

/** A body with a reference as long as any other. Texts that are absent stay absent. */
export function sentBody(body: PostBody, { reference: field }: TextDestination): PostBody {
	const isThere = field !== undefined && body[field] !== undefined;
	return isThere ? withReference(body, { in: field, text: referenceTo([]) }) : body;
}

/** Interface 2.7: YouTube needs a title, TikTok a description; a template may have come out empty. */
function missingText(body: PostBody, { platform }: TextDestination): string | undefined {
	if (platform === "youtube" && !body.title) return "The title came out empty, and YouTube needs one.";
	if (platform === "tiktok" && !body.description)
		return "The description came out empty, and TikTok needs one.";
	return undefined;
}
