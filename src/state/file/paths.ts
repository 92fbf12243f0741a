/** The journal beside a state file. */
export function journalOf(path: string): string {
	return `${path}.journal`;
}

/** The lock that guards a state file. */
export function lockOf(path: string): string {
	return `${path}.lock`;
}
