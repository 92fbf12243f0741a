import { serviceDocument } from "../docs/document.ts";
import { docsPage } from "../docs/page.ts";
import type { Handler } from "../http/exchange.ts";
import { PAGE_HEADERS } from "../http/html-page.ts";

/** The same as a page to read. */
export const showDocs: Handler = (core) =>
	new Response(docsPage(serviceDocument(core.options)), { headers: PAGE_HEADERS });
