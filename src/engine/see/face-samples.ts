import { centreOf } from "../compose/boxes.ts";
import type { Size } from "../compose/output-size.ts";
import type { Face } from "./blazeface.ts";
import type { FindFaces } from "./faces.ts";

/** A face that stays moves at most so much from one frame to the one after the next, in its own sizes. */
const STAYS = 0.15;

/**
 * Looks for faces in frames as they come: in every second one, and in one between only where those beside it
 * differ, else faces there are in the middle. No more once nobody waits for them.
 */
export function faceSampler(
	find: FindFaces,
	{ size, signal }: { readonly size: Size; readonly signal: AbortSignal },
) {
	const faces: Promise<readonly Face[]>[] = [];
	let last: Promise<unknown> = Promise.resolve();
	let between: Uint8Array | undefined;
	const later = (work: () => Promise<readonly Face[]>): Promise<readonly Face[]> => {
		const found = last.then(() => {
			signal.throwIfAborted();
			return work();
		});
		// It is waited for only after the last picture: until then a failure must not go unhandled.
		found.catch(() => {});
		last = found;
		return found;
	};
	return {
		add(frame: Uint8Array): void {
			if (faces.length % 2 === 1 && !between) {
				between = frame;
				return;
			}
			const [skipped, before] = [between, faces.at(-1)];
			const now = later(() => find(frame, size));
			if (skipped) faces.push(later(async () => middleOf(await before, await now) ?? find(skipped, size)));
			between = undefined;
			faces.push(now);
		},
		all(): Promise<readonly (readonly Face[])[]> {
			const rest = between;
			if (rest) faces.push(later(() => find(rest, size)));
			between = undefined;
			return Promise.all(faces);
		},
	};
}

/** The faces between two frames with the same ones. Undefined: they are not. */
function middleOf(before: readonly Face[] = [], after: readonly Face[]): readonly Face[] | undefined {
	if (before.length !== after.length) return undefined;
	const pairs = before.map((face) => {
		const same = after.filter((other) => isSame(face, other));
		return same.length === 1 ? same.map((other) => mean(face, other)) : [];
	});
	return pairs.every(({ length }) => length === 1) ? pairs.flat() : undefined;
}

function isSame({ box: a }: Face, { box: b }: Face): boolean {
	const [from, to] = [centreOf(a), centreOf(b)];
	return (
		Math.abs(to.x - from.x) <= STAYS * a.width &&
		Math.abs(to.y - from.y) <= STAYS * a.height &&
		Math.abs(b.width - a.width) <= STAYS * a.width &&
		Math.abs(b.height - a.height) <= STAYS * a.height
	);
}

function mean(one: Face, other: Face): Face {
	const of = (value: (face: Face) => number) => (value(one) + value(other)) / 2;
	const box = {
		x: of(({ box }) => box.x),
		y: of(({ box }) => box.y),
		width: of(({ box }) => box.width),
		height: of(({ box }) => box.height),
	};
	return { box, score: of(({ score }) => score) };
}
