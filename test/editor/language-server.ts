import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const LIMIT_MS = 300_000;
const require = createRequire(import.meta.url);

/** An open text in an editor, and what its language server says of it. Lines and columns count from 0. */
export interface Editor {
	/** Texts that may stand at a place. */
	completions(line: number, column: number): Promise<readonly Completion[]>;
	/** What is shown over a place, in Markdown. */
	hover(line: number, column: number): Promise<string>;
	/** What is wrong with the text: line, column and words. */
	problems(): Promise<readonly string[]>;
}

export interface Completion {
	readonly label: string;
	readonly documentation: string;
	/** What is put in, with `${1:…}` where the cursor goes. */
	readonly text: string;
}

/**
 * Calls the function with what opens texts in an editor. Its language server knows only the schemas that the
 * texts name.
 */
export async function withEditor<Result>(
	use: (open: (path: string, text: string) => Editor) => Promise<Result>,
): Promise<Result> {
	const server = startServer();
	try {
		await server.ask("initialize", { processId: null, rootUri: null, capabilities: CAPABILITIES });
		server.tell("initialized", {});
		server.tell("workspace/didChangeConfiguration", { settings: SETTINGS });
		return await use((path, text) => editorOf(server, pathToFileURL(path).href, text));
	} finally {
		await server.stop();
	}
}

function editorOf(server: Server, uri: string, text: string): Editor {
	const problems = server.heard(`textDocument/publishDiagnostics ${uri}`);
	server.tell("textDocument/didOpen", { textDocument: { uri, languageId: "yaml", version: 1, text } });
	const at = (line: number, character: number) => ({ textDocument: { uri }, position: { line, character } });
	return {
		completions: async (line, column) =>
			completionsOf(await server.ask("textDocument/completion", at(line, column))),
		hover: async (line, column) => wordsOf(await server.ask("textDocument/hover", at(line, column))),
		problems: async () => problemsOf(await problems),
	};
}

/** As an editor starts it; nothing is asked of any catalogue on the network. */
const SETTINGS = {
	yaml: { schemaStore: { enable: false }, validate: true, completion: true, hover: true },
	http: {},
};
const CAPABILITIES = {
	workspace: { configuration: false },
	textDocument: {
		completion: { completionItem: { snippetSupport: true, documentationFormat: ["markdown"] } },
		hover: { contentFormat: ["markdown"] },
		publishDiagnostics: {},
	},
};

interface Server {
	ask(method: string, params: object): Promise<unknown>;
	tell(method: string, params: object): void;
	/** The next message of a kind about a text. */
	heard(name: string): Promise<unknown>;
	stop(): Promise<void>;
}

interface Message {
	readonly id?: number | string;
	readonly method?: string;
	readonly params?: object;
	readonly result?: unknown;
	readonly error?: { readonly message: string };
}

function startServer(): Server {
	const child = spawn(
		process.execPath,
		[require.resolve("yaml-language-server/bin/yaml-language-server"), "--stdio"],
		{ stdio: ["pipe", "pipe", "inherit"] },
	);
	const limit = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
	const { awaited, settle, giveUp } = mailbox();
	const ended = once(child, "exit").then(giveUp);
	let last = 0;
	const send = (message: Message) => {
		const body = JSON.stringify({ jsonrpc: "2.0", ...message });
		child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
	};
	const received = ({ id, method, params, result, error }: Message) => {
		// What the server asks (to register something) is granted.
		if (method !== undefined && id !== undefined) send({ id, result: null });
		const name = method === undefined ? `#${id}` : `${method} ${params && "uri" in params ? params.uri : ""}`;
		settle(name, error ? new Error(error.message) : method === undefined ? result : params);
	};
	child.stdout.on("data", frames(received));
	return {
		ask: (method, params) => {
			const answer = awaited(`#${++last}`);
			send({ id: last, method, params });
			return answer;
		},
		tell: (method, params) => send({ method, params }),
		heard: awaited,
		stop: async () => {
			child.kill("SIGKILL");
			await ended;
			clearTimeout(limit);
		},
	};
}

/** Who waits for which message. An error that arrives is thrown. */
function mailbox() {
	const waiting = new Map<string, (value: unknown) => void>();
	const settle = (name: string, value: unknown) => {
		waiting.get(name)?.(value);
		waiting.delete(name);
	};
	const awaited = async (name: string) => {
		const value = await new Promise<unknown>((done) => waiting.set(name, done));
		if (value instanceof Error) throw value;
		return value;
	};
	const heard = (name: string) => {
		const value = awaited(name);
		// What nobody waits for any more may fail in silence.
		value.catch(() => {});
		return value;
	};
	const giveUp = () => {
		for (const name of [...waiting.keys()])
			settle(name, new Error("The language server ended without an answer."));
	};
	return { awaited: heard, settle, giveUp };
}

/** Cuts what arrives into messages: a header with the length, an empty line, the body. */
function frames(received: (message: Message) => void): (piece: Buffer) => void {
	let held = Buffer.alloc(0);
	return (piece) => {
		held = Buffer.concat([held, piece]);
		for (;;) {
			const end = held.indexOf("\r\n\r\n");
			const length = Number(
				/Content-Length: (\d+)/i.exec(held.subarray(0, Math.max(0, end)).toString())?.[1],
			);
			if (end < 0 || held.length < end + 4 + length) return;
			received(JSON.parse(held.subarray(end + 4, end + 4 + length).toString()));
			held = held.subarray(end + 4 + length);
		}
	};
}

type Marked = string | { readonly value: string } | undefined;

function wordOf(marked: Marked): string {
	return typeof marked === "string" ? marked : (marked?.value ?? "");
}

// The answers of the server have the shapes its protocol gives them.
function completionsOf(answer: unknown): readonly Completion[] {
	interface Offered {
		readonly items: readonly {
			readonly label: string;
			readonly documentation?: Marked;
			readonly insertText?: string;
		}[];
	}
	const { items } = answer as Offered;
	return items.map(({ label, documentation, insertText = label }) => ({
		label,
		documentation: wordOf(documentation),
		text: insertText,
	}));
}

function wordsOf(answer: unknown): string {
	return wordOf((answer as { readonly contents: Marked } | null)?.contents);
}

function problemsOf(answer: unknown): readonly string[] {
	interface Published {
		readonly diagnostics: readonly {
			readonly range: { readonly start: { readonly line: number; readonly character: number } };
			readonly message: string;
		}[];
	}
	return (answer as Published).diagnostics.map(
		({ range: { start }, message }) => `${start.line}:${start.character} ${message}`,
	);
}
