import { StopFault } from "../../model/fault.ts";
import { sameText } from "../../service/links.ts";
import { printable } from "../../system/run.ts";

/**
 * The code of an address that a platform's page led to. Throws `StopFault` for a refusal, and for an answer
 * to another question.
 */
export function codeIn({ searchParams: query }: URL, state: string): string {
	if (!sameText(state, query.get("state") ?? ""))
		throw new StopFault("The answer does not belong to this connection: its `state` differs.", {
			remedy: "Nothing was connected. Connect again, and use the page that is opened then.",
		});
	const error = query.get("error");
	if (error === "access_denied") throw new StopFault("The connection was refused on the platform's page.");
	if (error !== null) throw new StopFault(`The platform refused: ${printable(error, 60)}.`);
	const code = query.get("code") ?? "";
	if (code !== "") return code;
	throw new StopFault("The answer holds no code.", { remedy: "Connect again." });
}
