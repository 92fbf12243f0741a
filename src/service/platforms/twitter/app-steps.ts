import type { PlatformApp } from "../../../model/platform-app.ts";

/** What a person allows, said before it is asked for. */
export function whatXAllows({ clientId }: Pick<PlatformApp, "clientId">): string {
	return (
		`X will ask whether the app ${clientId} may read your posts, upload media and post for you. ` +
		"showrun posts what the campaigns say, and looks for a post whose answer was lost; it deletes nothing.\n" +
		"X charges the owner of the app for each call: about 0.015 USD a post, 0.20 with a link in its text.\n"
	);
}

/** What the operator does at X once. */
export const TWITTER_APP_STEPS = `To connect accounts of X, make an app of your own there, once:
  1. console.x.com: make a project and an app; buy credits and set a spending limit.
  2. User authentication: permissions Read and write, type Native App (or Web App, which has a secret),
     callback http://127.0.0.1:8765/callback
  3. Put its client id into the settings, and the secret of a Web App into the environment:
       destinations:
         apps:
           twitter: { client_id: ID }`;
