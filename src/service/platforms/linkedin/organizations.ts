import { defined } from "../../../model/defined.ts";
import { printable } from "../../../system/run.ts";
import { askPlatform, PlatformFault } from "../ask-platform.ts";
import type { Grant, OAuthClient, OAuthTools } from "../oauth.ts";
import type { PlatformIdentity } from "../platform.ts";

/** Of the calls that connecting makes; posts are made with that of the settings. */
const VERSION = "202607";
const ROLES = ["ADMINISTRATOR", "CONTENT_ADMINISTRATOR"];

/** The pages that a member may post for. */
export async function readOrganizations(
	client: OAuthClient,
	grant: Grant,
	tools: OAuthTools,
): Promise<readonly PlatformIdentity[]> {
	const ids = new Set<string>();
	for (const role of ROLES) {
		const query = `q=roleAssignee&role=${role}&state=APPROVED&count=100`;
		const { elements } = await read(client, `organizationAcls?${query}`, { ...tools, grant });
		for (const each of Array.isArray(elements) ? elements : []) {
			const [, id] = /^urn:li:organization:(\d{1,30})$/.exec(String(Object(each).organization)) ?? [];
			if (id !== undefined) ids.add(id);
		}
	}
	const found: PlatformIdentity[] = [];
	for (const id of ids) {
		const { localizedName, vanityName } = await read(client, `organizations/${id}`, { ...tools, grant });
		const handle = typeof vanityName === "string" ? printable(vanityName, 100) : undefined;
		const title = typeof localizedName === "string" ? printable(localizedName, 200) : id;
		found.push({ id: `organization-${id}`, title, ...defined({ handle }) });
	}
	return found;
}

async function read(
	{ urls }: OAuthClient,
	path: string,
	{ grant, signal }: OAuthTools & { readonly grant: Grant },
): Promise<Readonly<Record<string, unknown>>> {
	const headers = { "linkedin-version": VERSION, "x-restli-protocol-version": "2.0.0" };
	const question = { url: `${urls.api}/rest/${path}`, bearer: grant.accessToken.reveal(), headers };
	const { status, json } = await askPlatform(question, signal);
	if (status === 200 && json) return json;
	throw new PlatformFault(`LinkedIn did not say which pages there are (status ${status}).`, {
		remedy: "Check that the app has the Community Management API, then try again.",
	});
}
