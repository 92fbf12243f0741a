import { availableParallelism, totalmem } from "node:os";
import pLimit from "p-limit";

/** One render keeps two cores busy, and may take some gigabytes of memory. */
const SLOT = { cores: 2, bytes: 4 * 2 ** 30, most: 4 } as const;

/** How many renders this machine does best at once. */
export function rendersAtOnce(cores = availableParallelism(), bytes = totalmem()): number {
	return Math.max(1, Math.min(SLOT.most, Math.floor(cores / SLOT.cores), Math.floor(bytes / SLOT.bytes)));
}

/** Lets so many steps run at once, and of those with the same name one after the other: who wants what somebody is making waits, and looks again. */
export function openTurns(atOnce: number) {
	const some = pLimit(atOnce);
	const making = new Map<string, Promise<void>>();
	const inTurn = <Result>(step: () => Promise<Result>): Promise<Result> => some(step);
	const once = (name: string, step: () => Promise<void>): Promise<void> => {
		const turn = (making.get(name) ?? Promise.resolve()).catch(() => undefined).then(() => inTurn(step));
		const forget = () => void (making.get(name) === turn && making.delete(name));
		making.set(name, turn);
		turn.then(forget, forget);
		return turn;
	};
	return { inTurn, once };
}
