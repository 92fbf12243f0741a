import type { Command } from "commander";
import { ENDPOINTS, FAULTS } from "../service/rehearsal/faults.ts";

/** The options of a server that does wrong on purpose, with their help. */
export function takesRehearsal(command: Command): Command {
	return command
		.option("--rehearsal", "allow what follows: this server may then do wrong on purpose")
		.option("--faults <file>", "with --rehearsal: what goes wrong at which request (YAML or JSON)")
		.option("--commit-log <file>", "with --rehearsal: append every executed write to this file")
		.option(
			"--no-idempotency",
			"with --rehearsal: ignore idempotency keys, so that a repeated request is executed again",
		)
		.addHelpText("after", HELP);
}

const WIDTH = Math.max(...Object.keys(FAULTS).map((name) => name.length));
const HELP = `
Rehearsal:
  --faults names a list, for example:
    - { endpoint: publish, nth: 1, fault: hang }
    - { endpoint: results, nth: every, fault: slow, seconds: 2 }
  endpoint: ${ENDPOINTS.slice(0, 6).join(", ")},
            ${ENDPOINTS.slice(6).join(", ")}
  nth:      which request with a right key to that endpoint since the start, from 1; or every
  fault:
${Object.entries(FAULTS)
	.map(([name, words]) => `    ${name.padEnd(WIDTH)}  ${words}`)
	.join("\n")}
  --commit-log gets one JSON object a line, on disk before the client is answered:
    {"at":"2026-11-20T12:00:00.000Z","endpoint":"/api/v2/social-media/publish","key":"01JD…","id":"01JD…",
     "identities":["youtube:Acme <sha256 of the source>@<begin ms>-<end ms>"]}
  key is the Idempotency-Key that was sent, or null. identities: of a publish one for each account, of a
  submit the source's sha256, of an export its clips, of an upload its name, of a connection its platform.
  A request that an idempotency key found again is not executed, and not listed.`;
