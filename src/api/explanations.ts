import type { Explanation } from "../model/task.ts";
import { asObject, line, list, number } from "./json-values.ts";

const CLIPS = 1_000;
const REASONS = 20;
const PARTS = 50;

/**
 * What a service says about how its clips were rated and cut (extensions `score_parts` and `cut_reasons`);
 * empty where it says nothing.
 */
export function explanationsOf(clips: unknown): readonly Explanation[] {
	return list(clips, CLIPS).flatMap((each): Explanation[] => {
		const clip = asObject(each);
		const idx = number(clip?.idx);
		if (clip === undefined || idx === undefined || !Number.isSafeInteger(idx)) return [];
		const parts = Object.entries(asObject(clip.score_parts) ?? {}).slice(0, PARTS);
		const rated = parts.flatMap(([name, value]) => {
			const [said, points] = [line(name), number(value)];
			return said === undefined || points === undefined ? [] : [[said, points] as const];
		});
		const reasons = list(clip.cut_reasons, REASONS).flatMap((reason) => line(reason) ?? []);
		return rated.length + reasons.length === 0 ? [] : [{ idx, parts: Object.fromEntries(rated), reasons }];
	});
}
