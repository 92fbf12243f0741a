/** Time as the platforms see it. It runs as fast as the test says, and jumps where the test says. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Jumps ahead. */
	advance(ms: number): void;
	/** Virtual milliseconds that pass in a real one; 0 stops the time. */
	run(rate: number): void;
}

export function virtualClock(start: number, rate = 1): Clock {
	let [virtual, real, speed] = [start, Date.now(), rate];
	const now = () => virtual + (Date.now() - real) * speed;
	return {
		now: () => Math.floor(now()),
		advance: (ms) => {
			if (!(ms >= 0)) throw new Error(`time cannot go back by ${ms} ms`);
			virtual += ms;
		},
		run: (next) => {
			[virtual, real, speed] = [now(), Date.now(), next];
		},
	};
}
