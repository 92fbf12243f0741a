/** The object a JSON text holds, or undefined when it holds anything else or is torn. */
export function jsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null && !Array.isArray(value)
			? Object.fromEntries(Object.entries(value))
			: undefined;
	} catch {
		return undefined;
	}
}
