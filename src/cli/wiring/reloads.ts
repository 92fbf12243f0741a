/** Requests to read the settings again. */
export interface Reloads {
	/** Asks for it: what comes while nobody listens is kept for whoever listens next. */
	ask(): void;
	/** Returns what ends the listening. */
	listen(onAsked: () => void): () => void;
}

/** Requests of one command, which listens from time to time. */
export function openReloads(): Reloads {
	let isAsked = false;
	let listener: (() => void) | undefined;
	const tell = () => {
		if (!isAsked || listener === undefined) return;
		isAsked = false;
		listener();
	};
	return {
		ask: () => {
			isAsked = true;
			tell();
		},
		listen: (onAsked) => {
			listener = onAsked;
			tell();
			return () => {
				if (listener === onAsked) listener = undefined;
			};
		},
	};
}
