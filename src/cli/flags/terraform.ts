/** What to write here for a command or an option that Terraform has and showrun has not. */
const WORDS: Readonly<Record<string, string>> = {
	"command 'destroy'":
		"Nothing public is taken back, so there is no destroy. Take entries out of the campaign: apply then forgets them; scheduled posts are cancelled in the service's own calendar.",
	"command 'refresh'": "Here: showrun apply --refresh-only",
	"command 'taint'":
		"Here: showrun apply --replace ADDRESS submits a video again. A post is never made again.",
	"command 'force-unlock'": "Here: showrun unlock ID",
	"command 'output'": "Here: showrun status --json, or showrun state show ADDRESS",
	"command 'workspace'":
		"Here a workspace is a folder with its own state; --env NAME takes the values of envs/NAME.yaml.",
	"command 'login'":
		"Here: showrun accounts connect PLATFORM; the key of a service elsewhere comes from SHOWRUN_API_KEY.",
	"command 'pull'": "Here: showrun state list and showrun state show ADDRESS, both with --json.",
	"option '--destroy'":
		"Nothing public is taken back, so there is no destroy. Take entries out of the campaign: apply then forgets them.",
	"option '--input'":
		"Without a terminal nobody is asked anything: give --auto-approve, or apply a saved plan.",
	"option '--lock'": "State is always locked; --lock-timeout 60 waits for another run.",
	"option '--chdir'": "Name the folder instead: showrun plan FOLDER",
	"option '--parallelism'": "Only apply makes changes, and only apply takes it.",
	"option '--state'": "`state` in showrun.config.yaml, or SHOWRUN_STATE, says where state is.",
};

/** The remedy for a mistake that comes from Terraform's habits; `mistake` is the parser's message. Undefined for any other. */
export function terraformRemedy(mistake: string): string | undefined {
	const [, kind = "", name = ""] = /unknown (command|option) '([^'=]*)/.exec(mistake) ?? [];
	return WORDS[`${kind} '${name}'`];
}
