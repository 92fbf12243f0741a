/** Whether two tags name one language: `en`, `en-US` and `EN_gb` do. */
export function isSameLanguage(one: string, other: string | undefined): boolean {
	const base = (language: string) => language.toLowerCase().split(/[-_]/)[0];
	return other !== undefined && base(one) === base(other);
}
