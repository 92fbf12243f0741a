import { lookup } from "node:dns/promises";
import { constants } from "node:fs";
import type { CheckResult } from "../../model/health.ts";
import type { Settings } from "../../model/settings.ts";
import { connectCommand } from "../../service/delivery/connect-command.ts";
import type { CommandSettings } from "../../service/delivery/destinations/command.ts";
import { isThere, programPath } from "../../service/delivery/destinations/program-path.ts";
import type { WebhookSettings } from "../../service/delivery/destinations/webhook-settings.ts";
import { NEVER } from "../../service/platforms/oauth.ts";
import type { PlatformCredential } from "../../service/platforms/platform-credential.ts";
import { PLATFORMS } from "../../service/platforms/platforms.ts";
import { isPublic } from "../../system/ip-addresses.ts";
import { printable } from "../../system/run.ts";
import { parseWebhookAddress } from "../../webhooks/address.ts";
import { isWebhookSecret } from "../../webhooks/signature.ts";
import { type ConnectedDestination, listDestinations, openLocalAccounts } from "../wiring/destinations.ts";
import { failure, looked, well } from "./finding.ts";

const NAME = "accounts";

/**
 * The webhooks and commands that accounts leave by: their credentials, receivers and programs. Sends nothing
 * and starts nothing.
 */
export async function lookAtDestinations(settings: Settings): Promise<readonly CheckResult[]> {
	const found = await listDestinations(await openLocalAccounts(settings));
	const each = found.map((account) => looked(NAME, () => lookAt(account, settings)));
	return (await Promise.all(each)).flat();
}

async function lookAt(account: ConnectedDestination, settings: Settings): Promise<readonly CheckResult[]> {
	const name = `${account.platform} ${account.username}`;
	if (account.kind === "program")
		return [
			well(
				NAME,
				`${name}: posts are delivered by a program that embeds the service, while it runs; else they wait`,
			),
		];
	const { platform, kind, isDeclared } = account;
	const ping = `showrun accounts doctor --ping ${platform}:${account.username}`;
	const credential = await account.open();
	if (credential === undefined) {
		const again = isDeclared ? ping : connectCommand(kind, account);
		return [failure(NAME, `${name}: this machine has no credentials for it, so its posts wait`, again)];
	}
	// Connecting the platform renews it, and it keeps its webhook or command.
	const again = isDeclared ? ping : `showrun accounts connect ${platform}`;
	if (!account.tokenValid) return [failure(NAME, `${name}: it has to be connected again`, again)];
	if (credential.kind === "webhook") return [await webhookFinding(name, credential, settings)];
	if (credential.kind === "command") return [await commandFinding(name, credential)];
	return [platformFinding(account, credential, settings)];
}

async function webhookFinding(
	name: string,
	{ url: address, secret, attach, privateHosts, delivery }: WebhookSettings,
	{ embedded }: Settings,
): Promise<CheckResult> {
	const url = parseWebhookAddress(address.reveal(), { privateHosts });
	const by = `${name}: posts are delivered by the webhook at ${url.host}`;
	if (!isWebhookSecret(secret.reveal()))
		return failure(NAME, `${by}, whose secret is not valid`, "Use `whsec_` and 24 to 64 bytes in base64.");
	const addresses = await lookup(url.hostname.replace(/^\[|\]$/g, ""), { all: true }).catch(() => []);
	if (addresses.length === 0)
		return failure(NAME, `${by}, whose name cannot be resolved`, "Check the address and the network.");
	if (!privateHosts && !addresses.every((each) => isPublic(each.address)))
		return failure(NAME, `${by}, which is in a private network`, "Connect it again with --private-host.");
	if (attach === "link" && !privateHosts && embedded.publicUrl === undefined)
		return failure(
			NAME,
			`${by}, which cannot reach the videos`,
			"Set embedded.public_url, or connect it again with --attach multipart.",
		);
	return well(NAME, `${by}, ${delivery === "once" ? "sent once" : "repeated until it answers"}`);
}

/** By what is kept: asking the platform could mean to refresh a token. */
function platformFinding(
	{ platform, username }: ConnectedDestination,
	credential: PlatformCredential,
	{ embedded }: Settings,
): CheckResult {
	const { kind, clientId, scopes, expiresAt, refreshToken, refreshExpiresAt: endsAt } = credential;
	const { title, oauth } = PLATFORMS[kind];
	const by = `${platform} ${username}: posts are delivered to ${title}`;
	const again = `showrun accounts connect ${kind}`;
	const app = embedded.apps[kind];
	if (app === undefined)
		return failure(NAME, `${by}, but the settings name no app`, `Set destinations.apps.${kind}.`);
	if (app.clientId !== clientId)
		return failure(NAME, `${by}, but it was connected by another app than the settings name`, again);
	if (!(app.scopes ?? oauth.scopes).every((each) => scopes.includes(each)))
		return failure(NAME, `${by}, but it was not allowed to post`, again);
	if (expiresAt === NEVER)
		return well(NAME, `${by}, allowed ${scopes.map(shortScope).join(", ")}; its token does not end`);
	if (refreshToken === undefined)
		return failure(NAME, `${by}, but its token ends at ${at(expiresAt)} and cannot be renewed`, again);
	const until = endsAt === undefined ? "renewed by itself" : `renewed by itself until ${at(endsAt)}`;
	return well(
		NAME,
		`${by}, allowed ${scopes.map(shortScope).join(", ")}; token good until ${at(expiresAt)}, ${until}`,
	);
}

function shortScope(scope: string): string {
	return printable(scope.replace("https://www.googleapis.com/auth/", ""), 60);
}

function at(time: number): string {
	return `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

async function commandFinding(name: string, { argv, cwd, settle }: CommandSettings): Promise<CheckResult> {
	const [program = ""] = argv;
	const by = `${name}: posts are delivered by the command ${printable(program)}`;
	if ((await programPath(program, process.env)) === undefined)
		return failure(NAME, `${by}, which is not there or may not be executed`, "Install it, or chmod +x");
	if (cwd !== undefined && !(await isThere(cwd, constants.R_OK)))
		return failure(NAME, `${by}, whose folder ${printable(cwd)} is not there`, "Create it.");
	return well(NAME, settle ? `${by}, which can tell what it posted` : by);
}
