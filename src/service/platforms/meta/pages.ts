import { defined } from "../../../model/defined.ts";
import { StopFault } from "../../../model/fault.ts";
import { Secret } from "../../../model/secret.ts";
import { printable } from "../../../system/run.ts";
import { type Fields, fieldsOf } from "../../store/json.ts";
import { type Grant, isToken, type OAuthClient, type OAuthTools } from "../oauth.ts";
import type { PlatformIdentity } from "../platform.ts";
import { askGraph } from "./ask-graph.ts";
import { readToken } from "./login.ts";

/** A Page with the token that posts to it, and to its Instagram account. */
interface MetaPage {
	readonly page: PlatformIdentity;
	/** The professional account that is linked to it. */
	readonly instagram: PlatformIdentity | undefined;
}

const FIELDS =
	"id,name,username,access_token,tasks,instagram_business_account{id,username,profile_picture_url}";
/** More Pages than anybody chooses among. */
const MOST_LISTS = 10;

/** The Pages that a grant may post to. Throws `StopFault` where there is none. */
export async function readPages(
	client: OAuthClient,
	grant: Grant,
	tools: OAuthTools,
): Promise<readonly PlatformIdentity[]> {
	const found = await pagesOf(client, grant, tools);
	if (found.length > 0) return found.map(({ page }) => page);
	throw new StopFault("This login is good for no Page that it may post to.", {
		remedy: `${TICK} The role on the Page has to allow creating content.`,
	});
}

/** The Instagram accounts that a grant may post to. Throws `StopFault` where there is none. */
export async function readInstagrams(
	client: OAuthClient,
	grant: Grant,
	tools: OAuthTools,
): Promise<readonly PlatformIdentity[]> {
	const found = (await pagesOf(client, grant, tools)).flatMap(({ instagram }) => instagram ?? []);
	if (found.length > 0) return found;
	throw new StopFault("This login is good for no Page with an Instagram account.", {
		remedy: `${TICK} The account has to be professional and linked to a Page, in Instagram's settings.`,
	});
}

const TICK =
	"Connect again and tick the Page; one of a business portfolio needs business_management in scopes of the app.";

async function pagesOf(client: OAuthClient, grant: Grant, tools: OAuthTools): Promise<readonly MetaPage[]> {
	const { dataEndsAt } = await readToken(client, grant.accessToken, tools);
	const token = grant.accessToken;
	const pages: MetaPage[] = [];
	let after: string | undefined;
	for (let list = 0; list < MOST_LISTS; list += 1) {
		const query = { fields: FIELDS, limit: "100", ...defined({ after }) };
		const { data, paging } = await askGraph(client, { path: "me/accounts", query, token }, tools.signal);
		const made = { ...grant, expiresAt: dataEndsAt };
		pages.push(...(Array.isArray(data) ? data : []).flatMap((each) => pageIn(fieldsOf(each), made)));
		after = nextOf(fieldsOf(paging));
		if (after === undefined) break;
	}
	return pages;
}

/** The address of the next list is not followed: it is made anew, to the same host. */
function nextOf({ next, cursors }: Fields): string | undefined {
	const { after } = fieldsOf(cursors);
	return typeof next === "string" && typeof after === "string" ? after : undefined;
}

function pageIn(fields: Fields, grant: Grant): readonly MetaPage[] {
	const { access_token: token, tasks } = fields;
	if (!isToken(token) || (Array.isArray(tasks) && !tasks.includes("CREATE_CONTENT"))) return [];
	const { refreshToken: _, ...rest } = grant;
	const own = { ...rest, accessToken: new Secret(token) };
	const page = identityIn(fields, own);
	const instagram = identityIn(fieldsOf(fields.instagram_business_account), own);
	return page === undefined ? [] : [{ page, instagram }];
}

function identityIn({ id, name, username }: Fields, grant: Grant): PlatformIdentity | undefined {
	// It names files, and stands in requests.
	if (typeof id !== "string" || !/^\d{1,30}$/.test(id)) return undefined;
	const handle = typeof username === "string" ? printable(username, 100) : undefined;
	const title = typeof name === "string" ? printable(name, 200) : (handle ?? id);
	return { id, title, grant, ...defined({ handle }) };
}
