/**
 * The judge of the drill, as a process of its own: a service that does wrong what it is told to,
 * and notes every write it executed, synced, before it answers.
 * Many cells share it, each below a path of its own with a log of its own. It says its address and
 * runs until its standard input ends.
 */
import { closeSync, fdatasyncSync, openSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { CellPlan, Commit, Fault, WriteKind } from "./cell.ts";

const [folder = "."] = process.argv.slice(2);

interface Cell extends CellPlan {
	readonly log: number;
	readonly byKey: Map<string, object>;
	/** Whole writes that came, by kind. */
	readonly seen: Record<WriteKind, number>;
	made: number;
}
const cells = new Map<string, Cell>();

const server = createServer((request, response) => {
	response.on("error", () => {});
	serve(request, response).catch(() => response.destroy());
});
server.requestTimeout = 0;
server.listen(0, "127.0.0.1", () => {
	const address = server.address();
	process.stdout.write(`at http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}\n`);
});
process.stdin.resume().on("end", () => process.exit(0));

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const [, name = "", ...rest] = (request.url ?? "").split("/");
	const body = await wholeOf(request);
	if (request.method === "PUT" && rest.length === 0) return begin(name, JSON.parse(body), response);
	const cell = cells.get(name);
	if (cell === undefined) return answer(response, 404, { message: "no such cell" });
	const path = `/${rest.join("/")}`;
	if (path === "/seen") return answer(response, 200, cell.seen);
	if (request.method === "PUT") return answer(response, 200, {});
	if (path === UPLOAD) return answer(response, 200, { data: targetOf(JSON.parse(body), { request, name }) });
	const kind = request.method === "POST" ? WRITES[path] : undefined;
	if (kind === undefined) return answer(response, 200, { data: read(path, cell) });
	return write({ cell, kind, key: String(request.headers["idempotency-key"]) }, JSON.parse(body), response);
}

/**
 * The body as soon as its last byte is here, whatever becomes of the connection then: a real service
 * would execute it too. Never ends for a request that was cut off: half of one is never executed.
 */
function wholeOf(request: IncomingMessage): Promise<string> {
	const size = Number(request.headers["content-length"] ?? 0);
	const pieces: Buffer[] = [];
	let come = 0;
	return new Promise((settle) => {
		const look = () => come >= size && settle(Buffer.concat(pieces).toString("utf8"));
		request.on("error", () => {});
		request.on("data", (piece: Buffer) => {
			pieces.push(piece);
			come += piece.length;
			look();
		});
		look();
	});
}

const WRITES: Readonly<Record<string, WriteKind>> = {
	"/api/v2/clips": "submit",
	"/api/v2/clips/export": "export",
	"/api/v2/social-media/publish": "publish",
};

const UPLOAD = "/api/v2/upload/single-file";

/** Files whose names begin alike, up to the first dot, hold the same footage: the judge looks into none. */
function targetOf(
	{ name: file }: { readonly name: string },
	{ request, name }: { readonly request: IncomingMessage; readonly name: string },
): object {
	const upload = `http://${request.headers.host}/${name}/upload/${encodeURIComponent(file)}`;
	return { upload_url: upload, identity: `file-${file.split(".")[0]}` };
}

/** A cell that is there already only gets other accounts. */
function begin(name: string, plan: CellPlan, response: ServerResponse): void {
	const there = cells.get(name);
	if (there !== undefined) {
		cells.set(name, { ...there, ...plan });
		answer(response, 200, {});
		return;
	}
	const log = openSync(join(folder, `${name}.jsonl`), "a");
	cells.set(name, { ...plan, log, byKey: new Map(), seen: { submit: 0, export: 0, publish: 0 }, made: 0 });
	answer(response, 200, {});
}

interface Write {
	readonly cell: Cell;
	readonly kind: WriteKind;
	readonly key: string;
}

async function write({ cell, kind, key }: Write, body: Body, response: ServerResponse): Promise<void> {
	cell.seen[kind]++;
	const fault =
		cell.faults.find((each) => each.kind === kind && each.nth === cell.seen[kind])?.fault ?? "normal";
	if (fault === "refuse") return answer(response, 422, { message: "refused for a rehearsal" });
	if (fault === "429")
		return answer(response.setHeader("retry-after", "1"), 429, { message: "too many requests" });
	const known = cell.idempotency ? cell.byKey.get(key) : undefined;
	const made = known ?? execute({ cell, kind, key }, body);
	cell.byKey.set(key, made);
	await FAULTY[fault](response, JSON.stringify({ data: made }));
}

interface Body {
	readonly video_url?: string;
	readonly project_id?: string;
	readonly idx?: number;
	readonly clip_indices?: readonly number[];
	readonly resolution?: string;
	readonly publish_configs?: Readonly<Record<string, unknown>>;
}

/** Does it, and says so on disk. */
function execute({ cell, kind, key }: Write, body: Body): object {
	const id =
		kind === "submit"
			? `t${++cell.made}x${Buffer.from(body.video_url ?? "").toString("hex")}`
			: `${kind}-${++cell.made}`;
	const commit: Commit = { kind, key, id, identity: identityOf(kind, body), at: Date.now() };
	writeFileSync(cell.log, `${JSON.stringify(commit)}\n`);
	fdatasyncSync(cell.log);
	return {
		id,
		name: id,
		status: kind === "publish" ? "PENDING" : "CREATED",
		task_id: id,
		created_at: Date.now(),
	};
}

/** What must never be there twice: a video's submission, a rendering of a task, a moment at an account. */
function identityOf(kind: WriteKind, body: Body): string {
	if (kind === "submit") return `submit ${body.video_url}`;
	const source = sourceOf(body.project_id ?? "");
	if (kind === "export") return `export ${source} ${body.clip_indices?.join(",")} ${body.resolution}`;
	const { from, to } = momentOf(body.idx ?? 0);
	return `publish ${source} ${from}-${to} ${Object.keys(body.publish_configs ?? {}).join(",")}`;
}

function sourceOf(task: string): string {
	return Buffer.from(task.split("x")[1] ?? "", "hex").toString("utf8");
}

/** A later task cuts the same moments a little later. Milliseconds. */
function shiftOf(task = ""): number {
	const number = Number(/^t(\d+)x/.exec(task)?.[1] ?? 1);
	return (number - 1) * 200;
}

function momentOf(idx: number) {
	return { from: idx * 40_000, to: idx * 40_000 + 20_000 };
}

const ACCOUNTS = [
	{
		id: "acc-1",
		platform: "youtube",
		platform_username: "Acme",
		platform_avatar: null,
		token_valid: true,
		token_expiring_soon: false,
	},
	{
		id: "acc-2",
		platform: "tiktok",
		platform_username: "acme",
		platform_avatar: null,
		token_valid: true,
		token_expiring_soon: false,
	},
];

function read(path: string, { accounts = ACCOUNTS, clips: count = 3, keptDays = 1 }: CellPlan): unknown {
	if (path.endsWith("/accounts")) return accounts;
	const id = path.split("/").at(-1);
	if (path.includes("/publish/")) return { task_id: id, status: "DONE", results: [] };
	const shift = shiftOf(id);
	const clips = Array.from({ length: count }, (_, idx) => {
		const { from, to } = momentOf(idx);
		const words = { title: `Clip ${idx}`, desc: `About ${idx}`, tags: ["one"], score: 90 - idx };
		return {
			idx,
			begin_ms: from + shift,
			end_ms: to + shift,
			thumbnail: "http://127.0.0.1/t",
			...words,
			export_link: "http://127.0.0.1/c.mp4",
		};
	});
	return {
		id,
		name: id,
		status: "SUCCEEDED",
		progress: 1,
		cost_usage: 1,
		expire_at: Date.now() + keptDays * 86_400_000,
		clips,
	};
}

const FAULTY: Readonly<
	Record<Exclude<Fault, "refuse" | "429">, (response: ServerResponse, body: string) => void | Promise<void>>
> = {
	normal: (response, body) => send(response, 200, body),
	hang: () => {},
	"500": (response) => answer(response, 500, { message: "internal error" }),
	reset: (response) => void response.socket?.resetAndDestroy(),
	cut: (response, body) => {
		response.writeHead(200, { "content-length": Buffer.byteLength(body), connection: "close" });
		response.write(body.slice(0, body.length / 2), () => response.socket?.end());
	},
	garbage: (response) => send(response, 200, '{"data": <\u0000 this is no JSON'),
	async slow(response, body) {
		response.writeHead(200, { "content-length": Buffer.byteLength(body), connection: "close" });
		for (let at = 0; at < body.length; at += 20) {
			response.write(body.slice(at, at + 20));
			await wait(25);
		}
		response.end();
	},
};

function answer(response: ServerResponse, status: number, value: object): void {
	send(response, status, JSON.stringify(value));
}

function send(response: ServerResponse, status: number, body: string): void {
	response.writeHead(status, {
		"content-type": "application/json",
		"content-length": Buffer.byteLength(body),
	});
	response.end(body);
}

process.on("exit", () => {
	for (const { log } of cells.values()) closeSync(log);
});
