import { type LimitExceeded, limitMessage, limitRemedy } from "../model/limit-exceeded.ts";
import { counted, type Ink, paint, plain, wrap } from "./ink.ts";

/** What an apply that nobody answers needs for a plan that cancels. */
export function renderCancels(count: number, { width }: Pick<Ink, "width">): string {
	const posts = counted(count, "post");
	const text = `The plan cancels ${posts}: approve that on a terminal, or apply with --max-cancels ${count}.`;
	return `${wrap(text, width).join("\n")}\n`;
}

/** Why a plan that was shown is refused, and what to do: one entry a limit. */
export function renderLimits(limits: readonly LimitExceeded[], ink: Ink): string {
	return limits
		.map(
			(limit) =>
				`${wrap(`${paint(ink).red("Refused:")} ${plain(limitMessage(limit))} ${limitRemedy(limit)}`, ink.width).join("\n")}\n`,
		)
		.join("");
}
