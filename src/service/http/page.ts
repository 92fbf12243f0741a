import { createHash } from "node:crypto";

/** What the authorization page shows. Everything may hold any character. */
export interface ConsentPage {
	readonly platform: string;
	readonly action: string;
	readonly state: string;
	readonly csrf: string;
	readonly units: number;
	/** What was wrong with the last answer. */
	readonly problem?: string;
}

const STYLE = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem}
input{font:inherit;width:100%;box-sizing:border-box;padding:.5rem;margin:.25rem 0 1rem}button{font:inherit;padding:.5rem 1rem;margin-right:.5rem}[role=alert]{color:#b00020}`;

/** Nothing but this page's own style and form: no script, no frame, no other origin. */
export const PAGE_HEADERS = {
	"Content-Type": "text/html; charset=utf-8",
	"Content-Security-Policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
	"Referrer-Policy": "same-origin",
	"X-Content-Type-Options": "nosniff",
	"X-Frame-Options": "DENY",
	"Cache-Control": "no-store",
} as const;

/** Asks for the name of an outbox account, and whether it may be published to. */
export function consentPage({ platform, action, state, csrf, units, problem }: ConsentPage): string {
	const alert = problem === undefined ? "" : `<p role="alert">${escaped(problem)}</p>`;
	return page(
		`Connect a ${escaped(platform)} account`,
		`<p>showrun asks to publish to an outbox account: a folder on this machine that stands for an account on ${escaped(platform)}.
Connecting it costs ${units} API units; refusing costs nothing.</p>
${alert}<form method="post" action="${escaped(action)}">
<input type="hidden" name="state" value="${escaped(state)}">
<input type="hidden" name="csrf" value="${escaped(csrf)}">
<label for="username">Account name</label>
<input id="username" name="username" maxlength="100" autocomplete="off" autofocus>
<button name="decision" value="allow">Allow</button><button name="decision" value="refuse">Refuse</button>
</form>`,
	);
}

/** One sentence under a heading. */
export function messagePage(title: string, text: string): string {
	return page(escaped(title), `<p>${escaped(text)}</p>`);
}

function page(title: string, body: string): string {
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>
${body}
</main></body></html>
`;
}

function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
