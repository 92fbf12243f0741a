/** Loads one CommonJS program in a process of its own. */
import { loadCompiled } from "../../src/cli/compiled-code.ts";

const { ENTRY = "", KEPT = "" } = process.env;
loadCompiled(ENTRY, KEPT);
