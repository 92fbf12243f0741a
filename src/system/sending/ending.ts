/** What an `AbortController` does, for what ends in each post: its events cost a tenth of sending one. */
export class Ending {
	#acts: (() => void)[] | undefined = [];
	/** Why it ended. */
	reason: unknown;

	get isOver(): boolean {
		return this.#acts === undefined;
	}

	/** Does what waits for the end, in its order; nothing the second time. */
	end(reason?: unknown): void {
		const acts = this.#acts;
		if (acts === undefined) return;
		this.#acts = undefined;
		this.reason = reason;
		for (const act of acts) act();
	}

	/** Acts at the end: at once where it is over. */
	onEnd(act: () => void): void {
		if (this.#acts === undefined) act();
		else this.#acts.push(act);
	}
}
