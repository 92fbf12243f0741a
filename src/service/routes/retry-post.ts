import { retried } from "../delivery/client-changes.ts";
import type { Handler } from "../http/exchange.ts";
import { changePost } from "../tasks/change-post.ts";

/** Extension: tries once more what was certainly not delivered. */
export const retryPost: Handler = (core, exchange) => changePost(core, exchange, retried);
