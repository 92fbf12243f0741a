import {
	closeSync,
	fstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	readSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";

/** Where one file's compiled code stands in the kept bytes, and which text it was compiled from. */
interface Kept {
	readonly begin: number;
	readonly end: number;
	readonly size: number;
	readonly mtimeMs: number;
}

/** One file of the program. */
interface Loaded {
	/** Its path below the folder of the program. */
	readonly name: string;
	readonly module: { exports: unknown };
	readonly script: Script;
	readonly source: Pick<Kept, "size" | "mtimeMs">;
}

/** What an earlier run kept: the compiled code of files, by their names. */
interface Code {
	readonly files: Readonly<Record<string, Kept>>;
	readonly bytes: Buffer;
}

type Wrapper = (exports: unknown, require: unknown, module: unknown, file: string, folder: string) => void;

const NOTHING: Code = { files: {}, bytes: Buffer.alloc(0) };
/** V8 reads compiled code at multiples of this. */
const ALIGNED = 8;
/** Builds, versions and flags of Node whose code is kept. */
const MOST_FOLDERS = 8;
/** Exit codes of commands that did what they were asked. */
const SUCCESSES: readonly unknown[] = [0, 2];

/**
 * Loads a CommonJS file and those that it requires, by their paths, and keeps the code that V8 made of them
 * in a file for the next run: compiling takes longer than most commands. Code of another text, another V8 or
 * another user is not used, nor what is damaged. Where nothing can be kept, everything is compiled.
 */
export function loadCompiled(entry: string, file: string): void {
	const isKept = process.env.NODE_DISABLE_COMPILE_CACHE === undefined;
	const code = isKept ? read(file) : NOTHING;
	const loaded = new Map<string, Loaded>();
	const { resolve } = require;
	let isNew = false;
	const root = dirname(entry);
	const load = (path: string): unknown => {
		const known = loaded.get(path);
		if (known) return known.module.exports;
		const name = relative(root, path);
		const { script, source, isCompiled } = compile(path, code.files[name], code.bytes);
		isNew ||= isCompiled;
		const module = { exports: {} };
		loaded.set(path, { name, module, script, source });
		const folder = dirname(path);
		const find = (id: string) => (id.startsWith(".") ? load(join(folder, id)) : require(id));
		const run: Wrapper = script.runInThisContext();
		run(module.exports, Object.assign(find, { resolve, load: imported }), module, path, folder);
		return module.exports;
	};
	process.once("exit", (exitCode) => {
		if (isKept && isNew && SUCCESSES.includes(exitCode)) keep(file, code, loaded);
	});
	load(entry);
}

/** Code that was kept has lost its way to import. */
function imported(name: string): Promise<unknown> {
	return import(name);
}

function compile(path: string, kept: Kept | undefined, bytes: Buffer) {
	const { text, size, mtimeMs } = wrapped(path);
	const isSame = kept?.size === size && kept.mtimeMs === mtimeMs;
	const script = new Script(text, {
		filename: path,
		...(isSame && { cachedData: bytes.subarray(kept.begin, kept.end) }),
	});
	return { script, source: { size, mtimeMs }, isCompiled: !isSame || script.cachedDataRejected === true };
}

const [BEFORE, AFTER] = ["(function(exports,require,module,__filename,__dirname){", "\n})"];
/** For one file after the other; few are larger. */
const room = Buffer.allocUnsafeSlow(512 * 1024);

/**
 * A file as one function. Read, decoded and put together in the usual way it would lie in memory three times,
 * and getting that from the system takes longer than reading.
 */
function wrapped(path: string): Pick<Kept, "size" | "mtimeMs"> & { readonly text: string } {
	const fd = openSync(path, "r");
	try {
		const { size, mtimeMs } = fstatSync(fd);
		const length = BEFORE.length + size + AFTER.length;
		const bytes = length <= room.length ? room : Buffer.allocUnsafeSlow(length);
		let end = bytes.write(BEFORE);
		for (let read = 1; read > 0 && end < BEFORE.length + size; end += read)
			read = readSync(fd, bytes, end, BEFORE.length + size - end, null);
		end += bytes.write(AFTER, end);
		return { text: bytes.toString("utf8", 0, end), size, mtimeMs };
	} finally {
		closeSync(fd);
	}
}

/** The kept code, if it is this user's own and whole. V8 itself does not look whether it is damaged. */
function read(file: string): Code {
	try {
		const { uid, mode } = statSync(file);
		if (process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o022) !== 0)) return NOTHING;
		const all = readFileSync(file);
		const begin = all.readUInt32LE(4);
		if (crc32(all.subarray(4)) !== all.readUInt32LE(0)) return NOTHING;
		return { files: JSON.parse(all.toString("utf8", ALIGNED, begin)), bytes: all.subarray(begin) };
	} catch {
		return NOTHING;
	}
}

/** Keeps the code of these files beside what is kept of others. Without a place for it nothing is kept. */
function keep(file: string, { files, bytes }: Code, loaded: ReadonlyMap<string, Loaded>): void {
	const names = new Set([...loaded.values()].map(({ name }) => name));
	const others = Object.entries(files).filter(([name]) => !names.has(name));
	const codes: readonly (readonly [string, Buffer, Loaded["source"]])[] = [
		...others.map(([name, kept]) => [name, bytes.subarray(kept.begin, kept.end), kept] as const),
		...[...loaded.values()].map(
			({ name, script, source }) => [name, script.createCachedData(), source] as const,
		),
	];
	const parts: Buffer[] = [];
	const kept: Record<string, Kept> = {};
	let begin = 0;
	for (const [name, part, { size, mtimeMs }] of codes) {
		const end = begin + part.length;
		kept[name] = { begin, end, size, mtimeMs };
		parts.push(part, Buffer.alloc(-end & (ALIGNED - 1)));
		begin = end + (-end & (ALIGNED - 1));
	}
	try {
		write(file, [headOf(kept), ...parts]);
	} catch {}
}

function headOf(kept: Readonly<Record<string, Kept>>): Buffer {
	const text = Buffer.from(JSON.stringify(kept));
	const padding = Buffer.alloc(-text.length & (ALIGNED - 1), " ");
	const head = Buffer.concat([Buffer.alloc(ALIGNED), text, padding]);
	head.writeUInt32LE(head.length, 4);
	return head;
}

function write(file: string, parts: readonly Buffer[]): void {
	const all = Buffer.concat(parts);
	all.writeUInt32LE(crc32(all.subarray(4)), 0);
	const folder = dirname(file);
	if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) removeOld(dirname(folder));
	const beside = `${file}.${process.pid}.tmp`;
	try {
		writeFileSync(beside, all, { mode: 0o600 });
		renameSync(beside, file);
	} finally {
		rmSync(beside, { force: true });
	}
}

/** Code of former builds is not asked for again. */
function removeOld(folder: string): void {
	const dated = readdirSync(folder).map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }));
	for (const { name } of dated.sort((a, b) => b.at - a.at).slice(MOST_FOLDERS))
		rmSync(join(folder, name), { recursive: true, force: true });
}
