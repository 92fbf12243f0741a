import type { Handler } from "../http/exchange.ts";
import { answerTask } from "../tasks/read-task.ts";

/** Interface 4.5: a clipping task with the clips made so far. */
export const readResults: Handler = (core, exchange) => answerTask(core, exchange, "clipping");
