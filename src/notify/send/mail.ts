import { StopFault } from "../../model/fault.ts";
import { withoutPasswords } from "../../model/secret.ts";
import { printable } from "../../system/run.ts";
import { mailOf } from "../formats/mail.ts";
import { readSecret } from "../secrets.ts";
import type { SendTo } from "./target.ts";

/** Of connecting, of the greeting, and of silence. Milliseconds. */
const LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** One mail by the server of the settings, encrypted unless that is this machine. */
export const sendMail: SendTo<"mail"> = async (note, { server, from, to }, { env, host, signal }) => {
	const url = mailServer((await readSecret(server, env)).reveal());
	const { createTransport } = await import("nodemailer");
	const transport = createTransport({
		host: url.hostname.replace(/^\[|\]$/g, ""),
		...(url.port !== "" && { port: Number(url.port) }),
		secure: url.protocol === "smtps:",
		requireTLS: url.protocol === "smtp:" && !isOwn(url.hostname),
		ignoreTLS: url.protocol === "smtp:" && isOwn(url.hostname),
		...(url.username !== "" && {
			auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
		}),
		...LIMITS,
		disableFileAccess: true,
		disableUrlAccess: true,
	});
	const stop = () => transport.close();
	signal.addEventListener("abort", stop, { once: true });
	try {
		await transport.sendMail({ from, to: [...to], ...mailOf(note, host) });
		return { kind: "taken" };
	} catch (error) {
		if (!(error instanceof Error)) throw error;
		const words = printable(withoutPasswords(error.message), 200);
		return { kind: "not-taken", why: `The mail server ${url.hostname} did not take it: ${words}` };
	} finally {
		signal.removeEventListener("abort", stop);
		transport.close();
	}
};

/** The address of a mail server. Throws `StopFault`, which does not repeat it: it holds a password. */
export function mailServer(text: string): URL {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url !== undefined && (url.protocol === "smtp:" || url.protocol === "smtps:") && url.hostname !== "")
		return url;
	throw new StopFault("The address of the mail server cannot be used.", {
		remedy: "Write it like smtps://user:password@mail.example.com:465; signs in it as %40 (@) or %3A (:).",
	});
}

function isOwn(host: string): boolean {
	return host === "localhost" || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
}
