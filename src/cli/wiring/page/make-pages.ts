import { defined } from "../../../model/defined.ts";
import { openPages } from "../../../page/pages.ts";
import type { Answer, Ask, NamedClip, PageFront } from "../../../page/port.ts";
import { systemClock } from "../../../system/clock.ts";
import { trimFolder } from "../../../system/trim-folder.ts";
import { err } from "../../terminal/terminal.ts";
import { connectService } from "../service.ts";
import type { FoundClip } from "./clip-files.ts";
import type { PageSubject } from "./inputs.ts";
import { savedPlansIn } from "./make-plan.ts";
import { pageSource } from "./source.ts";

/** What the process that listens says to the one that makes pages. */
export type ToPages =
	| { readonly id: number; readonly ask: Ask }
	| { readonly id: number; readonly clip: NamedClip }
	| { readonly changed: true };

/** What that is told. */
export type FromPages =
	| { readonly id: number; readonly answer: Answer }
	| { readonly id: number; readonly clip?: FoundClip }
	/** A bug; this process has told it. */
	| { readonly id: number; readonly failed: string }
	| { readonly changed: true };

interface MakingPages extends Omit<PageSubject, "signal"> {
	readonly mode: PageFront["mode"];
	/** What ends the process from outside. */
	readonly stop: AbortSignal;
}

/** Plans that a page did not take away are no other page's by then. Milliseconds. */
const LEFT_MS = 24 * 3_600_000;

/** Makes pages for the process that started this one, until that lets go of it. */
export async function makePages({ mode, stop, ...subject }: MakingPages): Promise<void> {
	const over = new AbortController();
	process.once("disconnect", () => over.abort());
	const signal = AbortSignal.any([stop, over.signal]);
	const tell = (message: FromPages) => void (process.connected && process.send?.(message, () => {}));
	await trimFolder(savedPlansIn(subject.settings.root), {
		unusedMs: LEFT_MS,
		bytes: Number.POSITIVE_INFINITY,
	});
	const connected = await connectService(subject.settings, "read", { tell: () => {} });
	const changed = () => tell({ changed: true });
	const source = pageSource({ ...subject, signal, mode, connected, changed });
	const answer = openPages({ source, now: systemClock.now, log: err });
	const replied = async (message: Exclude<ToPages, { readonly changed: true }>): Promise<FromPages> => {
		const { id } = message;
		if ("ask" in message) return { id, answer: await answer(message.ask) };
		const clip = await source.clip(message.clip);
		return { id, ...defined({ clip }) };
	};
	process.on("message", (message: ToPages) => {
		if ("changed" in message) source.forget();
		else
			void replied(message).then(tell, (error: Error) => {
				err(`${error.stack ?? error.message}\n`);
				tell({ id: message.id, failed: error.message });
			});
	});
	await ended(signal);
	await connected.close();
	if (process.connected) process.disconnect();
}

function ended(signal: AbortSignal): Promise<void> {
	return new Promise((settle) => {
		if (signal.aborted) settle();
		signal.addEventListener("abort", () => settle(), { once: true });
	});
}
