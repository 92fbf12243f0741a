/** What showrun has for a command or an option of Terraform. */
const REMEDIES: Readonly<Record<string, string>> = {
	"command 'destroy'":
		"There is no destroy: what is public stays public. Delete entries from the campaign, " +
		"and apply forgets them; cancel scheduled posts in the service's calendar.",
	"command 'refresh'": "Use: showrun apply --refresh-only",
	"command 'taint'":
		"Use: showrun apply --replace ADDRESS, which submits a video again. A post is never made again.",
	"command 'force-unlock'": "Use: showrun unlock ID",
	"command 'output'": "Use: showrun status --json, or showrun state show ADDRESS",
	"command 'workspace'":
		"A workspace is a folder with its own state; --env NAME reads inputs from envs/NAME.yaml.",
	"command 'login'":
		"Use: showrun accounts connect PLATFORM. The key of a remote service is read from SHOWRUN_API_KEY.",
	"command 'pull'": "Use: showrun state list, or showrun state show ADDRESS; both take --json.",
	"option '--destroy'":
		"There is no destroy: what is public stays public. Delete entries from the campaign, " +
		"and apply forgets them.",
	"option '--input'": "Without a terminal nothing is asked: use --auto-approve, or apply a saved plan.",
	"option '--lock'": "The state is always locked; --lock-timeout 60 waits for another run.",
	"option '--chdir'": "Name the folder instead: showrun plan FOLDER",
	"option '--parallelism'": "Only apply and download take --parallelism.",
	"option '--state'": "Set `state` in showrun.config.yaml, or SHOWRUN_STATE.",
};

/** The remedy for a word of Terraform in `mistake`, the parser's message. Undefined for any other mistake. */
export function terraformRemedy(mistake: string): string | undefined {
	const [, kind = "", name = ""] = /unknown (command|option) '([^'=]*)/.exec(mistake) ?? [];
	return REMEDIES[`${kind} '${name}'`];
}
