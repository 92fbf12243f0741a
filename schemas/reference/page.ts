import { raw } from "hono/html";
import { type Html, html } from "../../src/page/views/html.ts";

/** One page of the reference. */
export interface Page {
	/** Its file, in the folder of all of them: `commands.html`. */
	readonly file: string;
	readonly title: string;
	/** The heading it stands under in the contents. */
	readonly group: Group;
	readonly body: Html;
	/** What can be looked up by its name, in the order of the page. */
	readonly names: readonly Name[];
}

export type Group = "Files" | "Commands and output" | "Service" | "Explanations" | "Guides";

/** Something with a name, and where on its page it stands. */
export interface Name {
	readonly name: string;
	/** What it is: "option of plan". */
	readonly what: string;
	readonly anchor: string;
}

/** The whole document around a page: it needs no script, no network and nothing but `style.css`. */
export function documentOf({ file, title, body }: Pick<Page, "file" | "title" | "body">): string {
	const links = [
		["index.html", "Contents"],
		["names.html", "All names"],
	] as const;
	const navigation = links.map(([to, text]) =>
		to === file ? html`<b>${text}</b> ` : html`<a href="${to}">${text}</a> `,
	);
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · showrun</title>
<link rel="stylesheet" href="style.css">
</head>
<body>
<nav>${navigation}</nav>
<main>
${body}
</main>
</body>
</html>
`.toString();
}

/** HTML that was made by a library. */
export function made(text: string): Html {
	return raw(text) as Html;
}

/** As most make anchors of headings. */
export function anchorOf(text: string): string {
	return text
		.toLowerCase()
		.replace(/[^\p{L}\p{N} _-]/gu, "")
		.replaceAll(" ", "-");
}
