// May share a process: what it starts ends with it.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Secret } from "../../src/model/secret.ts";
import { type Callable, call } from "../service/world.ts";
import { builtScript } from "./built-program.ts";
import { underWay } from "./program.ts";

const OWNER = join(import.meta.dirname, "..", "service", "owner-process.ts");

export interface Owner extends Callable {
	end(signal: NodeJS.Signals): Promise<void>;
}

/** A service in a process of its own. Throws what it says where it does not start. */
export async function own(folder: string, memory: string, restored?: "skip" | "deliver"): Promise<Owner> {
	const args = [await builtScript(OWNER), folder, "never", memory, ...(restored ? [restored] : [])];
	const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"] });
	underWay.add(child);
	let said = "";
	child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
	const ended = new Promise<void>((settle) => child.once("close", () => settle()));
	for await (const line of createInterface({ input: child.stdout })) {
		const { url, key } = JSON.parse(line) as { readonly url: string; readonly key: string };
		const service = { url, apiKey: new Secret(key), close: async () => {} };
		return {
			service,
			call: (method, path, more) => call(service, { method, path, ...more }),
			end: async (signal) => {
				child.kill(signal);
				await ended;
			},
		};
	}
	await ended;
	throw new Error(said);
}
