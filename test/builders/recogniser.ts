import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Model, ModelName, TakenFile } from "../../src/model/models.ts";
import type { Recogniser } from "../../src/speech/recogniser.ts";

/** Ears whose models are a few letters each, and whose process that listens is a script of the test's own. */
export interface TestRecogniser extends Recogniser {
	readonly folder: string;
	/** Path of a file of a model, to damage it. */
	readonly fileOf: (model: ModelName) => string;
}

/** A script that listens: `job` is what it was asked for, `tell` writes a report. */
const SCRIPT = (body: string) => `
let text = "";
process.stdin.on("data", (piece) => { text += piece; }).on("end", async () => {
	const job = JSON.parse(text);
	const tell = (report) => process.stdout.write(JSON.stringify(report) + "\\n");
	${body}
});`;

/** Runs with such recogniser in a folder that is gone afterwards. `pulled`: which of the models are there. */
export async function withRecogniser(
	given: { readonly listens: string; readonly pulled?: readonly ModelName[]; readonly platform?: string },
	body: (recogniser: TestRecogniser) => Promise<void>,
): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-recogniser-"));
	try {
		const { pulled = ["speech", "vad"], platform = "linux-x64" } = given;
		const catalogue = [
			modelOf("speech", ["library", "binding", "configuration"]),
			modelOf("vad", ["weights", "binding"]),
			modelOf("recogniser", ["library", "binding"]),
		];
		for (const model of catalogue.filter(({ name }) => pulled.includes(name))) await put(folder, model);
		const listener = { path: process.execPath, args: ["-e", SCRIPT(given.listens)] };
		await body({
			folder,
			models: { folder, platform, catalogue },
			listener,
			fileOf: (name) => join(folder, `${name}-1`, "conf", "binding"),
		});
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function modelOf(name: ModelName, roles: readonly string[]): Model {
	const file = (role: string): TakenFile => ({
		path: `conf/${role}`,
		bytes: role.length,
		sha256: createHash("sha256").update(role).digest("hex"),
		role,
		...(role === "binding" && { platform: "linux-x64" }),
	});
	const about = {
		what: "a made model",
		package: "made",
		version: "1.0.0",
		integrity: "sha512-none",
		bytes: 1,
		licence: "MIT",
		source: "here",
	};
	return {
		name,
		use: "tests",
		without: "Nothing is tested.",
		parcels: [{ id: `${name}-1`, ...about, files: roles.map(file) }],
	};
}

async function put(folder: string, model: Model): Promise<void> {
	for (const { id, files } of model.parcels) {
		for (const { path, role = "" } of files) {
			await mkdir(dirname(join(folder, id, path)), { recursive: true });
			await writeFile(join(folder, id, path), role);
		}
	}
}
