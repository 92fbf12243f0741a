/**
 * Caption styles the service is known to have (published clients, 2026-07). Others are warned about, not
 * refused.
 */
export const CAPTION_STYLES: readonly string[] = [
	...["smart-bg-focus", "box-highlight", "word-focus", "underline-focus"],
	...numbered("temp-", 0, 17),
	...numbered("temp-static-", 1, 6),
	...numbered("game-streamer-", 1, 7),
];

function numbered(name: string, from: number, to: number): readonly string[] {
	return Array.from({ length: to - from + 1 }, (_, index) => `${name}${from + index}`);
}
