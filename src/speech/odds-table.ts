/** From "odds: words" to a table by word. */
export function oddsTable(table: string): ReadonlyMap<string, number> {
	const known = new Map<string, number>();
	let value = 0;
	for (const part of table.trim().split(/\s+/))
		if (part.endsWith(":")) value = Number(part.slice(0, -1));
		else known.set(part, value);
	return known;
}
