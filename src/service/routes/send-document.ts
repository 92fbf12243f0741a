import { serviceDocument } from "../docs/document.ts";
import type { Handler } from "../http/exchange.ts";

/** The OpenAPI document of this service. Needs no key: it holds nothing that is not published. */
export const sendDocument: Handler = (core, exchange) => exchange.json(serviceDocument(core.options));
