/**
 * Something under way: its events as they come, and what it comes to. Iterating from the start sees every
 * event; leaving the loop stops nothing. Where it fails, both `result` and the loop throw.
 */
export interface Run<Event, Result> extends AsyncIterable<Event> {
	readonly result: Promise<Result>;
}

interface Listener<Event> {
	readonly events: Event[];
	wake: () => void;
}

/** Starts after the current turn, so that whoever iterates at once misses nothing. */
export function startRun<Event, Result>(
	work: (emit: (event: Event) => void) => Promise<Result>,
): Run<Event, Result> {
	const listeners = new Set<Listener<Event>>();
	let isOver = false;
	const wakeAll = () => {
		for (const { wake } of listeners) wake();
	};
	const result = (async () => {
		await Promise.resolve();
		try {
			return await work((event) => {
				for (const { events } of listeners) events.push(event);
				wakeAll();
			});
		} finally {
			isOver = true;
			wakeAll();
		}
	})();
	return {
		result,
		[Symbol.asyncIterator]() {
			const listener: Listener<Event> = { events: [], wake: () => {} };
			listeners.add(listener);
			return eventsOf(listener, {
				ended: () => isOver,
				settled: result.then(() => {}),
				leave: () => listeners.delete(listener),
			});
		},
	};
}

interface Ending {
	readonly ended: () => boolean;
	readonly settled: Promise<void>;
	readonly leave: () => void;
}

async function* eventsOf<Event>(
	listener: Listener<Event>,
	{ ended, settled, leave }: Ending,
): AsyncGenerator<Event, void, undefined> {
	// It is thrown where the loop arrives at the end.
	settled.catch(() => {});
	try {
		for (;;) {
			const event = listener.events.shift();
			if (event !== undefined) yield event;
			else if (ended()) return await settled;
			else
				await new Promise<void>((wake) => {
					listener.wake = wake;
				});
		}
	} finally {
		leave();
	}
}
