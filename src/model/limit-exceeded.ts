/** A limit of `policy` that a plan exceeds: the plan is shown, and refused. */
export interface LimitExceeded {
	readonly policy: "max_posts_per_run" | "budget";
	/** Whose limit: `settings`, or the name of a campaign. */
	readonly of: string;
	readonly limit: number;
	/**
	 * Posts, or API units, that the plan may come to. Absent: nothing bounds them, or their cost is not known
	 * before.
	 */
	readonly asked?: number;
}

const WORDS = {
	max_posts_per_run: {
		key: "policy.max_posts_per_run",
		asked: "posts",
		unbounded: "any number of posts, because nothing bounds them",
		remedy: "Do less at once (`--target`, or `top` in a post), or raise the limit.",
	},
	budget: {
		key: "policy.budget.units",
		asked: "API units",
		unbounded: "an unknown number of API units, because some costs are not known before",
		remedy: "Submit less at once (`--target`), or raise the limit.",
	},
} as const satisfies Record<LimitExceeded["policy"], object>;

/** `The plan comes to up to 12 posts, and policy.max_posts_per_run of the settings allows 10.` */
export function limitMessage({ policy, of, limit, asked }: LimitExceeded): string {
	const words = WORDS[policy];
	const comes = asked === undefined ? words.unbounded : `up to ${Math.ceil(asked)} ${words.asked}`;
	return `The plan comes to ${comes}, and ${words.key} of ${of === "settings" ? "the settings" : `the campaign ${of}`} allows ${limit}.`;
}

/** What a person can do about it. */
export function limitRemedy({ policy }: LimitExceeded): string {
	return WORDS[policy].remedy;
}
