import { EventEmitter, once } from "node:events";
import { createInterface } from "node:readline";
import { PLATFORMS, type Platform } from "../../model/account.ts";
import type { ConnectEvent } from "../../model/connect.ts";
import { StopFault } from "../../model/fault.ts";
import { PLATFORM_TITLES } from "../../model/platform-titles.ts";
import type { Settings } from "../../model/settings.ts";
import { connectAccount } from "../../reconcile/connect.ts";
import { systemClock } from "../../system/clock.ts";
import { renderConnect } from "../../views/connect.ts";
import { WIRE_LIMITS } from "../../wire/names.ts";
import { didYouMean } from "../../yaml/suggest.ts";
import type { PlatformFlags } from "../connect/connect-platform.ts";
import { openPage } from "../connect/open-page.ts";
import { EXIT, Exit } from "../exit.ts";
import { err, inkOf, interactive, out, stopSignal } from "../terminal/terminal.ts";
import { pollOf } from "../wiring/recording.ts";
import { connectService } from "../wiring/service.ts";
import { settingsIn } from "../wiring/workspace.ts";

interface ConnectFlags extends PlatformFlags {
	readonly json?: true;
	/** False with `--no-open`. */
	readonly open: boolean;
	/** Seconds. */
	readonly timeout: number;
}

/**
 * `showrun accounts connect`: gives a person the page to allow a connection on, and waits for the account.
 * The embedded service runs as long.
 */
export async function connect(given: string, path: string, flags: ConnectFlags): Promise<void> {
	const platform = platformOf(given);
	const signal = stopSignal();
	const settings = await settingsIn(path);
	if (connectsItself(platform, settings, flags)) {
		const { connectPlatform } = await import("../connect/connect-platform.ts");
		return connectPlatform(settings, { ...flags, platform }, signal);
	}
	const person = interactive() && !flags.json;
	if (person && settings.service.url === undefined) err(outboxAlone(platform));
	const emit = (event: ConnectEvent) => show(event, { ...flags, person });
	emit({ type: "connecting", platform, units: WIRE_LIMITS.connectUnits });
	const connected = await connectService(settings, "write");
	const wishes = person ? typedWishes() : nobody;
	try {
		await connected.start();
		const parts = {
			service: connected.service,
			clock: systemClock,
			poll: pollOf(settings),
			wish: wishes.next,
		};
		await connectAccount({ ...parts, signal, platform, timeoutMs: flags.timeout * 1000, emit });
	} catch (error) {
		if (error !== signal.reason || !signal.aborted) throw error;
		err(
			"Stopped waiting. Nothing is charged unless the connection was allowed; see: showrun accounts list\n",
		);
		throw new Exit(EXIT.error);
	} finally {
		wishes.close();
		await connected.close();
	}
}

/**
 * Whether the account is one of the platform itself: where the settings have an app for it, or options ask
 * for that. Throws `StopFault` where that cannot be.
 */
function connectsItself(platform: Platform, settings: Settings, flags: ConnectFlags): boolean {
	const asked = [flags.username, flags.device, flags.paste, flags.tokenFile].some(
		(each) => each !== undefined,
	);
	if (settings.service.url === undefined) return asked || settings.embedded.apps[platform] !== undefined;
	if (!asked) return false;
	throw new StopFault("The settings name a service elsewhere, and accounts are connected on its own page.", {
		remedy: `showrun accounts connect ${platform}`,
	});
}

function outboxAlone(platform: Platform): string {
	return (
		`The settings name no app for ${PLATFORM_TITLES[platform]}, so this connects an account whose posts go into the outbox, ` +
		`a folder. For ${PLATFORM_TITLES[platform]} itself: showrun accounts connect ${platform} --username NAME tells what to do there.\n`
	);
}

function platformOf(given: string): Platform {
	const platform = PLATFORMS.find((each) => each === given.toLowerCase());
	if (platform === undefined)
		throw new StopFault(`There is no platform \`${given}\`.`, {
			remedy: didYouMean(given, PLATFORMS, "Platforms"),
		});
	return platform;
}

function show(
	event: ConnectEvent,
	{ json, open, person }: ConnectFlags & { readonly person: boolean },
): void {
	out(json ? `${JSON.stringify(event)}\n` : renderConnect(event, inkOf(process.stdout)));
	if (event.type !== "connect-url" || !person) return;
	err("Waiting for the account. Type r and Enter for another page, Ctrl-C to stop.\n");
	// A page in place of an expired one comes while nobody may be looking.
	if (open && event.why !== "expired") void openPage(event.url);
}

/** What a person asks for while the command waits. */
interface Wishes {
	readonly next: (signal: AbortSignal) => Promise<void>;
	readonly close: () => void;
}

const nobody: Wishes = { next: () => new Promise(() => {}), close: () => {} };

/**
 * Whole lines: single keys would need a raw terminal, which a killed process leaves behind, and in which
 * Ctrl-C is only a letter.
 */
function typedWishes(): Wishes {
	const lines = createInterface({ input: process.stdin, terminal: false });
	const typed = new EventEmitter();
	let pending = false;
	lines.on("line", (line) => {
		if (line.trim().toLowerCase() !== "r") return;
		pending = true;
		typed.emit("wish");
	});
	const next = async (signal: AbortSignal) => {
		// It may have been typed while the accounts were looked at.
		if (!pending) await once(typed, "wish", { signal });
		pending = false;
	};
	return { next, close: () => lines.close() };
}
