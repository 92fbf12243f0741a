import type { NamedClip } from "../port.ts";
import type { Visitor } from "../session/roles.ts";
import { type Html, html, type Part } from "./html.ts";

/** The pages, in the order of the navigation. */
export const PAGES = {
	now: "Now",
	calendar: "Calendar",
	clips: "Clips",
	plan: "Plan",
	posts: "Posts",
	accounts: "Accounts",
	feeds: "Feeds",
	history: "History",
	settings: "Settings",
} as const;
export type PageName = keyof typeof PAGES;

/** What stands around every page. */
export interface Frame {
	readonly workspace: string;
	readonly visitor: Visitor;
	readonly writeToken: string;
	/** How much needs a person, by page. */
	readonly counts: Partial<Record<PageName, number>>;
	readonly assets: AssetPaths;
	/** What became of the last click. */
	readonly notice?: Notice;
	readonly linksOf: (clip: NamedClip) => ClipLinks;
}

/** Addresses of a clip's file and of pictures of it, good for one session. */
export interface ClipLinks {
	readonly media: string;
	readonly poster: string;
	/** The poster, where a service elsewhere need not be asked for it. */
	readonly small: string;
}

export interface Notice {
	readonly ok: boolean;
	readonly text: string;
}

/** Addresses of the files that every page loads. */
export interface AssetPaths {
	readonly style: string;
	readonly script: string;
	readonly icon: string;
}

export interface PageBody {
	readonly page: PageName;
	readonly title: string;
	/** One sentence: what the page is for. */
	readonly purpose: Part;
	readonly body: Part;
}

/** A whole page. */
export function layout(frame: Frame, { page, title, purpose, body }: PageBody): Html {
	return skeleton(
		{ title: `${title} · ${frame.workspace}`, assets: frame.assets, script: true },
		html`<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="brand" href="now"><span class="logo" aria-hidden="true"></span>showrun</a>
<span class="workspace">${frame.workspace}</span>
<span class="live" id="live" role="status" hidden></span>
<form class="who" method="post" action="sign-out">${writing(frame)}
<span>${frame.visitor.name} <span class="role">role: ${frame.visitor.role}</span></span>
<button class="quiet">Sign out</button></form>
</header>
<nav class="pages" aria-label="Pages"><ul data-live="nav">
${Object.entries(PAGES).map(([name, words]) => navItem({ name, words, page }, frame))}
</ul></nav>
<main id="main" tabindex="-1">
<div class="head"><h1>${title}</h1><p class="purpose">${purpose}</p></div>
${frame.notice && notice(frame.notice)}
${body}
</main>`,
	);
}

function navItem(
	{ name, words, page }: { readonly name: string; readonly words: string; readonly page: PageName },
	{ counts }: Frame,
): Html {
	const count = counts[name as PageName] ?? 0;
	const badge =
		count > 0 && html` <span class="count">${count}<span class="hidden"> to look at</span></span>`;
	return name === page
		? html`<li><a href="${name}" aria-current="page">${words}${badge}</a></li>\n`
		: html`<li><a href="${name}">${words}${badge}</a></li>\n`;
}

/** What every form carries that changes something. */
export function writing({ writeToken }: Pick<Frame, "writeToken">): Html {
	return html`<input type="hidden" name="token" value="${writeToken}">`;
}

function notice({ ok, text }: Notice): Html {
	const [first = "", ...rest] = text.trim().split("\n");
	return html`<div class="notice ${ok ? "good" : "bad"}" role="${ok ? "status" : "alert"}"><p>${first}</p>${
		rest.length > 0 && html`<pre tabindex="0">${rest.join("\n")}</pre>`
	}</div>`;
}

/** A page for whoever is not signed in, or has no session any more. */
export function plainPage(
	{ title, assets }: { readonly title: string; readonly assets: AssetPaths },
	body: Part,
): Html {
	return skeleton(
		{ title: `${title} · showrun`, assets, script: false },
		html`<main class="alone"><p class="brand"><span class="logo" aria-hidden="true"></span>showrun</p>
<h1>${title}</h1>
${body}</main>`,
	);
}

interface Skeleton {
	readonly title: string;
	readonly assets: AssetPaths;
	readonly script: boolean;
}

function skeleton({ title, assets, script }: Skeleton, body: Html): Html {
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="${assets.icon}">
<link rel="stylesheet" href="${assets.style}">
${script && html`<script defer src="${assets.script}"></script>`}
</head>
<body>
${body}
</body>
</html>
`;
}
