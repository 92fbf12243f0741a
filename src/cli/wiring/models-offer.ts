import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Fault } from "../../model/fault.ts";
import type { Plan } from "../../model/plan.ts";
import type { Settings } from "../../model/settings.ts";
import { modelStatuses } from "../../models/open.ts";
import { renderOffer } from "../../views/models.ts";
import { EXIT, Exit } from "../exit.ts";
import { asked, err, inkOf, interactive } from "../terminal/terminal.ts";
import { modelsAt } from "./models.ts";
import { userCache } from "./user-cache.ts";

/** Somebody who can be asked; no answer at all means to stop. */
interface Person {
	readonly ask: (question: string) => Promise<string | undefined>;
	readonly say: (text: string) => void;
}

interface Offer {
	readonly settings: {
		readonly service: Pick<Settings["service"], "url">;
		readonly embedded: Pick<Settings["embedded"], "models" | "recogniser">;
	};
	readonly flags: { readonly json?: true; readonly autoApprove?: true; readonly cache?: boolean };
	readonly signal: AbortSignal;
	/** Absent: whoever sits at the terminal. */
	readonly person?: Person;
}

/**
 * Before the embedded engine makes clips for the first time: asks, once for a user, whether to pull what it
 * works better with. Throws `Exit` where the person stops.
 */
export async function offerModels(
	plan: Plan,
	{ settings, flags, signal, person = atTerminal(signal) }: Offer,
): Promise<void> {
	if (!person || flags.json || flags.autoApprove || flags.cache === false) return;
	if (
		settings.service.url !== undefined ||
		!plan.changes.some(({ action }) => action === "submit" || action === "resubmit")
	)
		return;
	const offered = join(userCache(), "showrun", "models-offered");
	if (existsSync(offered)) return;
	const models = modelsAt(settings.embedded.models);
	const missing = (await modelStatuses(models, signal)).filter(
		({ state, runtime, onlyIfAsked }) =>
			state === "absent" &&
			runtime !== undefined &&
			(!onlyIfAsked || settings.embedded.recogniser !== undefined),
	);
	if (missing.length === 0) return;
	person.say(renderOffer(missing, inkOf(process.stderr)));
	const answer = await person.ask('Download them now? Only "yes" does; apply continues without them: ');
	signal.throwIfAborted();
	if (answer === undefined) {
		person.say("\nNothing was done.\n");
		throw new Exit(EXIT.error);
	}
	await remember(offered);
	if (answer.trim() !== "yes") return;
	const { pullWithProgress } = await import("./pull-models.ts");
	const names = missing.map(({ name }) => name);
	await goingOn(person, () => pullWithProgress(models, names, { signal }));
}

function atTerminal(signal: AbortSignal): Person | undefined {
	return interactive() && process.stdout.isTTY
		? { ask: (question) => asked(question, signal), say: err }
		: undefined;
}

/** Who cannot remember asks again. */
async function remember(path: string): Promise<void> {
	await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch(() => {});
	await writeFile(path, "").catch(() => {});
}

/** What was asked for does not wait for models. */
async function goingOn({ say }: Person, pull: () => Promise<void>): Promise<void> {
	try {
		await pull();
	} catch (error) {
		if (!(error instanceof Fault) || error.fatal) throw error;
		say(
			`${error.message}\n${error.remedy === undefined ? "" : `  ${error.remedy}\n`}Continuing without them. To download them later: showrun models pull\n`,
		);
	}
}
