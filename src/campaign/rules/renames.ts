import { writtenVideo } from "../../model/item-video.ts";
import { didYouMean } from "../../yaml/suggest.ts";
import { accountsOf } from "../posts.ts";
import type { RuleContext } from "../rule-context.ts";
import type { RuleFinding } from "./finding.ts";

const NAME = "[A-Za-z0-9][A-Za-z0-9_-]*";
const KEY = String.raw`\["[A-Za-z0-9][A-Za-z0-9:,_-]*"\]`;
const FORM = new RegExp(
	`^(video\\.${NAME}(${KEY})?|(post|account|feed|campaign)\\.${NAME}|rendition\\.${NAME}\\.${NAME})$`,
);

/**
 * `moved` entries name things of one kind: the old one gone from the campaign, the new one in it, each once.
 */
export function moves(context: RuleContext): RuleFinding[] {
	const all = (context.draft.moved ?? []).flatMap(({ from, to }, index) =>
		from === undefined || to === undefined ? [] : [{ from, to, path: ["moved", index] }],
	);
	return all.flatMap((move, index): RuleFinding[] => {
		const twice = all.findIndex(({ from }) => from === move.from) < index;
		if (twice) return [{ ...TWICE, path: [...move.path, "from"] }];
		return misshapen(move) ?? misplaced(context, move);
	});
}

interface Given {
	readonly from: string;
	readonly to: string;
	readonly path: RuleFinding["path"];
}

function misshapen({ from, to, path }: Given): RuleFinding[] | undefined {
	const wrong = (["from", "to"] as const).find((key) => !FORM.test(key === "from" ? from : to));
	if (wrong !== undefined)
		return [
			{
				...FORMLESS,
				detail: `\`${wrong === "from" ? from : to}\` names nothing that can move.`,
				path: [...path, wrong],
			},
		];
	if (kindOf(from) === kindOf(to)) return undefined;
	return [{ ...FORMLESS, detail: `A ${kindOf(from)} cannot become a ${kindOf(to)}.`, path: [...path, "to"] }];
}

const FORMLESS = {
	rule: "bad-move",
	summary: "This is not a renaming",
	hint: 'Write `video.NAME` (one of a matrix: `video.NAME["VALUES"]`), `post.NAME`, `account.NAME`, `feed.NAME`, `rendition.VIDEO.NAME` or `campaign.NAME` on both sides.',
} as const;

const TWICE = {
	rule: "bad-move",
	summary: "This is moved twice",
	detail: "An earlier entry says where it went.",
	hint: "Keep one of the two.",
} as const;

function misplaced(context: RuleContext, { from, to, path }: Given): RuleFinding[] {
	const known = from.endsWith("]") || to.endsWith("]") ? videosIn(context) : namesOf(context, kindOf(to));
	if (known.includes(from)) {
		const detail = `\`${from}\` is still in the campaign, so state keeps it there.`;
		return [
			{
				rule: "bad-move",
				summary: "What was moved is still there",
				detail,
				hint: "Delete this entry, or rename the thing.",
				path: [...path, "from"],
			},
		];
	}
	// What it became may have been renamed again, or removed since: entries may stay for ever.
	if (known.includes(to) || (context.draft.moved ?? []).some((next) => next.from === to)) return [];
	const hint = didYouMean(to, known, "Known") || "Delete this entry if that was removed since.";
	return [
		{
			severity: "warning",
			rule: "bad-move",
			summary: "This moved to a name that is not there",
			detail: `There is no \`${to}\` in this campaign.`,
			hint,
			path: [...path, "to"],
		},
	];
}

function kindOf(name: string): string {
	return name.slice(0, name.indexOf("."));
}

/** Every video by itself, also those of one matrix. */
function videosIn({ videos }: RuleContext): readonly string[] {
	return [...videos.keys()].map((name) => `video.${writtenVideo(name)}`);
}

function namesOf({ draft, entries }: RuleContext, kind: string): readonly string[] {
	if (kind === "campaign") return [`campaign.${draft.campaign}`];
	if (kind === "post") return Object.keys(draft.posts ?? {}).map((name) => `post.${name}`);
	if (kind === "feed") return Object.keys(draft.feeds ?? {}).map((name) => `feed.${name}`);
	if (kind === "video") return [...entries.keys()].map((name) => `video.${name}`);
	if (kind === "rendition")
		return [...entries].flatMap(([name, { video }]) =>
			Object.keys(video.renditions ?? {}).map((each) => `rendition.${name}.${each}`),
		);
	return [...new Set(Object.values(draft.posts ?? {}).flatMap((post) => accountsOf(post?.to)))].map(
		(name) => `account.${name}`,
	);
}
