/** What the test does to the platforms: faults, time, settings, people. At a port of its own. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "./answer.ts";
import type { RequestNote } from "./exchange.ts";
import type { Faults, PlannedFault } from "./faults.ts";
import { readLog } from "./log.ts";
import type { Json, Platform, Settings, World } from "./platform.ts";
import { readBody, send } from "./wire.ts";

export interface Control {
	readonly world: World;
	readonly platforms: readonly Platform[];
	readonly faults: Faults;
	readonly notes: readonly RequestNote[];
}

/** `POST /__control/NAME` or `POST /__control/PLATFORM/OPERATION` with a JSON object. */
export function controlListener(control: Control) {
	return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const { body } = await readBody(request);
		const now = control.world.clock.now();
		try {
			if (request.method !== "POST") throw new Error("only POST");
			const [, root, ...names] = (request.url ?? "").split("/");
			if (root !== "__control") throw new Error(`nothing at ${request.url}`);
			const value = perform(control, names, JSON.parse(body.toString("utf8") || "{}"));
			for (const platform of control.platforms) platform.settle();
			await send(response, { answer: json(200, value ?? {}), now });
		} catch (error) {
			await send(response, { answer: json(400, { error: String(error) }), now });
		}
	};
}

function perform(control: Control, [name = "", operation = ""]: readonly string[], input: Json): unknown {
	const platform = control.platforms.find((each) => each.name === name);
	if (platform !== undefined) {
		if (operation === "settings") return change(platform.settings, input);
		const run = platform.operations[operation];
		if (run === undefined) throw new Error(`${name} has no ${operation}`);
		return run(input);
	}
	const common = COMMON[name];
	if (common === undefined) throw new Error(`nothing is named ${name}`);
	return common(control, input);
}

const COMMON: Readonly<Record<string, (control: Control, input: Json) => unknown>> = {
	faults: ({ faults }, { add, clear }) => {
		if (clear === true) faults.clear();
		if (add !== undefined) faults.add(add as readonly PlannedFault[]);
		return { left: faults.left() };
	},
	clock: ({ world: { clock } }, { advance, rate }) => {
		if (typeof rate === "number") clock.run(rate);
		if (typeof advance === "number") clock.advance(advance);
		return { now: clock.now() };
	},
	log: ({ world, platforms }) => {
		for (const platform of platforms) platform.settle();
		return { entries: readLog(world.log.file) };
	},
	requests: ({ notes }) => ({ requests: notes }),
};

/** Only settings that exist, with values of their kind: a misspelt one would change nothing. */
function change(settings: Settings, input: Json): Settings {
	for (const [name, value] of Object.entries(input)) {
		const before = settings[name];
		if (before === undefined) throw new Error(`no setting is named ${name}`);
		if (before !== null && value !== null && typeof value !== typeof before)
			throw new Error(`${name} is a ${typeof before}`);
		settings[name] = value as Settings[string];
	}
	return settings;
}
