import { createHash } from "node:crypto";

const LIGHT =
	"--ground:#f3f5f8;--card:#fff;--text:#1b1f24;--quiet:#505a66;--edge:#d5dae1;--field:#6b7580;--accent:#0a56a4;--on:#fff;--bad:#b3261e;--good:#1a6b3a";
const DARK =
	"--ground:#0e1116;--card:#181c23;--text:#e7eaee;--quiet:#a7b0bb;--edge:#2e3540;--field:#87919d;--accent:#7ab8ff;--on:#0b1623;--bad:#ff9d94;--good:#7fd99f";

const STYLE = `:root{color-scheme:light dark;${LIGHT}}
@media (prefers-color-scheme:dark){:root{${DARK}}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:start center;padding:8vh 1rem 2rem;background:var(--ground);color:var(--text);font:1rem/1.55 system-ui,sans-serif}
main{width:100%;max-width:30rem;background:var(--card);border:1px solid var(--edge);border-radius:.75rem;padding:clamp(1.25rem,6vw,2rem);overflow-wrap:anywhere}
.from{margin:0 0 .75rem;color:var(--quiet);font-size:.875rem}
h1{margin:0 0 1rem;font-size:1.5rem;line-height:1.25}
p{margin:0 0 1rem}p:last-child,dl:last-child{margin-bottom:0}
dl{margin:0 0 1.5rem;padding:1rem;border:1px solid var(--edge);border-radius:.5rem}
dt{color:var(--quiet);font-size:.875rem}dd{margin:0}dd+dt{margin-top:.75rem}
label{display:block;font-weight:600}
.hint{margin:0;color:var(--quiet);font-size:.875rem}
input{display:block;width:100%;margin:.5rem 0;padding:.625rem .75rem;font:inherit;color:inherit;background:var(--card);border:1px solid var(--field);border-radius:.5rem}
input[aria-invalid]{border-color:var(--bad)}
.buttons{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.5rem}
button{flex:1 1 8rem;padding:.625rem 1rem;font:inherit;font-weight:600;color:var(--accent);background:transparent;border:1px solid var(--accent);border-radius:.5rem;cursor:pointer}
button[value=allow]{color:var(--on);background:var(--accent)}
button:hover{text-decoration:underline}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.once{margin-top:1.5rem}
.problem{margin:.375rem 0 0;color:var(--bad);font-weight:600}
.good h1{color:var(--good)}.bad h1{color:var(--bad)}
code{font:.9375em ui-monospace,monospace}
a{color:var(--accent)}
main.wide{max-width:64rem}
.wide h2{margin:2.5rem 0 .5rem}.wide h3{margin:0 0 .5rem}.wide section{margin:0 0 2rem;scroll-margin-top:1rem}
.wide ul{padding-left:1.25rem}
.table{overflow-x:auto;margin:0 0 1rem}
table{width:100%;border-collapse:collapse;font-size:.9375rem}
th,td{padding:.375rem .75rem .375rem 0;border-bottom:1px solid var(--edge);text-align:left;vertical-align:top;overflow-wrap:normal}
th{color:var(--quiet);font-weight:600}`;

/** Nothing but this page's own style and form: no script, no image, no frame, no other origin. */
export const PAGE_HEADERS = {
	"Content-Type": "text/html; charset=utf-8",
	"Content-Security-Policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
	// Not `no-referrer`: under that a browser hides the origin of the form's answer too, and it could not be
	// checked.
	"Referrer-Policy": "same-origin",
	"Cross-Origin-Opener-Policy": "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"X-Content-Type-Options": "nosniff",
	"X-Frame-Options": "DENY",
	"Cache-Control": "no-store",
} as const;

/** Markup of one page: everything in it is escaped already. */
export interface Page {
	readonly title: string;
	readonly body: string;
	/** How it went; shown as a colour besides the words. */
	readonly tone?: "good" | "bad";
	/** Much to read. */
	readonly wide?: boolean;
}

/** A whole page that needs nothing from anywhere. */
export function pageOf({ title, body, tone, wide }: Page): string {
	const className = tone ?? (wide ? "wide" : undefined);
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · showrun</title>
<style>${STYLE}</style></head>
<body><main${className === undefined ? "" : ` class="${className}"`}><p class="from">showrun · clip service</p>
<h1>${title}</h1>
${body}
</main></body></html>
`;
}

/** Text of the outside world as text of a page, in elements and in quoted attributes. */
export function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
