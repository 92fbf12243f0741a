import { cancelled } from "../delivery/client-changes.ts";
import type { Handler } from "../http/exchange.ts";
import { changePost } from "../tasks/change-post.ts";

/** Extension: cancels a post that waits. Doing so again answers the same, whatever the version. */
export const cancelPost: Handler = (core, exchange) => changePost(core, exchange, cancelled);
