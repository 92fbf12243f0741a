/** `showrun watch` of all workspaces here, by a clock that a file sets forward: `week-process.ts FILE`. */
import { watch } from "../../../src/cli/commands/watch.ts";
import { clockOfFile } from "../soak/clock-file.ts";

const [file = ""] = process.argv.slice(2);
// The service and the database keep the time of the machine.
await watch(["."], { lockTimeout: 0, drain: 10, allowSkew: true }, clockOfFile(file));
process.exit(0);
