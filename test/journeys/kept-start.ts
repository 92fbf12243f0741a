/**
 * Starts the script beside it with the code that V8 compiled when it ran before: compiling takes longer than
 * most scripts do.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Script } from "node:vm";

/** When most of what a script needs is compiled: those that are killed keep their code too. Milliseconds. */
const KEPT_AFTER_MS = 1_500;

const source = join(__dirname, "script.cjs");
const kept = `${source}.code`;
const isKept = existsSync(kept);
const script = new Script(`(function(require,module,programUrl){${readFileSync(source, "utf8")}\n})`, {
	filename: source,
	...(isKept && { cachedData: readFileSync(kept) }),
});
if (!isKept) {
	setTimeout(keepCode, KEPT_AFTER_MS).unref();
	process.once("exit", keepCode);
}
script.runInThisContext()(createRequire(source), { exports: {} }, pathToFileURL(source).href);

function keepCode(): void {
	if (existsSync(kept)) return;
	const beside = `${kept}.${process.pid}`;
	writeFileSync(beside, script.createCachedData());
	renameSync(beside, kept);
}
