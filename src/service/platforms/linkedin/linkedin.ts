import { StopFault } from "../../../model/fault.ts";
import { printable } from "../../../system/run.ts";
import { linkedin } from "../../delivery/destinations/linkedin/linkedin.ts";
import type { Grant } from "../oauth.ts";
import type { Platform } from "../platform.ts";
import { LINKEDIN_APP_STEPS, whatLinkedInAllows } from "./app-steps.ts";
import { readMember } from "./member.ts";
import { readOrganizations } from "./organizations.ts";

const MEMBER = "w_member_social";
const ORGANIZATION = "w_organization_social";

/** Members and pages of LinkedIn: each is an account of its own. */
export const linkedinPlatform: Platform = {
	name: "linkedin",
	title: "LinkedIn",
	asker: "LinkedIn",
	noun: "account",
	oauth: {
		scopes: ["openid", "profile", MEMBER],
		separator: " ",
		query: {},
		challenge: "none",
		clientName: "client_id",
		clientBy: "form",
		over: ["invalid_grant"],
	},
	checkScopes,
	identities: async (client, grant, tools) => {
		const { scopes = client.scopes ?? [MEMBER] } = grant;
		const members = scopes.includes(MEMBER) ? [await readMember(client, grant, tools)] : [];
		const pages = scopes.includes(ORGANIZATION) ? await readOrganizations(client, grant, tools) : [];
		return [...members, ...pages];
	},
	// LinkedIn has no way to be asked.
	revoke: () => Promise.reject(new StopFault("LinkedIn revokes only on its own page.")),
	revoked: {
		yes: "LinkedIn revoked what was granted to the app.",
		no: "LinkedIn still allows the app: remove it at https://www.linkedin.com/mypreferences/d/data-sharing-for-permitted-services",
	},
	whatItAllows: whatLinkedInAllows,
	appSteps: LINKEDIN_APP_STEPS,
	openDestination: ({ settings, tokens }) => settings && linkedin({ tokens, settings: settings.linkedin }),
};

function checkScopes({ scopes }: Pick<Grant, "scopes">): void {
	if (scopes === undefined || scopes.includes(MEMBER) || scopes.includes(ORGANIZATION)) return;
	throw new StopFault(`LinkedIn did not let showrun post: it allows ${printable(scopes.join(", "), 300)}.`, {
		remedy: "Add the product Share on LinkedIn to the app, then connect again.",
	});
}
