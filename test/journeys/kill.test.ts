import { suite } from "uvu";
import { killApply, killPublishes, WORKING } from "./killed.ts";

// Once each here, at a moment that the printed seed chooses; `npm run drill -- renders` goes on.
const kills = suite("kill -9 of an apply");
for (const moment of WORKING)
	kills(`during ${moment}: the next apply ends it all`, () => killApply(moment, 1));

kills("between publishes: what was posted is not posted again", () => killPublishes(1));

kills.run();
