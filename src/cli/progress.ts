import type { MultiBar as MultiBarShown, SingleBar } from "cli-progress";
import type { RunEvent } from "../model/event.ts";
import { cut, plain } from "../views/ink.ts";
import { renderEvent } from "../views/report.ts";
import { inkOf, out } from "./terminal.ts";

/** Shows what a run is doing: bars on a terminal, plain lines elsewhere, JSON lines where asked for. */
export interface Progress {
	readonly emit: (event: RunEvent) => void;
	/** Prints text, or with `--json` the value instead. */
	say(text: string, value: object): void;
	/** Takes the bars away. May be called more than once. */
	close(): void;
}

/** Opens the display that fits where the output goes. */
export async function openProgress({ json }: { readonly json?: true }): Promise<Progress> {
	if (json) return { emit: (event) => out(`${JSON.stringify(event)}\n`), say: (_, value) => out(`${JSON.stringify(value)}\n`), close: () => {} };
	return process.stdout.isTTY ? await bars() : lines();
}

/** A line when a task's state or its quarter changes: enough to see that it lives, little enough for a log. */
function lines(): Progress {
	const told = new Map<string, string>();
	const emit = (event: RunEvent) => {
		const text = renderEvent(event, inkOf(process.stdout)) || quarter(event);
		if (text === "" || told.get(event.address) === text) return;
		told.set(event.address, text);
		out(`${text}\n`);
	};
	return { emit, say: out, close: () => {} };
}

function quarter(event: RunEvent): string {
	if (event.type === "uploading") return event.share < 1 ? "" : `uploaded ${event.address}`;
	if (event.type !== "task") return "";
	const share = event.share === undefined ? "" : `: ${Math.floor(event.share * 4) * 25} %`;
	return `${event.status.toLowerCase().padEnd(8)} ${event.address}${share}`;
}

/** Bars stand below everything said so far: they go away before a line is written, and the next event brings them back. */
async function bars(): Promise<Progress> {
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
	const draw = ({ address, share, label }: { address: string; share: number; label: string }) => {
		shown ??= new MultiBar({ ...BARS, stream: process.stdout });
		const bar = found.get(address) ?? shown.create(100, 0, { label });
		found.set(address, bar);
		bar.update(Math.round(share * 100), { label: cut(plain(label), inkOf(process.stdout).width - BARS.barsize - 8) });
	};
	return {
		emit(event) {
			const text = renderEvent(event, inkOf(process.stdout));
			if (text !== "") say(`${text}\n`);
			if (event.type === "uploading") draw({ ...event, label: `uploading ${event.address}` });
			else if (event.type === "task") draw({ address: event.address, share: event.share ?? 0, label: `${event.address} ${event.status.toLowerCase()}` });
		},
		say,
		close,
	};
}

const BARS = { format: " {bar} {percentage}% {label}", barsize: 24, hideCursor: true, clearOnComplete: true, emptyOnZero: true };
