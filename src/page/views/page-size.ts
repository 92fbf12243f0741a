import { type Html, html } from "./html.ts";

/** A part of a long list. */
export interface Slice<Value> {
	readonly shown: readonly Value[];
	/** From 1. */
	readonly page: number;
	readonly pages: number;
	readonly total: number;
}

/** The part of a list on a page; the nearest one where there is no such page. */
export function sliceOf<Value>(all: readonly Value[], page: number, size: number): Slice<Value> {
	const pages = Math.max(1, Math.ceil(all.length / size));
	const at = Math.min(Math.max(1, Number.isInteger(page) ? page : 1), pages);
	return { shown: all.slice((at - 1) * size, at * size), page: at, pages, total: all.length };
}

/** Links to the pages before and after; nothing where there is one page only. */
export function pager(
	{ page, pages, total }: Slice<unknown>,
	address: (page: number) => string,
): Html | undefined {
	if (pages === 1) return undefined;
	return html`<nav class="pager" aria-label="Pages of the list">
${page > 1 ? html`<a rel="prev" href="${address(page - 1)}">← Previous</a>` : html`<span></span>`}
<span>Page ${page} of ${pages}, ${total} in all</span>
${page < pages ? html`<a rel="next" href="${address(page + 1)}">Next →</a>` : html`<span></span>`}
</nav>`;
}

/** An address with a query; parts without a value are left out. */
export function withQuery(
	path: string,
	query: Readonly<Record<string, string | number | undefined>>,
): string {
	const parts = Object.entries(query).flatMap(([name, value]) =>
		value === undefined || value === "" ? [] : [`${name}=${encodeURIComponent(value)}`],
	);
	return parts.length === 0 ? path : `${path}?${parts.join("&")}`;
}
