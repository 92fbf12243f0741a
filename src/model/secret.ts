const hidden = new WeakMap<Secret, string>();

/** A value that must never be written, printed or logged: every string form of it is `***`. */
export class Secret {
	constructor(value: string) {
		hidden.set(this, value);
	}
	/** The value itself. Called only where a request header is built. */
	reveal(): string {
		return hidden.get(this) ?? "";
	}
	toString(): string {
		return "***";
	}
	toJSON(): string {
		return "***";
	}
	[Symbol.for("nodejs.util.inspect.custom")](): string {
		return "***";
	}
}
