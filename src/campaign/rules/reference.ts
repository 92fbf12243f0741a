import { accountKey } from "../../model/account.ts";
import { RULES } from "../../model/rules.ts";
import { isTimeZone } from "../../model/time-zone.ts";
import { MAX_DIAGNOSTICS } from "../../yaml/shape.ts";
import { didYouMean } from "../../yaml/suggest.ts";
import { MAX_CHAIN, namesOf } from "../inherit.ts";
import { accountsOf, targetPath } from "../posts.ts";
import type { RuleContext } from "../rule-context.ts";
import type { RuleFinding } from "./finding.ts";

/** The time zone is one that exists. */
export function timezone({ draft }: RuleContext): RuleFinding[] {
	return draft.timezone === undefined ? [] : unknownZone(draft.timezone, ["timezone"]);
}

function unknownZone(zone: string, path: RuleFinding["path"]): RuleFinding[] {
	if (isTimeZone(zone)) return [];
	return [
		{
			rule: "unknown-timezone",
			summary: "Unknown time zone",
			detail: `\`${zone}\` is not the name of a time zone.`,
			hint: zoneHint(zone) || "Use an IANA name such as Europe/Berlin or UTC.",
			path,
		},
	];
}

function zoneHint(zone: string): string {
	const near = zonesLike(zone);
	return near.length === 1 ? `Did you mean \`${near[0]}\`?` : didYouMean(zone, near, "Near names");
}

/** Zones of the same region, or ending with the same city: few enough to list. */
function zonesLike(name: string): string[] {
	const all = [...Intl.supportedValuesOf("timeZone"), "UTC"];
	const parts = name.toLowerCase().split("/");
	const city = all.filter((zone) => zone.toLowerCase().endsWith(`/${parts.at(-1)}`));
	return city.length > 0
		? city
		: all.filter((zone) => parts.length > 1 && zone.toLowerCase().startsWith(`${parts[0]}/`));
}

/** No two entries of `accounts` mean the same account: it would be posted to twice. */
export function duplicateAccounts({ draft }: RuleContext): RuleFinding[] {
	const first = new Map<string, string>();
	return Object.entries(draft.accounts ?? {}).flatMap(([name, account]): RuleFinding[] => {
		if (!account?.platform || account.username === undefined) return [];
		const key = accountKey({ platform: account.platform, username: account.username });
		const other = first.get(key);
		if (other === undefined) first.set(key, name);
		if (other === undefined) return [];
		const detail = `\`${name}\` and \`${other}\` are both ${key}.`;
		return [
			{
				rule: "duplicate-account",
				summary: "Two names for one account",
				detail,
				hint: `Delete one of them and use the other name in \`to\`.`,
				path: ["accounts", name],
				part: "key",
			},
		];
	});
}

/** Accounts are found by name, never by the address of a page. */
export function usernames({ draft }: RuleContext): RuleFinding[] {
	return Object.entries(draft.accounts ?? {}).flatMap(([name, account]): RuleFinding[] => {
		const given = account?.username;
		if (given === undefined || !/^(https?:)?\/\/|^(www\.)?[\w-]+\.(com|net|tv|org)\//i.test(given)) return [];
		const last = given
			.replace(/[?#].*$/, "")
			.split("/")
			.filter(Boolean)
			.at(-1)
			?.replace(/^@/, "");
		const { title: summary } = RULES["username-address"];
		return [
			{
				rule: "username-address",
				summary,
				detail: `\`${given.replace(/[?#].*$/, "").slice(0, 100)}\` is the address of a page.`,
				hint: `Write the name alone: \`username: ${last ?? "acme"}\`.`,
				path: ["accounts", name, "username"],
			},
		];
	});
}

/** `like` names another video, and never comes back to where it started. */
export function unknownLike({ draft, entries }: RuleContext): RuleFinding[] {
	const names = Object.keys(draft.videos ?? {});
	const inCycle = new Set<string>();
	return names.flatMap((name): RuleFinding[] => {
		const target = draft.videos?.[name]?.like;
		const path = ["videos", name, "like"];
		if (target === undefined || inCycle.has(name)) return [];
		if (!entries.has(target)) return [unknown("video", { given: target, names, path })];
		const chain = entries.get(name)?.chain ?? [];
		if (chain.length >= MAX_CHAIN) return [{ ...TOO_LONG, path }];
		if (draft.videos?.[chain.at(-1) ?? ""]?.like !== name) return [];
		for (const each of chain) inCycle.add(each);
		const detail = `${[...chain, name].map((each) => `\`${each}\``).join(" → ")}.`;
		return [
			{
				rule: "like-cycle",
				summary: "`like` forms a cycle",
				detail,
				hint: "Remove one `like`.",
				path,
			},
		];
	});
}

const TOO_LONG = {
	rule: "like-depth",
	summary: "`like` chain is too long",
	detail: `It has more entries than the limit (${MAX_CHAIN - 1}).`,
	hint: "Start this entry directly from the first one of the chain.",
} as const;

/** `from` names a video. */
export function unknownVideo({ draft, entries }: RuleContext): RuleFinding[] {
	const names = Object.keys(draft.videos ?? {});
	const given = Object.entries(draft.posts ?? {}).flatMap(([name, post]) =>
		post?.from === undefined || entries.has(post.from)
			? []
			: [{ given: post.from, path: ["posts", name, "from"] }],
	);
	return given.slice(0, ENOUGH).map((each) => unknown("video", { ...each, names }));
}

/** `preset` names presets. */
export function unknownPreset({ draft }: RuleContext): RuleFinding[] {
	const names = Object.keys(draft.presets ?? {});
	const known = new Set(names);
	const all = Object.entries(draft.videos ?? {}).flatMap(([name, video]) =>
		namesOf(video?.preset).map((given, index) => ({
			given,
			path: ["videos", name, "preset", ...(typeof video?.preset === "string" ? [] : [index])],
		})),
	);
	const wrong = all.filter(({ given }) => !known.has(given));
	return wrong.slice(0, ENOUGH).map((each) => unknown("preset", { ...each, names }));
}

/** `schedule` names a schedule, and stands alone. */
export function unknownSchedule({ draft }: RuleContext): RuleFinding[] {
	const names = Object.keys(draft.schedules ?? {});
	const known = new Set(names);
	const all = Object.entries(draft.posts ?? {}).flatMap(([name, post]) =>
		post?.schedule === undefined
			? []
			: [{ given: post.schedule, path: ["posts", name, "schedule"], both: post.at !== undefined }],
	);
	const wrong = all.filter(({ given }) => !known.has(given)).slice(0, ENOUGH);
	const twice = all.filter(({ both }) => both);
	return [
		...wrong.map(({ given, path }) => unknown("schedule", { given, names, path })),
		...twice.map(({ path }): RuleFinding => ({ ...TWO_TIMES, path })),
	];
}

const TWO_TIMES = {
	rule: "two-times",
	summary: "Both at and schedule are given",
	detail: "A post has one time: a fixed one, or the next free slot of a schedule.",
	hint: "Keep one of the two.",
	part: "key",
} as const;

/** Accounts and schedules have zones that exist. */
export function otherTimezones({ draft }: RuleContext): RuleFinding[] {
	const zones = (["accounts", "schedules"] as const).flatMap((part) =>
		Object.entries(draft[part] ?? {}).flatMap(([name, each]) =>
			each?.timezone === undefined ? [] : [{ zone: each.timezone, path: [part, name, "timezone"] }],
		),
	);
	return zones.flatMap(({ zone, path }) => unknownZone(zone, path));
}

/** The keys of `to` name accounts. */
export function unknownAccount({ draft }: RuleContext): RuleFinding[] {
	const names = Object.keys(draft.accounts ?? {});
	const known = new Set(names);
	const wrong = Object.entries(draft.posts ?? {}).flatMap(([name, post]) =>
		accountsOf(post?.to).flatMap((account) =>
			known.has(account) ? [] : [{ given: account, path: targetPath({ draft }, name, account) }],
		),
	);
	return wrong.slice(0, ENOUGH).map((each) => ({ ...unknown("account", { ...each, names }), part: "key" }));
}

/** More are not shown, and near names take time to find. */
const ENOUGH = MAX_DIAGNOSTICS + 1;

const LISTS = { video: "Videos", account: "Accounts", preset: "Presets", schedule: "Schedules" } as const;

function unknown(
	kind: keyof typeof LISTS,
	{
		given,
		names,
		path,
	}: { readonly given: string; readonly names: readonly string[]; readonly path: RuleFinding["path"] },
): RuleFinding {
	const hint = didYouMean(given, names, LISTS[kind]) || `Add it to \`${kind}s\`.`;
	return {
		rule: `unknown-${kind}`,
		summary: `Unknown ${kind}`,
		detail: `There is no ${kind} \`${given}\` in this campaign.`,
		hint,
		path,
	};
}
