import { defined } from "../model/defined.ts";
import type { UiSettings } from "../model/page-user.ts";
import type { ReportProblem, Sources } from "./sources.ts";

/** Who may sign in to the page, and where else it is reached. Undefined: the settings say nothing of it. */
export function uiOf({ read }: Sources, report: ReportProblem): UiSettings | undefined {
	const raw = read.draft.ui;
	if (raw === undefined) return undefined;
	const users = Object.entries(raw.users ?? {}).flatMap(([name, user]) => {
		const { role, token_sha256: hash } = user ?? {};
		return role === undefined || hash === undefined ? [] : [{ name, role, tokenSha256: hash.toLowerCase() }];
	});
	return { users, ...defined({ publicUrl: originOf(raw.public_url, report) }) };
}

function originOf(value: string | undefined, report: ReportProblem): string | undefined {
	if (value === undefined) return undefined;
	if (URL.canParse(value)) return new URL(value).origin;
	report(
		{
			rule: "bad-url",
			summary: "The address of the page cannot be used",
			detail: "`ui.public_url` is not a URL.",
			hint: "Write it like https://review.example.com.",
		},
		["ui", "public_url"],
	);
	return undefined;
}
