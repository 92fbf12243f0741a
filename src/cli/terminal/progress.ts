import type { MultiBar as MultiBarShown, SingleBar } from "cli-progress";
import { defined } from "../../model/defined.ts";
import type { RunEvent } from "../../model/event.ts";
import { runEvents } from "../../views/events.ts";
import { cut, type Ink, plain } from "../../views/ink.ts";
import type { OutboxInk } from "../../views/outbox.ts";
import { renderEvent } from "../../views/report.ts";
import { inkOf, lines as jsonLines, out } from "./terminal.ts";
import { openPace } from "./time-left.ts";

/** Shows what a command is doing: bars on a terminal, plain lines elsewhere, JSON lines where asked for. */
export interface Progress<Event = RunEvent> {
	readonly emit: (event: Event) => void;
	/** Prints text, or with `--json` the value instead. */
	say(text: string, value: object): void;
	/** Takes the bars away. May be called more than once. */
	close(): void;
}

/** How one kind of events is shown. */
export interface Showing<Event> {
	/** A line that stays; empty for what only a bar shows. */
	readonly text: (event: Event, ink: Ink) => string;
	readonly bar: (event: Event) => Bar | undefined;
	/** A line where there are no bars; empty for nothing worth one. The same line is said once a `key`. */
	readonly plainly: (event: Event) => string;
	/** What the event is about. */
	readonly key: (event: Event) => string;
	/** What `--json` prints of it. Absent: the event. */
	readonly json?: (event: Event) => readonly object[];
}

interface Bar {
	/** 0 to 1. */
	readonly share: number;
	readonly label: string;
}

const RUN: Omit<Showing<RunEvent>, "text"> = {
	bar(event) {
		if (event.type === "uploading") return { share: event.share, label: `uploading ${event.address}` };
		return event.type === "task"
			? { share: event.share ?? 0, label: `${event.address} ${event.status.toLowerCase()}` }
			: undefined;
	},
	plainly: quarter,
	key: (event) => ("address" in event ? event.address : event.type),
	json: runEvents,
};

/** Opens the display of an apply that fits where the output goes. */
export async function openProgress(
	flags: { readonly json?: true },
	{ outbox }: OutboxInk,
): Promise<Progress> {
	const text = (event: RunEvent, ink: Ink) => renderEvent(event, { ...ink, ...defined({ outbox }) });
	return openDisplay(flags, { ...RUN, text });
}

/** The same for events of another kind. */
export async function openDisplay<Event extends object>(
	{ json }: { readonly json?: true },
	showing: Showing<Event>,
): Promise<Progress<Event>> {
	if (json)
		return {
			emit: (event) => out(jsonLines(showing.json?.(event) ?? [event])),
			say: (_, value) => out(`${JSON.stringify(value)}\n`),
			close: () => {},
		};
	return process.stdout.isTTY ? await bars(showing) : lines(showing);
}

/**
 * A line when a task's state or its quarter changes: enough to see that it lives, little enough for a log.
 */
function lines<Event>({ text: said, plainly, key, bar }: Showing<Event>): Progress<Event> {
	const printed = new Map<string, string>();
	const pace = openPace(() => performance.now());
	const emit = (event: Event) => {
		const share = bar(event)?.share;
		const left = share === undefined ? undefined : pace.left(key(event), share);
		const text = said(event, inkOf(process.stdout));
		const line = text || plainly(event);
		if (line === "" || printed.get(key(event)) === line) return;
		printed.set(key(event), line);
		out(text === "" && left !== undefined ? `${line}, ${left}\n` : `${line}\n`);
	};
	return { emit, say: out, close: () => {} };
}

function quarter(event: RunEvent): string {
	if (event.type === "uploading") return event.share < 1 ? "" : `uploaded ${event.address}`;
	if (event.type !== "task") return "";
	const share = event.share === undefined ? "" : `: ${Math.floor(event.share * 4) * 25} %`;
	return `${event.status.toLowerCase().padEnd(8)} ${event.address}${share}`;
}

/**
 * Bars stand below everything said so far: they go away before a line is written, and the next event brings
 * them back.
 */
async function bars<Event>({ text: said, bar: barOf, key }: Showing<Event>): Promise<Progress<Event>> {
	// Bundled, a CommonJS package has only its default.
	const { MultiBar } = (await import("cli-progress")).default;
	let shown: MultiBarShown | undefined;
	const found = new Map<string, SingleBar>();
	const close = () => {
		shown?.stop();
		shown = undefined;
		found.clear();
	};
	const say = (text: string) => {
		close();
		out(text);
	};
	const pace = openPace(() => performance.now());
	const draw = (name: string, { share, label: about }: Bar) => {
		const left = pace.left(name, share);
		const label = left === undefined ? about : `${left} ${about}`;
		shown ??= new MultiBar({ ...BARS, stream: process.stdout });
		const bar = found.get(name) ?? shown.create(100, 0, { label });
		found.set(name, bar);
		bar.update(Math.round(share * 100), {
			label: cut(plain(label), inkOf(process.stdout).width - BARS.barsize - 8),
		});
	};
	return {
		emit(event) {
			const text = said(event, inkOf(process.stdout));
			if (text !== "") say(`${text}\n`);
			const bar = barOf(event);
			if (bar) draw(key(event), bar);
		},
		say,
		close,
	};
}

const BARS = {
	format: " {bar} {percentage}% {label}",
	barsize: 24,
	hideCursor: true,
	clearOnComplete: true,
	emptyOnZero: true,
};
