import { type LimitExceeded, limitMessage, limitRemedy } from "../model/limit-exceeded.ts";
import { type Ink, paint, plain, wrap } from "./ink.ts";

/** Why a plan that was shown is refused, and what to do: one entry a limit. */
export function renderLimits(limits: readonly LimitExceeded[], ink: Ink): string {
	return limits
		.map(
			(limit) =>
				`${wrap(`${paint(ink).red("Refused:")} ${plain(limitMessage(limit))} ${limitRemedy(limit)}`, ink.width).join("\n")}\n`,
		)
		.join("");
}
