/** Writes the reference as pages: `npm run reference -- OUT`. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { writeReference } from "./write.ts";

const [out, ...more] = process.argv.slice(2);
if (out === undefined || more.length > 0) {
	console.error("Usage: npm run reference -- OUT\n  OUT is the folder that gets the pages.");
	process.exit(1);
}
const pages = await writeReference(out);
console.log(`Wrote ${pages} pages: ${pathToFileURL(join(out, "index.html"))}`);
