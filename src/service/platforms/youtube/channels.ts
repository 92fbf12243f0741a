import { defined } from "../../../model/defined.ts";
import { StopFault } from "../../../model/fault.ts";
import type { PlatformApp } from "../../../model/platform-app.ts";
import type { Secret } from "../../../model/secret.ts";
import { printable } from "../../../system/run.ts";
import { fieldsOf } from "../../store/json.ts";
import { askPlatform, type PlatformAnswer, PlatformFault } from "../ask-platform.ts";
import type { Grant, OAuthTools } from "../oauth.ts";
import type { PlatformIdentity } from "../platform.ts";

/** It covers uploads, updates, thumbnails and lists; `youtube.upload` alone could not publish later. */
export const YOUTUBE_SCOPE = "https://www.googleapis.com/auth/youtube";

/** Throws `StopFault` where a person did not allow what posting takes. */
export function checkScopes({ scopes }: Pick<Grant, "scopes">): void {
	if (scopes === undefined || scopes.includes(YOUTUBE_SCOPE)) return;
	throw new StopFault("Google was not allowed to let showrun manage the channel: that box was not ticked.", {
		remedy: `Connect again, and tick what belongs to ${YOUTUBE_SCOPE}.`,
	});
}

/** The channels that a token was given for: mostly the one that was chosen with Google. */
export async function readChannels(
	{ urls }: Pick<PlatformApp, "urls">,
	accessToken: Secret,
	{ signal }: Pick<OAuthTools, "signal">,
): Promise<readonly PlatformIdentity[]> {
	const url = `${urls.api}/channels?part=snippet%2CcontentDetails&mine=true`;
	const answer = await askPlatform({ url, bearer: accessToken.reveal() }, signal);
	const reason = reasonIn(answer);
	if (reason === "youtubeSignupRequired") throw noChannel();
	if (answer.status !== 200) throw refused(answer, reason);
	const items = Array.isArray(answer.json?.items) ? answer.json.items : [];
	const found = items.flatMap(identityIn);
	if (found.length === 0) throw noChannel();
	return found;
}

function noChannel(): StopFault {
	return new StopFault("This Google account has no YouTube channel (youtubeSignupRequired).", {
		remedy:
			"Create one at https://www.youtube.com/create_channel, or choose the account that has it when Google asks; then connect again.",
	});
}

function refused({ status, json }: PlatformAnswer, reason: string | undefined): StopFault | PlatformFault {
	if (status >= 500 || status === 429)
		return new PlatformFault(`YouTube did not say which channel this is (status ${status}).`, {
			remedy: "Try again later.",
		});
	const { message } = fieldsOf(json?.error);
	const about = typeof message === "string" ? `: ${printable(message, 200)}` : "";
	return new StopFault(
		`YouTube did not say which channel this is (${reason ?? `status ${status}`})${about}`,
		{
			remedy:
				reason === "accessNotConfigured"
					? "Enable the YouTube Data API v3 in the Google Cloud project of the app."
					: "Connect again, and allow everything that is asked for.",
		},
	);
}

/** Why the API said no (`errors[0].reason`). */
function reasonIn({ json }: PlatformAnswer): string | undefined {
	const { errors } = fieldsOf(json?.error);
	const { reason } = fieldsOf(Array.isArray(errors) ? errors[0] : undefined);
	return typeof reason === "string" ? printable(reason, 60) : undefined;
}

function identityIn(item: unknown): readonly PlatformIdentity[] {
	const { id, snippet } = fieldsOf(item);
	const { title, customUrl } = fieldsOf(snippet);
	// It names files, and stands in requests.
	if (typeof id !== "string" || !/^[A-Za-z0-9_-]{1,100}$/.test(id)) return [];
	const handle = typeof customUrl === "string" ? printable(customUrl.replace(/^@/, ""), 100) : undefined;
	return [{ id, title: typeof title === "string" ? printable(title, 200) : id, ...defined({ handle }) }];
}
