import type { PlatformApp } from "../../../model/platform-app.ts";

/** What a person allows, said before it is asked for. */
export function whatLinkedInAllows({ clientId }: Pick<PlatformApp, "clientId">): string {
	return (
		`LinkedIn will ask whether the app ${clientId} may read your name and post for you. ` +
		"showrun posts what the campaigns say; it cannot read the posts of a member, so that where an answer is " +
		"lost you are asked whether the post is there.\n" +
		"The connection lasts 60 days; LinkedIn lets most apps renew it only by connecting again.\n"
	);
}

/** What the operator does at LinkedIn once. */
export const LINKEDIN_APP_STEPS = `To connect LinkedIn accounts, make an app of your own there, once:
  1. linkedin.com/developers: create an app; it needs a LinkedIn page of yours, which verifies it.
  2. Products: Share on LinkedIn, and Sign In with LinkedIn using OpenID Connect.
     For pages an app of its own with the Community Management API, which LinkedIn reviews, and
     scopes: [openid, profile, w_organization_social, r_organization_social, rw_organization_admin]
  3. Auth: add the redirect http://localhost:8766/callback
  4. Put its client id into the settings, and its secret into the environment:
       destinations:
         apps:
           linkedin: { client_id: ID, client_secret_env: LINKEDIN_CLIENT_SECRET }`;
