/** What an object of somebody else holds. */
export type Fields = Readonly<Record<string, unknown>>;

/** The object a JSON text holds, or undefined when it holds anything else or is torn. */
export function jsonObject(text: string): Fields | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null && !Array.isArray(value)
			? Object.fromEntries(Object.entries(value))
			: undefined;
	} catch {
		return undefined;
	}
}

/** The fields of a value out of somebody's answer: none where it is no object. */
export function fieldsOf(value: unknown): Fields {
	return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
