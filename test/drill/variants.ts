import type { Found } from "./part.ts";
export async function tryVariants(_only: string): Promise<Found> {
	return { cases: 0, broken: [] };
}
