import { randomBytes } from "node:crypto";
import { accountKey } from "../../model/account.ts";
import { StopFault } from "../../model/fault.ts";
import type { CheckResult } from "../../model/health.ts";
import { isApiPlatform } from "../../model/platform-app.ts";
import type { Settings } from "../../model/settings.ts";
import { endConnection } from "../../service/platforms/end-connection.ts";
import { PLATFORMS } from "../../service/platforms/platforms.ts";
import { systemClock } from "../../system/clock.ts";
import { printable } from "../../system/run.ts";
import { renderFinding } from "../../views/health.ts";
import { sendWebhook, type WebhookResult } from "../../webhooks/send.ts";
import { lookAtDestinations } from "../doctor/destinations.ts";
import { failure, well } from "../doctor/finding.ts";
import { EXIT, Exit } from "../exit.ts";
import { inkOf, lines, out, stopSignal } from "../terminal/terminal.ts";
import { type ConnectedDestination, listDestinations, openLocalAccounts } from "../wiring/destinations.ts";
import { openSettings } from "../wiring/workspace.ts";

interface DoctorFlags {
	readonly in: string;
	readonly json?: true;
	readonly ping?: string;
}

/**
 * `showrun accounts doctor`: what the webhooks, commands and programs of accounts need. Reads only, unless a
 * signed test message is asked for; a receiver that takes it makes its account good again.
 */
export async function doctorAccounts(flags: DoctorFlags): Promise<void> {
	const settings = await openSettings({ paths: [flags.in] });
	const findings =
		flags.ping === undefined ? await lookAtDestinations(settings) : [await ping(settings, flags.ping)];
	if (flags.json) out(lines(findings.map((finding) => ({ type: "finding", ...finding }))));
	else for (const finding of findings) out(renderFinding(finding, inkOf(process.stdout)));
	if (findings.length === 0 && !flags.json)
		out("No account has a webhook, a command, a program or a connection to its platform.\n");
	if (findings.some(({ level }) => level === "fail")) throw new Exit(EXIT.error);
}

async function ping(settings: Settings, name: string): Promise<CheckResult> {
	const local = await openLocalAccounts(settings);
	const account = await accountNamed(await listDestinations(local), name);
	const credential = await account.open();
	if (credential?.kind !== "webhook")
		throw new StopFault(`${printable(name)} has no webhook that can be sent a test message.`);
	const now = systemClock.now();
	const { id, platform, username } = account;
	const event = {
		type: "ping",
		timestamp: new Date(now).toISOString(),
		data: { account: { id, platform, username } },
	};
	const body = Buffer.from(JSON.stringify(event));
	const message = {
		id: `msg_ping${randomBytes(8).toString("hex")}_${id}`,
		body,
		signed: body,
		type: "application/json",
	};
	const arm = async () => {};
	const result = await sendWebhook(message, credential, { arm, clock: systemClock, signal: stopSignal() });
	const finding = pingFinding(new URL(credential.url.reveal()).host, result);
	if (finding.level === "ok" && !account.tokenValid)
		await local.book.connect({ platform: account.platform, username }, now);
	return finding;
}

function pingFinding(host: string, result: WebhookResult): CheckResult {
	if (result.kind === "answered" && result.status >= 200 && result.status < 300)
		return well("ping", `${host} took the test message (${result.status})`);
	const seen =
		result.kind === "answered"
			? `answered ${result.status}`
			: `did not answer: ${result.why instanceof Error ? printable(result.why.message, 200) : "unknown"}`;
	return failure("ping", `${host} ${seen}`, "Check its address, its secret, and that it is active.");
}

/** `showrun accounts disconnect`: forgets an account with its webhook, command or tokens. */
export async function disconnectAccount(name: string, flags: { readonly in: string }): Promise<void> {
	const settings = await openSettings({ paths: [flags.in] });
	const local = await openLocalAccounts(settings);
	const accounts = (await local.book.list()).map(({ id, platform, platform_username: username }) => ({
		id,
		platform,
		username,
	}));
	const { id, platform, username } = accountNamed(accounts, name);
	const via = await local.book.viaOf(id);
	const kind = via?.kind;
	const connected = isApiPlatform(kind) ? PLATFORMS[kind] : undefined;
	const tools = { now: systemClock.now, signal: stopSignal() };
	const parts = { credentials: local.credentials, apps: settings.embedded.apps };
	const isRevoked = connected !== undefined && (await endConnection(parts, id, tools));
	if ((await local.book.remove(id)) === "declared")
		throw new StopFault(`${platform} ${username} is declared in the settings.`, {
			remedy: "Delete it there: embedded.accounts.",
		});
	await local.credentials.remove(id);
	out(
		`Disconnected ${platform} ${username}. Its scheduled posts wait until it is connected again.\n` +
			(via?.kind === "program" ? "The program that delivers them connects it again when it starts.\n" : "") +
			(connected ? `${connected.revoked[isRevoked ? "yes" : "no"]}\n` : ""),
	);
}

function accountNamed<Named extends Pick<ConnectedDestination, "id" | "platform" | "username">>(
	accounts: readonly Named[],
	name: string,
): Named {
	const wanted = name.toLowerCase();
	const found = accounts.find(
		(account) =>
			account.id === name || keyOf(account) === wanted || keyOf(account) === wanted.replace("@", ""),
	);
	if (found) return found;
	throw new StopFault(`No connected account is named \`${printable(name)}\`.`, {
		remedy: `Name it by its id, or as platform:username. Connected: ${accounts.map(keyOf).join(", ") || "none"}`,
	});
}

function keyOf({ platform, username }: Pick<ConnectedDestination, "platform" | "username">): string {
	return accountKey({ platform, username });
}
