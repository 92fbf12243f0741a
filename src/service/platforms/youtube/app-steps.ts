import type { PlatformApp } from "../../../model/platform-app.ts";

/** What a person allows, said before it is asked for. */
export function whatYoutubeAllows({ clientId }: Pick<PlatformApp, "clientId">): string {
	return (
		`Google will ask whether the app ${clientId} may manage a YouTube channel of yours. showrun uploads videos ` +
		"to it, which stay private until their time, sets titles, texts and thumbnails, and reads what became of them. " +
		"It deletes nothing that it has not uploaded. One connection is one channel: choose it there.\n" +
		"While the consent screen of the app is in testing, Google ends the connection after 7 days.\n"
	);
}

/** What the operator does at Google once. */
export const YOUTUBE_APP_STEPS = `To connect YouTube channels, make an app of your own there, once:
  1. console.cloud.google.com: create a project and enable "YouTube Data API v3".
  2. OAuth consent screen: External, add the scope https://www.googleapis.com/auth/youtube, then publish to
     production. In testing, connections end after 7 days. Unverified apps show a warning and take 100 users.
  3. Credentials: create an OAuth client of type "Desktop app" ("TVs and limited input" for --device).
  4. Put its id into the settings, and its secret into the environment:
       destinations:
         apps:
           youtube: { client_id: ID, client_secret_env: YOUTUBE_CLIENT_SECRET }`;
