import { createInterface } from "node:readline/promises";
import { StopFault } from "../../model/fault.ts";
import type { ApiPlatform } from "../../model/platform-app.ts";
import type { Settings } from "../../model/settings.ts";
import { credentialOf, readGrant } from "../../service/platforms/granted.ts";
import {
	describeIdentity,
	identityWanted,
	type KeptConnection,
	keepConnection,
} from "../../service/platforms/keep-connection.ts";
import type { Grant, OAuthTools } from "../../service/platforms/oauth.ts";
import type { Platform, PlatformIdentity } from "../../service/platforms/platform.ts";
import { clientOf, PLATFORMS, type PlatformClient } from "../../service/platforms/platforms.ts";
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

/**
 * Connects an account of a platform to the embedded service. Throws a `Fault` where nothing was connected.
 */
export async function connectPlatform(
	settings: Settings,
	{ platform: name, ...flags }: PlatformFlags & { readonly platform: ApiPlatform },
	stop: AbortSignal,
): Promise<void> {
	const platform = PLATFORMS[name];
	const app = settings.embedded.apps[name];
	if (app === undefined)
		throw new StopFault(`The settings name no app for ${platform.title}.`, { remedy: platform.appSteps });
	const { book, credentials } = await openLocalAccounts(settings);
	if (!flags.json) err(platform.whatItAllows(app));
	const limit = AbortSignal.timeout(Math.min(flags.timeout, LONGEST_S) * 1000);
	const tools = { now: systemClock.now, signal: AbortSignal.any([stop, limit]) };
	const client = clientOf(app, name);
	const given = await grantFor(client, flags, tools).catch((error: unknown) => {
		if (!limit.aborted) throw error;
		throw new StopFault("Nobody allowed the connection in time.", { remedy: "Run the command again." });
	});
	const { identities, grant } = await readGrant(client, given, tools);
	const identity = identityWanted(identities, flags.username) ?? (await chosen(platform, identities, stop));
	const credential = credentialOf(client, grant, identity);
	const wanted = flags.username === undefined ? {} : { wanted: flags.username };
	const books = { book, credentials, noteAlias: aliasNoter(settings) };
	const kept = await keepConnection(books, { identity, credential, at: systemClock.now(), ...wanted });
	say(platform, { kept, identity, flags });
}

function grantFor(client: PlatformClient, flags: PlatformFlags, tools: OAuthTools): Promise<Grant> {
	if (flags.tokenFile !== undefined) return grantInFile(flags.tokenFile, client, tools);
	const asking = { client, person: personOf(client.platform, flags, tools.signal), ...tools };
	if (flags.device) return grantByDevice(asking);
	return flags.paste ? grantByPaste(asking) : grantByLoopback(asking);
}

function personOf(
	platform: ApiPlatform,
	{ json, open, paste, device }: PlatformFlags,
	signal: AbortSignal,
): Person {
	return {
		show: ({ url, code }) => {
			if (json) out(`${JSON.stringify({ type: "connect-url", platform, url, ...(code && { code }) })}\n`);
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

async function chosen(
	{ noun }: Platform,
	identities: readonly PlatformIdentity[],
	signal: AbortSignal,
): Promise<PlatformIdentity> {
	const list = identities.map((each, at) => `  ${at + 1}. ${describeIdentity(each)}\n`).join("");
	if (interactive()) {
		err(`This token is good for several ${noun}s:\n${list}`);
		const identity = identities[Number(await asked("Which one? Its number: ", signal)) - 1];
		if (identity !== undefined) return identity;
	}
	throw new StopFault(`The login has several ${noun}s, and none was chosen.`, {
		remedy: `Name one with --username:\n${list}`,
	});
}

interface Connected {
	readonly kept: KeptConnection;
	readonly identity: PlatformIdentity;
	readonly flags: PlatformFlags;
}

function say({ name, noun }: Platform, { kept, identity, flags: { json } }: Connected): void {
	const { id, username, renewed } = kept;
	if (json) {
		out(`${JSON.stringify({ type: "connected", id, platform: name, username, via: name, renewed })}\n`);
		return;
	}
	const did = renewed ? "Renewed the connection of" : "Connected";
	out(
		`${did} ${name} ${username}: its posts go to the ${noun} ${describeIdentity(identity)}.\n` +
			`In a campaign: { platform: ${name}, username: ${JSON.stringify(username)} }\n`,
	);
}
