import { Fault } from "../../model/fault.ts";
import type { Operation } from "../../model/snapshot.ts";
import type { Word } from "../../model/unknown.ts";
import { plain } from "../../views/ink.ts";
import { renderUnknown, type ZonedInk } from "../../views/unknown.ts";

/** How a person is talked to, and what is done with an answer. */
export interface Prompter {
	/** Undefined: no more answers come. */
	readonly ask: (question: string) => Promise<string | undefined>;
	readonly tell: (text: string) => void;
	/** Writes it down. Throws a `Fault` where the word cannot be taken. */
	readonly settle: (operation: Operation, word: Word) => Promise<void>;
	readonly ink: ZonedInk;
}

/**
 * Goes through unknown outcomes one by one: shows what to look for and asks what became of it. Nothing is
 * done without an answer. Gives how many stay unknown.
 */
export async function walkThrough(unknowns: readonly Operation[], prompter: Prompter): Promise<number> {
	if (unknowns.length === 0) prompter.tell("No outcome is unknown.\n");
	let settled = 0;
	for (const [at, operation] of unknowns.entries()) {
		prompter.tell(`\n${at + 1} of ${unknowns.length}: ${renderUnknown(operation, prompter.ink)}\n`);
		const answer = await decide(operation, prompter);
		if (answer === "stop") break;
		if (answer === "settled") settled++;
	}
	return unknowns.length - settled;
}

/** Until there is an answer that can be taken. */
async function decide(operation: Operation, prompter: Prompter): Promise<"settled" | "skipped" | "stop"> {
	const choices = choicesOf(operation);
	for (;;) {
		const answer = (await prompter.ask(`${questionOf(choices)} `))?.trim().toLowerCase();
		if (answer === undefined || answer === "quit" || answer === "q") return "stop";
		const choice = choices.find(({ key, words }) => answer === key || answer === words);
		if (choice === undefined) prompter.tell("Type one of the numbers or answers.\n");
		else if (choice.does === "skip") return "skipped";
		else if (await settle(operation, choice.does, prompter)) return "settled";
	}
}

type Does = "posted" | "id-unknown" | "not-posted" | "abandoned" | "skip";

interface Choice {
	readonly key: string;
	readonly words: string;
	readonly does: Does;
}

/** Of a task nothing is worth knowing without its id. */
function choicesOf({ kind }: Operation): readonly Choice[] {
	const all: readonly (readonly [Does, string])[] = [
		["posted", kind === "publish" ? "posted" : "executed"],
		...(kind === "publish" ? [["id-unknown", "posted, id unknown"] as const] : []),
		["not-posted", kind === "publish" ? "not posted" : "not executed"],
		["abandoned", "abandon"],
		["skip", "skip"],
	];
	return all.map(([does, words], at) => ({ key: String(at + 1), words, does }));
}

function questionOf(choices: readonly Choice[]): string {
	return `What became of it? ${choices.map(({ key, words }) => `${key} ${words}`).join(", ")} (q to stop):`;
}

/** False: the word could not be taken, and something else may be said. */
async function settle(
	operation: Operation,
	does: Exclude<Does, "skip">,
	prompter: Prompter,
): Promise<boolean> {
	const word =
		does === "posted" ? await withId(prompter) : ({ as: does === "id-unknown" ? "posted" : does } as const);
	if (word === undefined) return false;
	try {
		await prompter.settle(operation, word);
		return true;
	} catch (error) {
		if (!(error instanceof Fault) || error.fatal) throw error;
		prompter.tell(`${plain(error.message)}${error.remedy === undefined ? "" : ` ${plain(error.remedy)}`}\n`);
		return false;
	}
}

async function withId({ ask, tell }: Prompter): Promise<Word | undefined> {
	const taskId = (await ask("Its id at the service: "))?.trim() ?? "";
	if (/^[\x21-\x7e]{1,256}$/.test(taskId)) return { as: "posted", taskId };
	tell("This is not an id; nothing was recorded.\n");
	return undefined;
}
