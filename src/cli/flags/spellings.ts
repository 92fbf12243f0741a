/** Options without a value, which Terraform's command line also takes with `=true` and `=false`. */
const SWITCHES: ReadonlySet<string> = new Set([
	"allow-skew",
	"auto-approve",
	"detail",
	"detailed-exitcode",
	"github",
	"json",
	"markdown",
	"once",
	"refresh-only",
]);

/**
 * Terraform's spellings of long options in ours: `-target=x` is `--target=x`, `-refresh=false` is
 * `--no-refresh`, `-json=true` is `--json`. What follows `--` stays.
 */
export function longSpellings(args: readonly string[]): readonly string[] {
	const end = args.indexOf("--");
	const [given, kept] = end < 0 ? [args, []] : [args.slice(0, end), args.slice(end)];
	return [...given.map(twoDashes).flatMap(switched), ...kept];
}

function twoDashes(arg: string): string {
	return /^-[a-z][a-z-]+(=|$)/.test(arg) ? `-${arg}` : arg;
}

function switched(arg: string): readonly string[] {
	const [, name = "", value] = /^--([a-z-]+?)(?:=(true|false))?$/.exec(arg) ?? [];
	if (name === "refresh") return value === "false" ? ["--no-refresh"] : [];
	if (!SWITCHES.has(name) || value === undefined) return [arg];
	return value === "true" ? [`--${name}`] : [];
}
