/**
 * Publishes this version: `npm run release`, or `npm run release -- --dry-run` to see what that would do.
 * Prints its notes, which are its section of the changelog.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

if (process.argv[1] === fileURLToPath(import.meta.url)) release(process.argv.slice(2));

function release(args: readonly string[]): void {
	const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
	const notes = notesOf(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version);
	const isDry = args.includes("--dry-run");
	const changed = execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" });
	if (changed !== "" && !isDry) throw new Error(`Commit these changes first:\n${changed}`);
	console.log(notes);
	execFileSync("npm", ["publish", ...args], { cwd: root, stdio: "inherit" });
}

/** The section of a version. Throws where there is none, or where it says nothing. */
export function notesOf(changelog: string, version: string): string {
	const [, ...sections] = changelog.split(/^## /m);
	const section = sections.find((each) => each.split("\n", 1)[0]?.trim() === version);
	const notes = section
		?.slice(section.indexOf("\n"))
		.replace(/^### [^\n]*\n+(?=###|(?![\s\S]))/gm, "")
		.trim();
	if (!notes?.includes("\n- ")) throw new Error(`CHANGELOG.md has no changes under "## ${version}".`);
	return notes;
}
