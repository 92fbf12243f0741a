import { createInterface } from "node:readline/promises";
import { StopFault } from "../../model/fault.ts";
import type { PlatformApp } from "../../model/platform-app.ts";
import type { Settings } from "../../model/settings.ts";
import {
	describeIdentity,
	identityWanted,
	type KeptConnection,
	keepConnection,
} from "../../service/platforms/keep-connection.ts";
import type { Grant, OAuthTools } from "../../service/platforms/oauth.ts";
import { credentialOfGrant } from "../../service/platforms/platform-credential.ts";
import {
	checkScopes,
	type PlatformIdentity,
	readChannels,
	YOUTUBE_SCOPE,
} from "../../service/platforms/youtube-channels.ts";
import { whatYoutubeAllows, YOUTUBE_APP_STEPS } from "../../service/platforms/youtube-words.ts";
import { systemClock } from "../../system/clock.ts";
import { asked, err, interactive, out } from "../terminal/terminal.ts";
import { aliasNoter } from "../wiring/account-alias.ts";
import { openLocalAccounts } from "../wiring/destinations.ts";
import { grantByDevice, grantByLoopback, grantByPaste, type Person } from "./grants.ts";
import { openPage } from "./open-page.ts";
import { grantInFile } from "./token-file.ts";

/** How a person connects an account of a platform. */
export interface PlatformFlags {
	readonly json?: true;
	readonly open: boolean;
	/** Seconds. */
	readonly timeout: number;
	readonly username?: string;
	readonly device?: true;
	readonly paste?: true;
	readonly tokenFile?: string;
}

/** A page can be answered so long, in seconds. */
const LONGEST_S = 600;

/** Connects a YouTube channel to the embedded service. Throws a `Fault` where nothing was connected. */
export async function connectYoutube(
	settings: Settings,
	flags: PlatformFlags,
	stop: AbortSignal,
): Promise<void> {
	const app = settings.embedded.apps.youtube;
	if (app === undefined)
		throw new StopFault("The settings name no app for YouTube.", { remedy: YOUTUBE_APP_STEPS });
	const { book, credentials } = openLocalAccounts(settings);
	if (!flags.json) err(whatYoutubeAllows(app));
	const limit = AbortSignal.timeout(Math.min(flags.timeout, LONGEST_S) * 1000);
	const tools = { now: systemClock.now, signal: AbortSignal.any([stop, limit]) };
	const grant = await grantFor(app, flags, tools).catch((error: unknown) => {
		if (!limit.aborted) throw error;
		throw new StopFault("Nobody allowed the connection in time.", { remedy: "Run the command again." });
	});
	checkScopes(grant);
	const channels = await readChannels(app, grant.accessToken, tools);
	const identity = identityWanted(channels, flags.username) ?? (await chosen(channels, stop));
	const credential = credentialOfGrant(app, grant, { scopes: [YOUTUBE_SCOPE] });
	const wanted = flags.username === undefined ? {} : { wanted: flags.username };
	const books = { book, credentials, noteAlias: aliasNoter(settings) };
	const kept = await keepConnection(books, { identity, credential, at: systemClock.now(), ...wanted });
	say(kept, identity, flags);
}

function grantFor(app: PlatformApp, flags: PlatformFlags, tools: OAuthTools): Promise<Grant> {
	if (flags.tokenFile !== undefined) return grantInFile(flags.tokenFile, app, tools);
	const asking = { app, scope: YOUTUBE_SCOPE, person: personOf(flags, tools.signal), ...tools };
	if (flags.device) return grantByDevice(asking);
	return flags.paste ? grantByPaste(asking) : grantByLoopback(asking);
}

function personOf({ json, open, paste, device }: PlatformFlags, signal: AbortSignal): Person {
	return {
		show: ({ url, code }) => {
			if (json)
				out(`${JSON.stringify({ type: "connect-url", platform: "youtube", url, ...(code && { code }) })}\n`);
			else if (code) out(`Open this page on any device and type the code:\n\n  ${url}\n  ${code}\n\n`);
			else
				out(
					`Open this page and allow the connection; it can be used once, within 10 minutes:\n\n  ${url}\n\n`,
				);
			if (paste && !json) err("It leads to an address that cannot be opened. Paste that address here:\n");
			if (open && !json && !paste && !device && interactive()) void openPage(url);
		},
		paste: () => firstLine(signal),
	};
}

/** Nothing that is typed is printed again. */
async function firstLine(signal: AbortSignal): Promise<string | undefined> {
	const lines = createInterface({ input: process.stdin, terminal: false });
	const stop = () => lines.close();
	signal.addEventListener("abort", stop, { once: true });
	try {
		for await (const line of lines) if (line.trim() !== "") return line;
		signal.throwIfAborted();
		return undefined;
	} finally {
		lines.close();
	}
}

async function chosen(channels: readonly PlatformIdentity[], signal: AbortSignal): Promise<PlatformIdentity> {
	const list = channels.map((each, at) => `  ${at + 1}. ${describeIdentity(each)}\n`).join("");
	if (interactive()) {
		err(`This token is good for several channels:\n${list}`);
		const channel = channels[Number(await asked("Which one? Its number: ", signal)) - 1];
		if (channel !== undefined) return channel;
	}
	throw new StopFault("Which of the channels to connect was not said.", {
		remedy: `Name one with --username:\n${list}`,
	});
}

function say(
	{ id, username, renewed }: KeptConnection,
	identity: PlatformIdentity,
	{ json }: PlatformFlags,
): void {
	if (json) {
		out(
			`${JSON.stringify({ type: "connected", id, platform: "youtube", username, via: "youtube", renewed })}\n`,
		);
		return;
	}
	const did = renewed ? "Renewed the connection of" : "Connected";
	out(
		`${did} youtube ${username}: its posts go to the channel ${describeIdentity(identity)}.\n` +
			`In a campaign: { platform: youtube, username: ${JSON.stringify(username)} }\n`,
	);
}
