/** What a visitor of the page may do: look, decide about clips as well, or everything. */
export type PageRole = "look" | "review" | "run";

/** Somebody who may sign in to the page with a token, of which only the sha256 is known. */
export interface PageUser {
	readonly name: string;
	readonly role: PageRole;
	/** Hex. */
	readonly tokenSha256: string;
}

/** The page that `showrun ui` and `showrun watch --ui` serve. */
export interface UiSettings {
	readonly users: readonly PageUser[];
	/** Origin of a web server in front of it. Absent: there is none. */
	readonly publicUrl?: string;
}
