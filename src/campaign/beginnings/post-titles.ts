import { isMap, isScalar, visit } from "yaml";

/** Says another title wherever the texts of a post say one. */
export function sayOtherTitle(post: unknown, before: string, after: string): void {
	eachText(post, (text) => withTitle(text, before, after));
}

/** Whether a text of a post says a title. */
export function saysTitle(post: unknown, title: string): boolean {
	let isSaid = false;
	eachText(post, (text) => {
		isSaid ||= withTitle(text, title, `${title}.`) !== text;
		return text;
	});
	return isSaid;
}

/** What posts say on accounts; names of accounts are none of it. */
function eachText(post: unknown, use: (text: string) => string): void {
	for (const part of ["to", "text"]) {
		const node = isMap(post) ? post.get(part, true) : undefined;
		if (!isMap(node)) continue;
		visit(node, {
			Scalar: (key, each) => {
				if (key !== "key" && isScalar(each) && typeof each.value === "string") each.value = use(each.value);
			},
		});
	}
}

/** Whole words, outside of templates. */
function withTitle(text: string, before: string, after: string): string {
	const words = before.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
	const whole = new RegExp(`(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`, "gu");
	return text
		.split(/(\{\{.*?\}\}|\{%.*?%\})/s)
		.map((part, at) => (at % 2 === 1 ? part : part.replace(whole, () => after)))
		.join("");
}
