import type { PlatformApp } from "../../../model/platform-app.ts";

/** What a person allows, said before it is asked for. */
export function whatTikTokAllows({ clientId }: Pick<PlatformApp, "clientId">): string {
	return (
		`TikTok will ask whether the app ${clientId} may post videos for you, and read your name. ` +
		"showrun posts what the campaigns say, and reads what became of it; it can delete nothing.\n" +
		"Until TikTok has audited the app, only you see what it posts: ask for visibility private, or set " +
		"destinations.tiktok.mode to inbox, where each video becomes a draft that you publish in the TikTok app.\n"
	);
}

/** What the operator does at TikTok once. */
export const TIKTOK_APP_STEPS = `To connect TikTok accounts, make an app of your own there, once:
  1. developers.tiktok.com: create an app, with addresses of terms and of a privacy policy on a site of yours.
  2. Add the product Login Kit, platform Desktop, with the redirect http://127.0.0.1:*/callback/
  3. Add the product Content Posting API, with Direct Post switched on.
  4. Ask for the scopes user.info.basic, user.info.profile, video.publish and video.upload, and send the app to
     review; before that a sandbox with target users takes no public posts. Public posts need TikTok's audit too.
  5. Put its client key into the settings, and its secret into the environment:
       destinations:
         apps:
           tiktok: { client_id: KEY, client_secret_env: TIKTOK_CLIENT_SECRET }`;
