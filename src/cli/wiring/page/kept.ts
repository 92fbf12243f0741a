/** What is made once and then kept until something has changed, however many ask for it at the same time. */
export interface KeptUntilChanged<Value> {
	get(): Promise<Value>;
	/** The next one who asks gets it made anew. */
	forget(): void;
}

/** `maxMs`: how long it is kept at most, because times go by. */
export function keptUntilChanged<Value>(
	make: () => Promise<Value>,
	{ now, maxMs }: { readonly now: () => number; readonly maxMs: number },
): KeptUntilChanged<Value> {
	let kept: { readonly value: Promise<Value>; readonly madeAt: number } | undefined;
	return {
		get() {
			if (kept !== undefined && now() - kept.madeAt < maxMs) return kept.value;
			const made = { value: make(), madeAt: now() };
			kept = made;
			made.value.catch(() => {
				if (kept === made) kept = undefined;
			});
			return made.value;
		},
		forget() {
			kept = undefined;
		},
	};
}
