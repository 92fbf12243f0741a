import { type ApiPlatform, isApiPlatform } from "../../model/platform-app.ts";
import { printable } from "../../system/run.ts";

/** The command that connects an account anew, to be copied; what only a person knows is in capitals. */
export function connectCommand(
	kind: "webhook" | "command" | ApiPlatform,
	{ platform, username }: { readonly platform: string; readonly username: string },
): string {
	const name = printable(username).replaceAll("'", "'\\''");
	if (isApiPlatform(kind)) return `showrun accounts connect ${kind} --username '${name}'`;
	const how = kind === "webhook" ? "--url ADDRESS --secret-file FILE" : "-- PROGRAM ARGUMENTS";
	return `showrun accounts connect ${kind} --platform ${platform} --username '${name}' ${how}`;
}
