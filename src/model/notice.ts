/** What happened, for the log. */
export interface Notice {
	readonly level: "info" | "warn" | "error";
	readonly message: string;
	readonly [detail: string]: unknown;
}
