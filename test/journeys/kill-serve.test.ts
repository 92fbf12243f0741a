import { suite } from "uvu";
import { killServer, WORKING } from "./killed.ts";

// Once each here, at a moment that the printed seed chooses; `npm run drill -- renders` goes on.
const kills = suite("kill -9 of a server");
for (const moment of [...WORKING, "publishes"] as const)
	kills(`during ${moment}, started again in its place: apply comes to its end`, () => killServer(moment));
kills.run();
