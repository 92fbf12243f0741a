import { EXTENSIONS } from "../extensions.ts";
import { answer, type Handler } from "../http/exchange.ts";

/** Extension: what this service does beyond the interface document. */
export const listExtensions: Handler = (_, exchange) => answer(exchange, EXTENSIONS);
