import type { PostBody, Reference } from "./post.ts";
import { shortHash } from "./short-hash.ts";
import type { VideoRequest } from "./task.ts";

/** Letters and digits of a reference: the same for the same names, and of no meaning to anybody else. */
const DIGITS = 8;
const PREFIX = "sr";
/** Between a description and its reference. */
const GAP = "\n\n";

/** How long a reference makes a description, in whatever unit a platform counts. */
export const REFERENCE_LENGTH = GAP.length + PREFIX.length + DIGITS;

/** The reference of what these names and numbers tell from everything else, for example `sr4k7q2m9x`. */
export function referenceTo(names: readonly (string | number)[]): string {
	return `${PREFIX}${shortHash(names.join("\0")).padStart(DIGITS, "0").slice(-DIGITS)}`;
}

/** The name of a task as it is sent. */
export function taskName({
	projectName,
	reference,
}: Pick<VideoRequest, "projectName" | "reference">): string {
	return [projectName, reference ?? ""].filter(Boolean).join(" ");
}

/** A body as it is sent. The reference is no part of what a campaign says, so it is kept beside the body. */
export function withReference(body: PostBody, reference: Reference | undefined): PostBody {
	if (reference === undefined) return body;
	const { text } = reference;
	if (reference.in === "tags") return { ...body, tags: [...(body.tags ?? []), text] };
	return { ...body, description: body.description ? `${body.description}${GAP}${text}` : text };
}
