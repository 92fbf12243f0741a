/**
 * Rotates the key of a data folder, in a process that is killed at the nth file it puts in its place.
 * Arguments: the data folder, the key file, n, and "before" or "after".
 */

import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { folderStore } from "../../../src/service/store/folder/store.ts";

const [data = "", file = "", nth = "0", when = "before"] = process.argv.slice(2);
const { rename } = fs;
let count = 0;
fs.rename = async (from, to) => {
	count += 1;
	const isLast = count === Number(nth);
	if (isLast && when === "before") process.kill(process.pid, "SIGKILL");
	await rename(from, to);
	if (isLast) process.kill(process.pid, "SIGKILL");
};
syncBuiltinESMExports();

const { openCredentials } = await import("../../../src/service/credentials/credentials.ts");
const { rotateKeys } = await import("../../../src/service/credentials/rotate-keys.ts");
await rotateKeys({ file }, [openCredentials(folderStore(data), { file })], { dropFormer: true });
