import { resolve } from "node:path";
import { defined } from "../model/defined.ts";
import { keysOf } from "../model/keys.ts";
import {
	NOTIFY_EVENTS,
	type NotifyChannel,
	type NotifySettings,
	type NotifyTarget,
	type SecretSource,
} from "../model/notify.ts";
import { isTimeZone } from "../model/time-zone.ts";
import { milliseconds } from "./milliseconds.ts";
import type { ReadSettings } from "./settings-file.ts";
import type { ReportProblem, Sources } from "./sources.ts";

type RawNotify = NonNullable<ReadSettings["draft"]["notify"]>;
type RawChannel = NonNullable<NonNullable<RawNotify["channels"]>[string]>;
type RawSecret = { readonly env?: string; readonly file?: string } | undefined;

const KINDS = ["webhook", "slack", "discord", "mail", "command"] as const;
const AT_MOST = 20;

/** Who is told of what. Secrets are not read here: planning needs none of them. */
export function notifyOf({ read, root }: Sources, report: ReportProblem): NotifySettings | undefined {
	const raw = read.draft.notify;
	if (raw === undefined) return undefined;
	const timezone = zoneOf(raw, report);
	const channels = Object.entries(raw.channels ?? {}).flatMap(([name, channel = {}]): NotifyChannel[] => {
		const target = targetOf(channel, root, (detail, hint) =>
			report({ rule: "notify-target", summary: "A channel needs one way to send", detail, hint }, [
				"notify",
				"channels",
				name,
			]),
		);
		return target === undefined ? [] : [{ name, target, ...rulesOf(channel, timezone) }];
	});
	return { apply: raw.apply ?? false, channels };
}

function zoneOf({ timezone }: RawNotify, report: ReportProblem): string {
	if (timezone !== undefined && isTimeZone(timezone)) return timezone;
	if (timezone !== undefined)
		report(
			{
				rule: "unknown-timezone",
				summary: "Unknown time zone",
				detail: `\`${timezone}\` is not the name of a time zone.`,
				hint: "Use an IANA name such as Europe/Berlin or UTC.",
			},
			["notify", "timezone"],
		);
	return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function rulesOf({ events, digest, quiet, at_most: atMost = AT_MOST }: RawChannel, timezone: string) {
	const { from, to } = quiet ?? {};
	const hours = from === undefined || to === undefined || from === to ? undefined : { from, to };
	const wanted = events?.flatMap((event) => event ?? []);
	return { events: wanted ?? keysOf(NOTIFY_EVENTS), atMost, timezone, ...defined({ digest, quiet: hours }) };
}

/** Undefined: it says none, more than one, or one that lacks something, which the schema reports. */
function targetOf(
	raw: RawChannel,
	root: string,
	report: (detail: string, hint: string) => void,
): NotifyTarget | undefined {
	const named = KINDS.filter((kind) => raw[kind] !== undefined);
	const [kind] = named;
	if (kind === undefined || named.length > 1) {
		const said =
			kind === undefined ? "It has none of" : `It has ${named.join(" and ")}, of which one counts:`;
		report(`${said} ${KINDS.join(", ")}.`, "Write one of them in it; make a channel of each.");
		return undefined;
	}
	if (kind === "mail") return mailOf(raw.mail ?? {}, root);
	if (kind === "command") return commandOf(raw.command ?? {});
	const url = secretOf(raw[kind]?.url, root);
	const secret = secretOf(raw.webhook?.secret, root);
	const privateHost = raw[kind]?.private_host ?? false;
	if (url === undefined) return undefined;
	if (kind !== "webhook") return { kind, url, privateHost };
	return secret && { kind, url, secret, privateHost };
}

function mailOf({ server: raw, from, to }: NonNullable<RawChannel["mail"]>, root: string) {
	const server = secretOf(raw, root);
	if (server === undefined || from === undefined || to === undefined) return undefined;
	return { kind: "mail", server, from, to: to.flatMap((each) => each ?? []) } as const;
}

function commandOf({ argv, pass, timeout }: NonNullable<RawChannel["command"]>) {
	if (argv?.env === undefined) return undefined;
	const limitMs = milliseconds(timeout ?? "30s");
	return {
		kind: "command",
		argvEnv: argv.env,
		pass: (pass ?? []).flatMap((each) => each ?? []),
		limitMs,
	} as const;
}

function secretOf(raw: RawSecret, root: string): SecretSource | undefined {
	if (raw?.env !== undefined) return { env: raw.env };
	return raw?.file === undefined ? undefined : { file: resolve(root, raw.file) };
}
