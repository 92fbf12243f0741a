import type { YamlFile } from "../../yaml/document.ts";
import type { Path } from "../../yaml/plain-value.ts";
import { isMap, MAX_DIAGNOSTICS, valueAt } from "../../yaml/shape.ts";
import { diagnosed, type Words } from "../../yaml/source.ts";

/** One of the files that a campaign is put together from. */
export interface Layer {
	readonly file: YamlFile;
	/** 0: the campaign itself; 1: what it uses; 2: what the settings use. The lower wins. */
	readonly level: 0 | 1 | 2;
	/** Absolute path. */
	readonly path: string;
}

/** Several files as one. */
export interface Layered {
	/** The campaign's file with everything shared in its value; each part has the place it was written at. */
	readonly file: YamlFile;
	/** Files of one level that say different things. */
	readonly conflicts: readonly ReturnType<typeof diagnosed>[];
	/** Absolute path of the file a part comes from; undefined: it is the campaign's own, or nobody's. */
	readonly homeOf: (path: Path) => string | undefined;
}

/** What files can share, in the order of the schema. */
export const SHARED_PARTS: readonly string[] = [
	"inputs",
	"accounts",
	"schedules",
	"hashtags",
	"presets",
	"defaults",
	"brand",
];

/** Parts whose fields are merged one by one, however deep. Of the others each entry is taken as a whole. */
const BY_FIELD: readonly (string | number | undefined)[] = ["defaults", "brand"];

/** Puts a campaign and what it uses together. `layers`: the campaign first, then by level. */
export function layered(own: YamlFile, layers: readonly Layer[]): Layered {
	const conflicts: Layered["conflicts"][number][] = [];
	const parts = layers.map((layer) => ({
		layer,
		value: layer.level === 0 ? layer.file.value : shared(layer),
	}));
	const value = combined(parts, [], (one, other, path) => {
		if (conflicts.length < MAX_DIAGNOSTICS)
			conflicts.push(diagnosed(conflict(one, other, path), other.file.spot(path, "key")));
	});
	const writerOf = (path: Path) => layers.find(({ file }) => valueAt(file.value, path) !== undefined);
	return {
		file: {
			...own,
			value,
			spot: (path, part) => {
				const there = existing(value, path);
				const file = (there.length > 0 && writerOf(there)?.file) || own;
				return file.spot(there, there.length < path.length ? "key" : part);
			},
		},
		conflicts,
		homeOf: (path) => {
			const writer = valueAt(value, path) === undefined ? undefined : writerOf(path);
			return writer?.level === 0 ? undefined : writer?.path;
		},
	};
}

function shared({ file: { value } }: Layer): unknown {
	return isMap(value)
		? Object.fromEntries(Object.entries(value).filter(([key]) => SHARED_PARTS.includes(key)))
		: {};
}

interface Part {
	readonly layer: Layer;
	readonly value: unknown;
}

type Report = (one: Layer, other: Layer, path: Path) => void;

/** What several layers say about one part, the strongest first. */
function combined(parts: readonly Part[], path: Path, report: Report): unknown {
	const isOpen = path.length < 2 || BY_FIELD.includes(path[0]);
	const end = parts.findIndex(({ value }) => !isOpen || !isMap(value));
	const maps = end < 0 ? parts : parts.slice(0, end);
	const deciding = parts[end];
	const { level } = deciding?.layer ?? { level: 0 };
	const peers = parts.filter(({ layer }) => layer.level === level);
	const other = peers.find(({ value }) => !isSame(value, peers[0]?.value));
	// What the campaign says itself is never compared: it wins.
	if (level > 0 && peers[0] !== undefined && other !== undefined) report(peers[0].layer, other.layer, path);
	if (maps.length === 0) return deciding?.value;
	const keys = new Set(maps.flatMap(({ value }) => Object.keys(value as object)));
	return Object.fromEntries(
		[...keys].map((key) => {
			const inside = maps.flatMap(({ layer, value }): Part[] =>
				isMap(value) && Object.hasOwn(value, key) ? [{ layer, value: value[key] }] : [],
			);
			return [key, combined(inside, [...path, key], report)];
		}),
	);
}

/** Whether two values say the same, in whatever order. */
function isSame(one: unknown, other: unknown): boolean {
	if (Array.isArray(one) && Array.isArray(other))
		return one.length === other.length && one.every((each, index) => isSame(each, other[index]));
	if (!isMap(one) || !isMap(other)) return one === other;
	const keys = Object.keys(one);
	return (
		keys.length === Object.keys(other).length &&
		keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
	);
}

function conflict(one: Layer, other: Layer, path: Path): Words {
	const [first, second] = [one, other].map(({ file }) => {
		const { place } = file.spot(path, "key");
		return `${place.file}:${place.line}`;
	});
	return {
		rule: "shared-conflict",
		summary: "Two shared files differ",
		detail: `\`${path.join(".")}\` is one thing at ${first} and another at ${second}.`,
		hint: "Keep one of the two, or write it into the campaign: what stands there wins.",
	};
}

/** As much of the path as leads to something. */
function existing(value: unknown, path: Path): Path {
	let length = path.length;
	while (length > 0 && valueAt(value, path.slice(0, length)) === undefined) length--;
	return path.slice(0, length);
}
