import type { PlatformApp } from "../../../model/platform-app.ts";

/** What a person allows, said before it is asked for. */
export function whatMetaAllows({ clientId }: Pick<PlatformApp, "clientId">, noun: string): string {
	return (
		`Facebook will ask whether the app ${clientId} may post to Pages of yours and the Instagram accounts that ` +
		`are linked to them: tick the ${noun} that is meant, and leave everything switched on. showrun posts what ` +
		"the campaigns say and reads what became of it; it deletes nothing.\n" +
		"While the app is not Live, only people with a role on it see what it posts to Pages.\n"
	);
}

/** What the operator does at Meta once, for both platforms. */
export const META_APP_STEPS = `To connect Facebook Pages and Instagram accounts, make an app of your own there, once:
  1. developers.facebook.com: create an app of type Business, and add "Facebook Login for Business".
  2. Its valid OAuth redirect: http://localhost:8767/callback (allowed as it is while the app is in development).
  3. Permissions: pages_show_list, pages_read_engagement, pages_manage_posts, and for Instagram instagram_basic
     and instagram_content_publish. Where the Page belongs to a business portfolio, business_management too, and
     then scopes below lists all that is to be asked for.
  4. Give yourself a role on the app and switch it to Live, which takes the address of a privacy policy: until
     then only people with a role see posts of Pages. An Instagram account has to be professional and linked to a Page.
  5. Put its id into the settings, and its secret into the environment; Instagram uses the same app:
       destinations:
         apps:
           facebook: { client_id: ID, client_secret_env: FACEBOOK_CLIENT_SECRET }
  A System User token of the business is connected with --token-file.`;
