import type { PlatformApp } from "../../model/platform-app.ts";
import { WIRE_LIMITS, type WirePlatform } from "../../wire/names.ts";
import { decideConnection } from "../connections.ts";
import { type Core, workersOf } from "../core.ts";
import { PAGE_HEADERS } from "../http/html-page.ts";
import { sameText } from "../links.ts";
import { identityWanted, keepConnection } from "../platforms/keep-connection.ts";
import { authorizeUrl, redeemCode } from "../platforms/oauth.ts";
import { challengeOf } from "../platforms/pkce.ts";
import { credentialOfGrant } from "../platforms/platform-credential.ts";
import { checkScopes, readChannels, YOUTUBE_SCOPE } from "../platforms/youtube-channels.ts";
import { Refusal } from "../refusal.ts";
import type { ConnectionRecord } from "../store/shapes.ts";
import { isOver } from "./connection-link.ts";
import type { ConsentOutcome } from "./pages.ts";

/** Where platforms lead back to. */
export const CALLBACK = "/connect/youtube/callback";
/** The address of the page holds a code. */
export const CALLBACK_HEADERS = { ...PAGE_HEADERS, "Referrer-Policy": "no-referrer" } as const;

/** The app that accounts of a platform are connected by. Undefined: they are folders of the outbox. */
export function appFor({ options, credentials }: Core, platform: WirePlatform): PlatformApp | undefined {
	return platform === "youtube" && credentials ? options.apps?.youtube : undefined;
}

/** Leads to the page of the platform. Everything that proves the answer is made of this service's own key. */
export function toPlatform(core: Core, app: PlatformApp, { id }: ConnectionRecord): Response {
	const url = authorizeUrl(app, {
		redirectUri: redirectUri(core),
		state: `${id}.${core.signer.proof(`oauth\n${id}`)}`,
		challenge: challengeOf(verifierOf(core, id)),
		scope: YOUTUBE_SCOPE,
	});
	return new Response(null, { status: 302, headers: { ...CALLBACK_HEADERS, Location: url } });
}

/** What came of the platform's page. */
export async function answerOfPlatform(
	core: Core,
	query: Readonly<Record<string, string>>,
): Promise<ConsentOutcome> {
	const { state = "", code = "", error = "" } = query;
	const [id = "", proof = ""] = state.split(".");
	if (!sameText(core.signer.proof(`oauth\n${id}`), proof)) return { kind: "forged" };
	// Asking the platform takes a while, in which other requests go on: a second answer waits for none.
	if (answering.has(id)) return { kind: "used", platform: "youtube" };
	answering.add(id);
	try {
		return await decide(core, id, { code, error });
	} finally {
		answering.delete(id);
	}
}

const answering = new Set<string>();

async function decide(
	core: Core,
	id: string,
	{ code, error }: Readonly<Record<"code" | "error", string>>,
): Promise<ConsentOutcome> {
	workersOf(core);
	const connection = await core.connections.get(id);
	if (connection === undefined) return { kind: "unknown" };
	const { platform } = connection;
	if (connection.decision) return { kind: "used", platform };
	if (isOver(core, connection)) return { kind: "expired", platform };
	if (error === "access_denied") {
		await decideConnection(core, connection, { decision: "refused", now: core.options.clock.now() });
		return { kind: "refused", platform };
	}
	if (code === "") throw new Refusal(422, "The platform's answer holds no code.");
	return allowed(core, connection, code);
}

/** The connection costs units once its tokens are kept (interface 8). */
async function allowed(core: Core, connection: ConnectionRecord, code: string): Promise<ConsentOutcome> {
	const { platform, id } = connection;
	const { clock, noteAlias = async () => {} } = core.options;
	const [app, { credentials, accounts: book }] = [appFor(core, platform), core];
	if (app === undefined || credentials === undefined) return { kind: "unknown" };
	const tools = { now: clock.now, signal: new AbortController().signal };
	const redeemed = { code, redirectUri: redirectUri(core), verifier: verifierOf(core, id) };
	const grant = await redeemCode(app, redeemed, tools);
	checkScopes(grant);
	const identity = identityWanted(await readChannels(app, grant.accessToken, tools), undefined);
	if (identity === undefined)
		throw new Refusal(
			422,
			"The answer is good for several channels: connect on the machine that serves, with --username.",
		);
	const credential = credentialOfGrant(app, grant, { scopes: [YOUTUBE_SCOPE] });
	const now = clock.now();
	const { username, renewed } = await keepConnection(
		{ book, credentials, noteAlias },
		{ identity, credential, at: now },
	);
	await decideConnection(core, connection, { decision: "allowed", username, now });
	const units = WIRE_LIMITS.connectUnits;
	return { kind: renewed ? "reconnected" : "connected", platform, username, units };
}

function redirectUri({ options, base }: Core): string {
	return `${options.publicUrl ?? base.url ?? ""}${CALLBACK}`;
}

function verifierOf({ signer }: Core, id: string): string {
	return signer.proof(`pkce\n${id}`);
}
