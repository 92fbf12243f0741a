import { stampOf, stillIs } from "../../system/fingerprints.ts";

type Probe<Source> = (file: string, signal: AbortSignal) => Promise<Source>;

/** More files are not remembered: the one that was probed first is forgotten. */
const MOST_FILES = 64;

/**
 * Probes each file once, as long as its size, times and inode say that it is the same: a clip takes several
 * looks at its source, and a start of ffmpeg may take longer than the look.
 */
export function rememberProbes<Source>(probe: Probe<Source>): Probe<Source> {
	const known = new Map<string, { readonly stamp: string; readonly source: Source }>();
	return async (file, signal) => {
		const stamp = await stampOf(file).catch(() => undefined);
		const before = known.get(file);
		if (before !== undefined && before.stamp === stamp?.text) return before.source;
		known.delete(file);
		const source = await probe(file, signal);
		if (stamp === undefined || !(await stillIs(file, stamp).catch(() => false))) return source;
		known.set(file, { stamp: stamp.text, source });
		const [oldest = file] = known.keys();
		if (known.size > MOST_FILES) known.delete(oldest);
		return source;
	};
}
