import type { Handler } from "../http/exchange.ts";
import { answerTask } from "../tasks/read-task.ts";

/** An export of existing clips (service-facts) with the clips made so far. */
export const readExportResults: Handler = (core, exchange) => answerTask(core, exchange, "export");
