import { AXES, type Axis, type Cell, cellKey } from "../../model/matrix.ts";
import type { Path } from "../../yaml/plain-value.ts";
import type { Draft } from "../../yaml/shape.ts";
import { didYouMean } from "../../yaml/suggest.ts";
import type { Where } from "../campaign.gen.ts";
import type { Inherited } from "../inherit.ts";
import { axesOf, canonical, MOST_CELLS } from "../matrix.ts";
import { accountsOf, targetPath } from "../posts.ts";
import { type RuleContext, videosOfPost, whereOf } from "../rule-context.ts";
import type { RuleFinding } from "./finding.ts";

/** Every value of a matrix is given once, and so many videos are wanted. */
export function matrices(context: RuleContext): RuleFinding[] {
	return [...context.entries.values()].flatMap((entry): RuleFinding[] => {
		const axes = axesOf(entry);
		if (axes.length === 0) return [];
		const count = axes.reduce((product, [, values]) => product * values.length, 1);
		const except = entry.where(["matrix", "except"]);
		return [
			...axes.flatMap(([axis, values]) => twice(axis, values)),
			...(count > MOST_CELLS ? [tooMany(count, entry.where(["matrix"]))] : []),
			...(context.videosOf.get(entry.name)?.length === 0 ? [noneLeft(entry.name, except)] : []),
			...(entry.video.matrix?.except ?? []).flatMap((each, index) =>
				unknownIn(entry, each ?? {}, [...except, index]),
			),
		];
	});
}

function twice(axis: Axis, values: ReturnType<typeof axesOf>[number][1]): RuleFinding[] {
	const keys = values.map(({ value }) => cellKey({ [axis]: value }));
	return values.flatMap(({ value, path }, index): RuleFinding[] => {
		const first = keys.indexOf(keys[index] ?? "");
		if (first === index) return [];
		return [
			{
				rule: "matrix-value",
				summary: "A value of the matrix is given twice",
				detail: `\`${value}\` is already in the list.`,
				hint: "Delete one of the two.",
				path,
			},
		];
	});
}

function tooMany(count: number, path: Path): RuleFinding {
	return {
		rule: "matrix-size",
		summary: "This matrix is too large",
		detail: `It stands for ${count} videos; the limit is ${MOST_CELLS}.`,
		hint: "Write fewer values: each video is a task that is paid for.",
		path,
		part: "key",
	};
}

function noneLeft(name: string, path: Path): RuleFinding {
	return {
		rule: "matrix-size",
		summary: "This matrix stands for no video",
		detail: `\`except\` leaves every video of \`${name}\` out.`,
		hint: "Delete what leaves too much out.",
		path,
		part: "key",
	};
}

/** Of languages it has to be known which one is spoken. */
export function spokenLanguage({ entries }: RuleContext): RuleFinding[] {
	return [...entries.values()].flatMap((entry): RuleFinding[] => {
		const { clipping, matrix } = entry.video;
		if (!matrix?.language?.length || clipping?.language) return [];
		const [first = "en"] = matrix.language;
		return [
			{
				rule: "matrix-language",
				summary: "It is not known which language is spoken",
				detail: `The clips of \`${entry.name}\` are wanted in ${listed(matrix.language)}, and one of these may be spoken.`,
				hint: `Write the one that is spoken: \`clipping: { language: ${first} }\`.`,
				path: entry.where(["matrix", "language"]),
				part: "key",
			},
		];
	});
}

function listed(values: readonly (string | undefined)[]): string {
	return values.map((each) => `\`${each}\``).join(", ");
}

/** `where` names what the matrix has. */
export function matrixChoices(context: RuleContext): RuleFinding[] {
	return Object.entries(context.draft.posts ?? {}).flatMap(([name, post = {}]): RuleFinding[] => {
		const entry = context.entries.get(post.from ?? "");
		if (entry === undefined) return [];
		const own: Path = ["posts", name, "where"];
		const all = [
			{ where: post.where, path: own },
			...accountsOf(post.to).map((account) => ({
				where: whereOf(post.to, account),
				path: [...targetPath(context, name, account), "where"],
			})),
		];
		const wrong = all.flatMap(({ where, path }) => (where ? unknownIn(entry, where, path) : []));
		if (wrong.length > 0 || (context.videosOf.get(entry.name) ?? []).length === 0) return wrong;
		return accountsOf(post.to).flatMap((account) =>
			videosOfPost(context, post, account).length > 0
				? []
				: [
						noneMeant(
							entry.name,
							whereOf(post.to, account) ? (all.find(({ path }) => path.includes(account))?.path ?? own) : own,
						),
					],
		);
	});
}

function noneMeant(entry: string, path: Path): RuleFinding {
	return {
		rule: "matrix-choice",
		summary: "No video is left to post",
		detail: `\`${entry}\` has no video with all of these values.`,
		hint: "Write fewer of them, or change the `except` of its matrix.",
		path,
		part: "key",
	};
}

/** What is named of a matrix that it does not have. */
function unknownIn(entry: Inherited, where: Draft<Where>, path: Path): RuleFinding[] {
	const axes = new Map(axesOf(entry));
	return Object.entries(where).flatMap(([axis, given]): RuleFinding[] => {
		if (given === undefined) return [];
		const values = isAxis(axis) ? axes.get(axis) : undefined;
		const at = [...path, axis];
		if (!isAxis(axis) || values === undefined) return [unknownKey(entry.name, [...axes.keys()], at)];
		const known = values.map(({ value }) => value);
		return (typeof given === "string" ? [given] : given).flatMap((each, index): RuleFinding[] => {
			if (each === undefined || known.includes(canonical(axis, each))) return [];
			return [
				{
					rule: "matrix-choice",
					summary: "The matrix does not have this value",
					detail: `\`${axis}\` of \`${entry.name}\` has no \`${each}\`.`,
					hint: didYouMean(each, known, "Values"),
					path: typeof given === "string" ? at : [...at, index],
				},
			];
		});
	});
}

function isAxis(key: string): key is Axis {
	return AXES.some((axis) => axis === key);
}

function unknownKey(entry: string, axes: readonly string[], path: Path): RuleFinding {
	const about = { rule: "matrix-choice", path, part: "key" } as const;
	if (axes.length === 0)
		return {
			...about,
			summary: "This video has no matrix",
			detail: `\`${entry}\` is one video, so there is nothing to choose from.`,
			hint: `Delete \`where\`, or write a \`matrix\` into \`videos.${entry}\`.`,
		};
	return {
		...about,
		summary: "The matrix does not have this key",
		detail: `The matrix of \`${entry}\` has no \`${path.at(-1)}\`.`,
		hint: `Keys: ${axes.map((axis) => `\`${axis}\``).join(", ")}.`,
	};
}

/** An account gets a moment once: of videos that show the same ones it gets one. */
export function oneMoment(context: RuleContext): RuleFinding[] {
	return Object.entries(context.draft.posts ?? {}).flatMap(([name, post = {}]) =>
		accountsOf(post.to).flatMap((account): RuleFinding[] => {
			const videos = videosOfPost(context, post, account);
			const same = alike(videos);
			if (same.length < 2) return [];
			const own = whereOf(post.to, account);
			return [
				{
					rule: "matrix-moment",
					summary: "An account gets a moment once",
					detail: `\`${account}\` would get the same moments of \`${post.from}\` as ${listed(same.map(({ cell = {} }) => cellKey(cell)))}, and all but the first would stay back.`,
					hint: `Choose for each account: \`where: { ${difference(same)} }\`.`,
					path: own ? [...targetPath(context, name, account), "where"] : targetPath(context, name, account),
					part: "key",
				},
			];
		}),
	);
}

/** The first videos that show the same moments: only another length makes other clips. */
function alike(videos: readonly Inherited[]): readonly Inherited[] {
	const lengths = new Set(videos.map(({ cell }) => cell?.duration));
	return (
		[...lengths]
			.map((length) => videos.filter(({ cell }) => cell?.duration === length))
			.find((group) => group.length > 1) ?? []
	);
}

/** What tells the first of some videos from the others, as `where` says it. */
function difference([first, ...others]: readonly Inherited[]): string {
	const cell: Cell = first?.cell ?? {};
	return AXES.filter((axis) => others.some((each) => each.cell?.[axis] !== cell[axis]))
		.map((axis) => `${axis}: ${axis === "ratio" ? `"${cell[axis]}"` : cell[axis]}`)
		.join(", ");
}
