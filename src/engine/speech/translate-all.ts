import type { Language, TranslateRequest } from "../../language/port.ts";
import type { TimedText } from "../port.ts";

/** Lines that are translated at once: more, and models lose count. */
const LINES = 40;

/** The same texts at the same times in another language: all of them. Throws `EndpointFault`. */
export async function translateAll(
	said: readonly TimedText[],
	{ translate, ...wish }: Omit<TranslateRequest, "lines"> & Required<Pick<Language, "translate">>,
	signal: AbortSignal,
): Promise<readonly TimedText[]> {
	const all: string[] = [];
	for (let at = 0; at < said.length; at += LINES) {
		const lines = said.slice(at, at + LINES).map(({ text }) => text);
		all.push(...(await translate({ ...wish, lines }, signal)));
	}
	return said.map(({ begin, end }, at) => ({ begin, end, text: all[at] ?? "" }));
}
