import { type Composed, compose } from "../compose/body.ts";
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
