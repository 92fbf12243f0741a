/** Loaded before the program as it is shipped (`node --import`): DRILL_DIES says at which write it dies. */
import { dieAt } from "./die-at.ts";

dieAt(JSON.parse(process.env.DRILL_DIES ?? "{}"));
