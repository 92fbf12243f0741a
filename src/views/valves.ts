import { type PastValve, valveMessage, valveRemedy } from "../model/valve.ts";
import { type Ink, paint, plain, wrap } from "./ink.ts";

/** Why a plan that was shown is refused, and what to do: one entry a valve. */
export function renderValves(valves: readonly PastValve[], ink: Ink): string {
	return valves
		.map(
			(valve) =>
				`${wrap(`${paint(ink).red("Refused:")} ${plain(valveMessage(valve))} ${valveRemedy(valve)}`, ink.width).join("\n")}\n`,
		)
		.join("");
}
