/** The environment variable an input can be given by. */
export function variable(name: string): string {
	return `SHOWRUN_VAR_${name.toUpperCase().replaceAll("-", "_")}`;
}
