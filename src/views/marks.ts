import type { Action } from "../model/plan.ts";
import { type Ink, paint } from "./ink.ts";

interface Words {
	/** The mark in front of each line (design, section 4). */
	readonly mark: string;
	readonly verb: string;
	readonly colour: "green" | "yellow" | "red" | "cyan" | "dim";
}

/** How each action is drawn. A new action does not compile until it has a mark. */
const WORDS = {
	submit: { mark: "+", verb: "submit", colour: "green" },
	resubmit: { mark: "-/+", verb: "submit again", colour: "yellow" },
	render: { mark: "+", verb: "render", colour: "green" },
	rerender: { mark: "~", verb: "render again", colour: "yellow" },
	publish: { mark: "+", verb: "publish", colour: "green" },
	"publish-bounded": { mark: "+", verb: "publish", colour: "green" },
	update: { mark: "~", verb: "update", colour: "yellow" },
	replace: { mark: "-/+", verb: "cancel and post again", colour: "yellow" },
	cancel: { mark: "-", verb: "cancel", colour: "red" },
	repeat: { mark: "?", verb: "send again under the same key", colour: "yellow" },
	read: { mark: "<=", verb: "read", colour: "cyan" },
	wait: { mark: ">", verb: "wait", colour: "cyan" },
	attention: { mark: "!", verb: "needs attention", colour: "red" },
	unknown: { mark: "?", verb: "outcome unknown", colour: "red" },
	forget: { mark: ".", verb: "forget", colour: "dim" },
} as const satisfies Record<Action, Words>;

/** `+ 0..2` for posts that are only bounded. */
export function markOf(change: { readonly action: Action; readonly atMost?: number }): string {
	return change.action === "publish-bounded" ? `+ 0..${change.atMost ?? "n"}` : WORDS[change.action].mark;
}

export function verbOf(action: Action): string {
	return WORDS[action].verb;
}

/** The mark with its colour, padded so that addresses stand below each other. */
export function paintedMark(mark: string, action: Action, ink: Pick<Ink, "colour">): string {
	return paint(ink)[WORDS[action].colour](mark.padEnd(7));
}
