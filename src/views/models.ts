import type { ModelEvent, ModelStatus } from "../model/models.ts";
import { type Ink, paint, plain, wrap } from "./ink.ts";

const INDENT = " ".repeat(11);
const HANG = "fetching  ".length;
const COLOURS = { installed: "green", absent: "yellow", damaged: "red", unsupported: "yellow" } as const;
const WORDS = {
	installed: "installed",
	absent: "not pulled",
	damaged: "damaged",
	unsupported: "not for this machine",
} as const;

/** All models: what each is for, whether it is there, its size, and the licence and source of each part. */
export function renderModels(models: readonly ModelStatus[], folder: string, ink: Ink): string {
	return `${models.map((model) => modelLine(model, ink)).join("\n")}\nModels are kept in ${plain(folder)}.\n`;
}

function modelLine(model: ModelStatus, ink: Ink): string {
	const { name, state, use, without, bytes, download, problem, parcels, runtime } = model;
	const size =
		state === "installed" || state === "damaged"
			? megabytes(bytes)
			: `${megabytes(bytes)}, of a download of ${megabytes(download)}`;
	const sentences = [
		`For ${use}.${state === "installed" ? "" : ` Without it: ${without}`}`,
		...(runtime === "wasm"
			? ["It runs as WebAssembly here: several times slower than a native library, with the same results."]
			: []),
		...(problem === undefined ? [] : [`${problem}.`]),
		...parcels.map(
			(each) => `${each.what}: ${each.package} ${each.version}, licence ${each.licence}, ${each.source}`,
		),
		...(state === "absent" || state === "damaged" ? [`→ showrun models pull ${name}`] : []),
	];
	const below = sentences
		.flatMap((text) => wrap(plain(text), ink.width - INDENT.length))
		.map((line) => `${INDENT}${line}\n`);
	return `${name.padEnd(INDENT.length)}${paint(ink)[COLOURS[state]](WORDS[state])} (${size})\n${below.join("")}`;
}

/** What could be pulled, for a person who is asked whether to. */
export function renderOffer(models: readonly ModelStatus[], ink: Ink): string {
	const parcels = new Map(models.flatMap((model) => model.parcels.map(({ id, bytes }) => [id, bytes])));
	const size = megabytes([...parcels.values()].reduce((sum, bytes) => sum + bytes, 0));
	const each = models.map(({ name, use }) => `  ${name.padEnd(INDENT.length - 2)}${use}`);
	const about =
		`They are ${size} from the npm registry (\`showrun models list\` shows licences and sources), ` +
		"for all workspaces of this user. This is asked once.";
	return `${["The engine works better with models, which are not on this machine:", ...each, ...wrap(about, ink.width)].join("\n")}\n`;
}

/** One line for what happened to a part; empty for what only a progress bar shows. */
export function renderModelEvent(event: ModelEvent, ink: Ink): string {
	const { green } = paint(ink);
	switch (event.type) {
		case "pulling":
			return "";
		case "fetching":
			return hanging(
				`fetching  ${event.package} ${event.version} (${megabytes(event.bytes)}): ${event.what}; ` +
					`licence ${event.licence}, ${event.source}`,
				ink,
			);
		case "pulled":
			return `${green("pulled")}    ${event.parcel}: verified`;
		case "kept":
			return hanging(`exists    ${event.parcel}; licence ${event.licence}, ${event.source}`, ink);
		case "unfit":
			return hanging(
				`unfit     ${event.parcel} cannot be loaded on this machine, and is not kept: ${event.why}`,
				ink,
			);
		case "removed":
			return `removed   ${event.parcel} (${megabytes(event.bytes)})`;
	}
}

/** Lines that go on below what the first one is about. */
function hanging(text: string, ink: Ink): string {
	const below = " ".repeat(HANG);
	return wrap(plain(text.slice(HANG)), ink.width - HANG)
		.map((line, at) => `${at === 0 ? text.slice(0, HANG) : below}${line}`)
		.join("\n");
}

/** How far a fetch is, beside a bar. */
export function fetched({ parcel, done, bytes }: Extract<ModelEvent, { type: "pulling" }>): string {
	return `${parcel} ${megabytes(done)} of ${megabytes(bytes)}`;
}

/** How far a fetch is, by quarters, where there is no bar. */
export function fetchedQuarter({ parcel, share, bytes }: Extract<ModelEvent, { type: "pulling" }>): string {
	return share < 1 ? `fetching  ${parcel}: ${Math.floor(share * 4) * 25} % of ${megabytes(bytes)}` : "";
}

function megabytes(bytes: number): string {
	return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
