import { type Html, html, type Part } from "./html.ts";

const COLOURS: Readonly<Record<string, string>> = {
	"1": "t-bold",
	"2": "t-dim",
	"31": "t-red",
	"32": "t-green",
	"33": "t-yellow",
	"36": "t-cyan",
};
/** What ends a colour, bold or dim. */
const ENDS: ReadonlySet<string> = new Set(["0", "22", "39"]);
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is how terminals are told colours.
const COLOUR = /\u001b\[([\d;]*)m/;

/** Text as a terminal shows it, with its colours as classes. */
export function fromTerminal(text: string): Html {
	const parts: Part[] = [];
	let now = "";
	text.split(COLOUR).forEach((part, at) => {
		if (at % 2 === 1) now = ENDS.has(part) ? "" : (COLOURS[part] ?? now);
		else if (part !== "") parts.push(now === "" ? part : html`<span class="${now}">${part}</span>`);
	});
	return html`${parts}`;
}
