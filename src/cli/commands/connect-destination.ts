import { readFile, writeFile } from "node:fs/promises";
import { isAbsolute, resolve } from "node:path";
import { PLATFORMS, type Platform } from "../../model/account.ts";
import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import { Secret } from "../../model/secret.ts";
import type { Settings } from "../../model/settings.ts";
import type { Credential } from "../../service/credentials/credentials.ts";
import { programPath } from "../../service/delivery/destinations/program-path.ts";
import { systemClock } from "../../system/clock.ts";
import { isMissing } from "../../system/error-code.ts";
import { printable } from "../../system/run.ts";
import { parseWebhookAddress } from "../../webhooks/address.ts";
import { isWebhookSecret, newWebhookSecret } from "../../webhooks/signature.ts";
import { didYouMean } from "../../yaml/suggest.ts";
import { err, out } from "../terminal/terminal.ts";
import { openLocalAccounts } from "../wiring/destinations.ts";
import { openSettings } from "../wiring/workspace.ts";

interface AccountFlags {
	readonly platform: string;
	readonly username?: string;
	readonly in: string;
	readonly json?: true;
}

export interface WebhookFlags extends AccountFlags {
	readonly url?: string;
	readonly urlEnv?: string;
	readonly urlFile?: string;
	readonly secretEnv?: string;
	readonly secretFile?: string;
	readonly delivery: "once" | "repeat";
	readonly settleUrl?: string;
	readonly attach: "link" | "multipart";
	readonly privateHost?: true;
}

export interface CommandFlags extends AccountFlags {
	readonly cwd?: string;
	readonly env: readonly string[];
	/** Seconds. */
	readonly timeout: number;
	readonly settle?: true;
}

/** `showrun accounts connect webhook`: posts of an account leave by signed requests to a receiver. */
export async function connectWebhook(flags: WebhookFlags): Promise<void> {
	const settings = await openSettings({ paths: [flags.in] });
	const limits = { privateHosts: flags.privateHost === true };
	const url = new Secret(await addressIn(flags));
	const { host } = parseWebhookAddress(url.reveal(), limits);
	if (flags.settleUrl !== undefined) parseWebhookAddress(flags.settleUrl, limits);
	const secret = await secretIn(flags);
	const settleUrl = flags.settleUrl === undefined ? undefined : new Secret(flags.settleUrl);
	const { delivery, attach } = flags;
	const credential = defined({ kind: "webhook", url, secret, ...limits, delivery, attach, settleUrl });
	await keep(settings, { flags, credential, how: `the webhook at ${host}` });
}

/** `showrun accounts connect command`: a program posts for an account. */
export async function connectCommand(argv: readonly string[], flags: CommandFlags): Promise<void> {
	const settings = await openSettings({ paths: [flags.in] });
	const [program = "", ...args] = argv;
	const path = program.includes("/") && !isAbsolute(program) ? resolve(program) : program;
	const found = await programPath(path, process.env);
	if (found === undefined)
		throw new StopFault(`The program ${printable(program)} was not found, or may not be executed.`, {
			remedy: "Give its path, and make it executable: chmod +x",
		});
	const cwd = flags.cwd === undefined ? undefined : resolve(flags.cwd);
	const credential = defined({
		kind: "command",
		argv: [found, ...args],
		cwd,
		env: flags.env,
		timeoutMs: flags.timeout * 1000,
		settle: flags.settle === true,
	});
	await keep(settings, { flags, credential, how: `the command ${printable(found)}` });
}

interface Keeping {
	readonly flags: AccountFlags;
	readonly credential: Credential;
	readonly how: string;
}

/** The credential first: an account that is connected without one delivers nothing. */
async function keep(settings: Settings, { flags, credential, how }: Keeping): Promise<void> {
	const { book, credentials } = await openLocalAccounts(settings);
	const account = { platform: platformOf(flags.platform), username: usernameIn(flags) };
	const id = (await book.named(account))?.id ?? book.idOf(account);
	if ((await book.viaOf(id))?.webhook !== undefined)
		throw new StopFault("The webhook of this account is declared in the settings.", {
			remedy: "Change it there (embedded.accounts), or delete it there first.",
		});
	await credentials.put(id, credential);
	await book.connect({ ...account, via: credential.kind }, systemClock.now());
	const { platform, username } = account;
	if (flags.json)
		out(`${JSON.stringify({ type: "connected", id, platform, username, via: credential.kind })}\n`);
	else out(`Connected ${platform} ${username}: its posts leave by ${how}.\n`);
}

function platformOf(given: string): Platform {
	const platform = PLATFORMS.find((each) => each === given.toLowerCase());
	if (platform !== undefined) return platform;
	const remedy = didYouMean(given, PLATFORMS, "Platforms");
	throw new StopFault(`There is no platform \`${printable(given)}\`.`, { remedy });
}

/** As the settings want it: it may name a folder one day. */
function usernameIn({ username = "" }: AccountFlags): string {
	if (username === "")
		throw new StopFault("The name of the account is missing.", { remedy: "Add --username NAME." });
	if (/^[^\s/\\.]([^/\\\p{Cc}]*[^\s/\\\p{Cc}])?$/u.test(username) && username.length <= 200) return username;
	throw new StopFault("A username has no slashes, no dot in front, and at most 200 characters.");
}

async function addressIn({ url, urlEnv, urlFile }: WebhookFlags): Promise<string> {
	if (url !== undefined) return url;
	const text = urlFile === undefined ? process.env[urlEnv ?? ""] : await textOf(urlFile);
	if (text?.trim()) return text.trim();
	throw new StopFault("The address of the webhook is missing.", {
		remedy: "Give it by --url, or by --url-env or --url-file where it is a secret itself.",
	});
}

/** A file that is not there gets a new secret, for the receiver. */
async function secretIn({ secretEnv, secretFile }: WebhookFlags): Promise<Secret> {
	const text = secretFile === undefined ? process.env[secretEnv ?? ""] : await textOf(secretFile);
	if (text === undefined && secretFile !== undefined) {
		const made = newWebhookSecret();
		await writeFile(secretFile, `${made.reveal()}\n`, { flag: "wx", mode: 0o600 });
		err(`A new secret is in ${printable(secretFile)}: give it to the receiver.\n`);
		return made;
	}
	if (text !== undefined && isWebhookSecret(text)) return new Secret(text.trim());
	throw new StopFault("The secret that signs the messages is missing or not valid.", {
		remedy:
			"Give it by --secret-env or --secret-file: `whsec_` and 24 to 64 bytes in base64. " +
			"A file that does not exist gets a new one.",
	});
}

async function textOf(path: string): Promise<string | undefined> {
	try {
		return await readFile(path, "utf8");
	} catch (error) {
		if (isMissing(error)) return undefined;
		throw new StopFault(`${printable(path)} cannot be read.`, { cause: error });
	}
}
