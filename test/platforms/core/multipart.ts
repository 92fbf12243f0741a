/** Multipart bodies, read strictly (RFC 7578). */
import { must } from "./answer.ts";
import type { Arrived } from "./platform.ts";

export interface Part {
	readonly name: string;
	readonly filename?: string;
	readonly type?: string;
	readonly bytes: Buffer;
}

export type Parts = Readonly<Record<string, Part>>;

/** The parts by name: none twice, no others than these, and all that are required. */
export function multipart(
	{ headers, body }: Pick<Arrived, "headers" | "body">,
	required: readonly string[],
	optional: readonly string[] = [],
): Parts {
	const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^\s;]+))/.exec(headers["content-type"] ?? "") ?? [];
	const parts = split(body, `--${quoted ?? plain}`).map(partOf);
	for (const [at, { name }] of parts.entries()) {
		must([...required, ...optional].includes(name), `unexpected part ${name}`);
		must(parts.findIndex((each) => each.name === name) === at, `part ${name} twice`);
	}
	for (const name of required)
		must(
			parts.some((each) => each.name === name),
			`no part ${name}`,
		);
	return Object.fromEntries(parts.map((part) => [part.name, part]));
}

/** What stands between the boundaries, and nothing before the first or behind the last. */
function split(body: Buffer, boundary: string): readonly Buffer[] {
	must(body.indexOf(`${boundary}\r\n`) === 0, "the body does not begin with its boundary");
	const found: Buffer[] = [];
	let from = boundary.length + 2;
	for (;;) {
		const end = body.indexOf(`\r\n${boundary}`, from);
		must(end >= 0, "the body does not end with its boundary");
		found.push(body.subarray(from, end));
		from = end + boundary.length + 4;
		const after = body.subarray(from - 2, from).toString("latin1");
		if (after === "--") return found;
		must(after === "\r\n", "a broken boundary");
	}
}

function partOf(piece: Buffer): Part {
	const end = piece.indexOf("\r\n\r\n");
	must(end > 0, "a part without headers");
	const head = piece.subarray(0, end).toString("utf8");
	const name = /^content-disposition: form-data;.*\bname="([^"]*)"/im.exec(head)?.[1];
	must(name !== undefined, "a part without a name");
	const filename = /\bfilename="([^"]*)"/i.exec(head)?.[1];
	const type = /^content-type: (.+)$/im.exec(head)?.[1]?.trim();
	const more = { ...(filename !== undefined && { filename }), ...(type !== undefined && { type }) };
	return { name, bytes: piece.subarray(end + 4), ...more };
}
