import type { MultiBar, SingleBar } from "cli-progress";
import type { RunEvent } from "../model/event.ts";
import { cut } from "../views/ink.ts";
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
export function openProgress({ json }: { readonly json?: true }): Progress {
	if (json) return { emit: (event) => out(`${JSON.stringify(event)}\n`), say: (_, value) => out(`${JSON.stringify(value)}\n`), close: () => {} };
	return process.stdout.isTTY ? bars() : lines();
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

function bars(): Progress {
	let shown: Promise<MultiBar> | undefined;
	const found = new Map<string, SingleBar>();
	const open = async () =>
		(shown ??= import("cli-progress").then(
			// Bundled, a CommonJS package has only its default.
			({ default: { MultiBar } }) =>
				new MultiBar({ format: " {bar} {percentage}% {label}", barsize: 24, hideCursor: true, clearOnComplete: true, emptyOnZero: true }),
		));
	const update = async ({ address, share, label }: { address: string; share: number; label: string }) => {
		const multi = await open();
		const bar = found.get(address) ?? multi.create(100, 0, { label });
		found.set(address, bar);
		bar.update(Math.round(share * 100), { label: cut(label, inkOf(process.stdout).width - 36) });
	};
	const close = () => {
		void shown?.then((multi) => multi.stop());
		shown = undefined;
		found.clear();
	};
	return {
		emit(event) {
			if (event.type === "uploading") void update({ ...event, label: `uploading ${event.address}` });
			else if (event.type === "task") void update({ address: event.address, share: event.share ?? 0, label: `${event.address} ${event.status.toLowerCase()}` });
			const text = renderEvent(event, inkOf(process.stdout));
			if (text !== "") void (shown ? shown.then((multi) => multi.log(`${text}\n`)) : out(`${text}\n`));
		},
		say(text) {
			out(text);
		},
		close,
	};
}
