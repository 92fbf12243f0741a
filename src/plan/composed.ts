import { type Composed, compose } from "../compose/body.ts";
import { defined } from "../model/defined.ts";
import type { PostBody, PostRequest } from "../model/post.ts";
import type { PostTextInputs, WantedPost } from "./desired/wanted.ts";

const made = new WeakMap<PostTextInputs, Composed>();

/**
 * The texts of a wanted post, made when they are first asked for: most posts of a plan are posted already,
 * and are known to say the same by their recipe.
 */
export function composedOf({ text }: Pick<WantedPost, "text">): Composed {
	const before = made.get(text);
	if (before !== undefined) return before;
	const composed = compose(text.target, text.subject);
	made.set(text, composed);
	return composed;
}

/**
 * The texts of a post that was handed over, as they would be made beside the reference it was given then: a
 * setting of today changes nothing of it.
 */
export function composedBeside(
	{ text }: Pick<WantedPost, "text">,
	{ reference }: Pick<PostRequest, "reference">,
): PostBody | undefined {
	const { target, subject } = text;
	if (subject.account.reference === reference?.in) return composedOf({ text }).body;
	const { reference: _, ...account } = subject.account;
	return compose(target, { ...subject, account: { ...account, ...defined({ reference: reference?.in }) } })
		.body;
}
