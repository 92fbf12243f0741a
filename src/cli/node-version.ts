/** The oldest Node that runs showrun. */
const OLDEST = { major: 20, minor: 19 } as const;

/** What to say where this Node is too old. Undefined: it is new enough. `version`: as `20.19.0`. */
export function oldNode(version: string): { readonly problem: string; readonly remedy: string } | undefined {
	const [major = 0, minor = 0] = version.split(".").map(Number);
	if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return undefined;
	return {
		problem: `${version} is too old.`,
		remedy: `Install Node ${OLDEST.major}.${OLDEST.minor} or newer.`,
	};
}
