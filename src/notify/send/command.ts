import { isAbsolute } from "node:path";
import { StopFault } from "../../model/fault.ts";
import { ProgramFault, printable, run } from "../../system/run.ts";
import { jsonOf } from "../formats/json.ts";
import type { Environment } from "../secrets.ts";
import type { SendTo } from "./target.ts";

/** Variables that every program may need, and that hold no secret of ours. */
const PASSED = /^(PATH|HOME|USER|LOGNAME|LANG|LC_[A-Z]+|TZ|TMPDIR|TMP|TEMP|SYSTEMROOT|COMSPEC|PATHEXT)$/i;

/** Starts a program without a shell, which gets the message on its standard input. */
export const sendToCommand: SendTo<"command"> = async (note, { argvEnv, pass, limitMs }, { env, signal }) => {
	const [path, ...args] = argvOf(argvEnv, env);
	const input = `${JSON.stringify(jsonOf(note))}\n`;
	const given = Object.entries(env).filter(([name]) => PASSED.test(name) || pass.includes(name));
	try {
		const {
			code,
			signal: by,
			lastLines,
		} = await run({
			...{ path, args, input, limitMs, signal },
			env: Object.fromEntries(given),
		});
		if (code === 0) return { kind: "taken" };
		const words = lastLines.at(-1);
		const ending = by ?? `exit code ${code}`;
		return {
			kind: "not-taken",
			why: `The program ended with ${ending}${words ? `: ${printable(words, 200)}` : "."}`,
		};
	} catch (error) {
		if (!(error instanceof ProgramFault)) throw error;
		return { kind: "not-taken", why: `${error.message}.` };
	}
};

/** The program and its arguments. Throws `StopFault` where the variable holds none. */
export function argvOf(name: string, env: Environment): readonly [string, ...string[]] {
	const text = env[name]?.trim() ?? "";
	if (text === "")
		throw new StopFault(`The environment variable ${name} is not set.`, {
			remedy: `Set it where showrun runs: export ${name}='["/usr/local/bin/page", "--urgent"]'`,
		});
	const [path, ...args] = listIn(text);
	if (path !== undefined && (isAbsolute(path) || !/[\\/]/.test(path))) return [path, ...args];
	throw new StopFault(`The environment variable ${name} is not a program with its arguments.`, {
		remedy: `Write a JSON list that begins with an absolute path: '["/usr/local/bin/page", "--urgent"]'`,
	});
}

function listIn(text: string): readonly string[] {
	try {
		const value: unknown = JSON.parse(text);
		return Array.isArray(value) && value.every((each) => typeof each === "string") ? value : [];
	} catch {
		return [];
	}
}
