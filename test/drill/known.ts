import type { Apply, History, Step } from "./history.ts";

/** A history that went wrong once, and where it can happen. */
export interface KnownHistory {
	readonly name: string;
	readonly on: readonly ("alone" | "memory" | "disk" | "remote" | "database")[];
	/** The service changes and cancels what it holds. */
	readonly calendar?: boolean;
	readonly steps: readonly Step[];
}

const APPLY: Apply = { do: "apply", fates: [], crash: undefined, other: "nobody", atOnce: 1 };
const HERE = ["memory", "disk"] as const;

const OTHER = { do: "goes", goes: "other" } as const;
const TIME = { do: "at", at: "2026-11-22T18:00" } as const;

/** With a calendar: what is changed, cancelled and posted again. */
const CHANGED: readonly KnownHistory[] = [
	...(["make", "lose request", "lose answer", "die before", "die after", "make late"] as const).flatMap(
		(fate): KnownHistory[] => [
			{
				name: `a post goes to another account, and back (${fate})`,
				on: ["alone", ...HERE, "remote"],
				calendar: true,
				steps: [APPLY, OTHER, { ...APPLY, changes: [fate] }, APPLY, { do: "goes", goes: "tube" }, APPLY],
			},
			{
				name: `a post is taken out, and put back (${fate})`,
				on: ["alone", "memory"],
				calendar: true,
				steps: [
					APPLY,
					{ do: "posting", posting: false },
					{ ...APPLY, changes: [fate] },
					{ do: "posting", posting: true },
				],
			},
			{
				name: `a new time is taken back (${fate})`,
				on: ["alone", "memory"],
				calendar: true,
				steps: [APPLY, TIME, { ...APPLY, changes: [fate] }, { do: "at", at: "2026-11-24T18:00" }],
			},
		],
	),
	{
		name: "fewer posts are asked for, and at another account",
		on: HERE,
		calendar: true,
		steps: [APPLY, { do: "top", top: 1 }, APPLY, OTHER, APPLY],
	},
	{
		name: "an unknown post goes to another account now",
		on: HERE,
		calendar: true,
		steps: [
			{ ...APPLY, fates: ["not sent"], crash: { append: 11, when: "after" } },
			OTHER,
			{ do: "at", at: undefined },
			APPLY,
		],
	},
	{
		name: "a video is taken out of its campaign, and put back",
		on: HERE,
		calendar: true,
		steps: [APPLY, { do: "declared", declared: false }, APPLY],
	},
	{
		name: "a person posts early by hand what goes to another account",
		on: ["memory"],
		calendar: true,
		steps: [APPLY, { do: "by hand", how: "posted" }, OTHER, APPLY],
	},
	{
		name: "a post stays while its entry goes to another account",
		on: HERE,
		calendar: true,
		steps: [
			APPLY,
			{ do: "keep", keep: true },
			{ do: "accounts", accounts: ["tok"] },
			APPLY,
			{ do: "keep", keep: false },
			APPLY,
		],
	},
	{
		name: "an account is renamed without a word, and fewer clips are asked for",
		on: ["memory"],
		calendar: true,
		steps: [
			APPLY,
			{ do: "rename", what: "tube", to: "first", told: false },
			APPLY,
			{ do: "top", top: 1 },
			APPLY,
		],
	},
	{
		name: "nobody is asked by watch, which cancels nothing",
		on: ["memory"],
		calendar: true,
		steps: [
			APPLY,
			OTHER,
			{ ...APPLY, by: "watch" },
			{ do: "posting", posting: false },
			{ ...APPLY, by: "watch" },
		],
	},
	{
		name: "a person says yes to one account of two",
		on: ["memory"],
		calendar: true,
		steps: [
			{ do: "accounts", accounts: ["tube", "tok"] },
			{ ...APPLY, target: "tok" },
			OTHER,
			{ ...APPLY, target: "tok" },
			APPLY,
		],
	},
	{
		name: "a person allows no cancel",
		on: ["memory"],
		calendar: true,
		steps: [
			APPLY,
			OTHER,
			{ ...APPLY, maxCancels: 0 },
			{ do: "posting", posting: false },
			{ ...APPLY, maxCancels: 1 },
		],
	},
	{
		name: "somebody is faster in the service's own calendar",
		on: HERE,
		calendar: true,
		steps: [APPLY, OTHER, { ...APPLY, changes: ["cancelled by hand", "posted by hand"] }, APPLY],
	},
];

/** Lived through before the random ones, so that none of them depends on chance. */
export const KNOWN_HISTORIES: readonly KnownHistory[] = [
	...CHANGED,
	{ name: "a second clone applies", on: HERE, steps: [APPLY, { do: "begin", way: "clone" }, APPLY] },
	{ name: "a copy of the folder applies", on: HERE, steps: [APPLY, { do: "begin", way: "copy" }, APPLY] },
	{
		name: "the link to the state was removed",
		on: HERE,
		steps: [APPLY, { do: "lose" }, APPLY, { do: "adopt" }, APPLY],
	},
	{
		name: "two workspaces apply at once",
		on: HERE,
		steps: [{ do: "begin", way: "worktree" }, { ...APPLY, other: "elsewhere" }, APPLY],
	},
	{
		name: "an account was renamed at its platform and in the campaign",
		on: [...HERE, "remote"],
		steps: [
			APPLY,
			{ do: "handle", of: "tube", to: "AcmeTwo", told: true },
			{ do: "rename", what: "tube", to: "first", told: false },
			{ do: "rename", what: "post", to: "b", told: false },
			APPLY,
		],
	},
	{
		name: "an account was renamed at its platform, and its video clipped again",
		on: ["alone", ...HERE],
		steps: [
			APPLY,
			{ do: "handle", of: "tube", to: "AcmeTwo", told: true },
			{ do: "clipping", limit: 4 },
			APPLY,
		],
	},
	{
		name: "an account was renamed at its platform while its post entry was not in the campaign",
		on: ["alone", ...HERE],
		steps: [
			APPLY,
			{ do: "posting", posting: false },
			APPLY,
			{ do: "handle", of: "tube", to: "AcmeTwo", told: true },
			{ do: "posting", posting: true },
			APPLY,
		],
	},
	{
		name: "a clip that a person cancelled by hand keeps its place when fewer are asked for",
		on: ["alone", ...HERE],
		calendar: true,
		steps: [
			{ ...APPLY, crash: { append: 4, when: "before" } },
			{ ...APPLY, fates: ["refuse"] },
			APPLY,
			{ do: "by hand", how: "cancelled" },
			APPLY,
			{ do: "top", top: 1 },
			APPLY,
		],
	},
	{
		name: "an account was connected anew under another id",
		on: HERE,
		steps: [APPLY, { do: "reconnect", of: "tube" }, { do: "begin", way: "clone" }, APPLY],
	},
	{
		name: "a file was remuxed",
		on: HERE,
		steps: [APPLY, { do: "begin", way: "clone" }, { do: "source", source: "remuxed" }, APPLY],
	},
	{
		name: "a file was encoded again",
		on: HERE,
		steps: [APPLY, { do: "begin", way: "clone" }, { do: "source", source: "re-encoded" }, APPLY],
	},
	{
		name: "an address was signed anew",
		on: HERE,
		steps: [
			{ do: "source", source: "address" },
			APPLY,
			{ do: "begin", way: "clone" },
			{ do: "source", source: "signed" },
			APPLY,
		],
	},
	{
		name: "an address got an id, and then a mirror",
		on: HERE,
		steps: [
			{ do: "source", source: "address" },
			APPLY,
			{ do: "source", source: "named" },
			APPLY,
			{ do: "begin", way: "clone" },
			{ do: "source", source: "mirror" },
			APPLY,
			{ do: "go", to: 0 },
			{ do: "source", source: "mirror" },
			APPLY,
		],
	},
	{
		name: "an unknown post is not asked for any more, and not sent again",
		on: HERE,
		steps: [
			{ ...APPLY, fates: ["executed late"], crash: { append: 10, when: "after" } },
			{ do: "top", top: 1 },
			APPLY,
			{ do: "begin", way: "clone" },
		],
	},
	{
		name: "a post is asked for twice, and another only keeps its place",
		on: HERE,
		steps: [APPLY, { do: "repeat", repeat: 2 }, { do: "top", top: 1 }, APPLY],
	},
	{
		name: "two workspaces post at the same time from files that are probably alike",
		on: ["memory"],
		steps: [
			{ do: "begin", way: "clone" },
			{ do: "source", source: "alike" },
			{ ...APPLY, crash: { append: 4, when: "before" } },
			{ ...APPLY, other: "elsewhere" },
		],
	},
	{
		name: "an old program posts beside",
		on: ["disk"],
		steps: [{ do: "old program" }, APPLY],
	},
	{
		name: "an old program posts what is open with a key here",
		on: ["disk"],
		steps: [{ ...APPLY, fates: ["accept", "dies armed"] }, { do: "old program" }, APPLY],
	},
	{
		name: "a workspace was moved into a folder, on a fresh runner",
		on: ["remote"],
		steps: [APPLY, { do: "home" }, { do: "begin", way: "subfolder" }, { do: "adopt" }, APPLY],
	},
	{
		name: "the ref of the state was set back, and a fresh runner applies",
		on: ["remote"],
		steps: [
			{ do: "posting", posting: false },
			APPLY,
			{ do: "save" },
			{ do: "posting", posting: true },
			APPLY,
			{ do: "restore", what: "state" },
			{ do: "home" },
			APPLY,
		],
	},
];

/** The same as histories, with and without keys. */
export function historiesOf({ steps, calendar = false }: KnownHistory): readonly History[] {
	return [true, false].map((idempotency) => ({ idempotency, calendar, steps }));
}
