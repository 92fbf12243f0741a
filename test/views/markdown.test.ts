import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Change, PlanNote } from "../../src/model/plan.ts";
import { renderMarkdown } from "../../src/views/markdown.ts";
import { golden, manyPosts, OF_EACH, OUTLOOK, planOf, publish } from "../builders/plans.ts";
import { TALK } from "../builders/world.ts";

const ink = { zones: { k: "Europe/Berlin" } };
const limits = [{ policy: "max_posts_per_run", of: "settings", limit: 1, asked: 3 }] as const;
const markdown = (changes: readonly Change[]) =>
	renderMarkdown({ plan: planOf(changes), outlook: OUTLOOK, limits: [] }, ink);

/** What Markdown sees as text: everything that is not in a code span. */
function outsideCode(text: string): string {
	return text.replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, "");
}

const writing = suite("a plan in Markdown");
writing("shows the summary, what is refused and at risk, and a row a change", () => {
	golden(
		"plan-markdown.txt",
		renderMarkdown(
			{ plan: planOf(Object.values(OF_EACH), { unchanged: 12 }), outlook: OUTLOOK, limits },
			ink,
		),
	);
});
writing("shows with --detail what differs", () => {
	const text = renderMarkdown(
		{ plan: planOf([OF_EACH.resubmit]), outlook: OUTLOOK, limits: [] },
		{ ...ink, detail: true },
	);
	assert.match(text, "`export.resolution: 720p → 1080p`");
});
writing("says No changes in a line", () => {
	assert.match(markdown([]), /^### showrun plan\n\n\*\*No changes\.\*\*/);
});

writing("says what could not be checked", () => {
	const note = {
		rule: "not-checked",
		finding: { code: "not-checked", why: "No key." },
		address: TALK,
	} as const;
	const more = Array.from({ length: 25 }, (_, line) => ({
		...note,
		place: { file: "k.campaign.yaml", line, column: 1 },
	}));
	const of = (notes: readonly PlanNote[]) =>
		renderMarkdown({ plan: planOf([], { notes }), outlook: OUTLOOK, limits: [] }, ink);
	assert.match(
		of([note, note]),
		"> **Warning:** `not-checked: Something could not be checked. k.video.talk: No key.`\n",
	);
	assert.is(of([note, note]).split("not-checked").length, 2);
	assert.match(of(more), "> … and 5 more; `showrun plan` shows all.");
});

const hostile = [
	"@everyone please look",
	"<img src=x onerror=alert(1)>",
	"![pixel](https://tracker.example/p.png)",
	"` @somebody `` <b>",
	"```\n@somebody\n```",
	"a | b | c",
	"\n\n# Heading\n\n| x |",
	"https://evil.example/login owner/repo#1",
	"`",
	"\u202eevil\u001b[2J",
];
for (const title of hostile) {
	writing(`leaves nothing of ${JSON.stringify(title)} outside of code`, () => {
		const text = markdown([
			publish(0, { title }),
			{
				...OF_EACH.attention,
				reasonData: { ...OF_EACH.attention.reasonData, username: title },
				remedy: { code: "rename-account", platform: "youtube", username: "acme", connected: [title] },
			},
		]);
		const left = outsideCode(text);
		for (const sign of [
			"@",
			"<",
			"![",
			"evil",
			"owner/repo",
			"somebody",
			"Heading",
			"\u202e",
			"\u001b",
			"tracker",
		])
			assert.not.match(left, sign);
		// Four columns each, whatever pipes are in them.
		const rows = text.split("\n").filter((line) => line.startsWith("| `"));
		assert.equal(
			rows.map((line) => line.split(/(?<!\\)\|/).length),
			[6, 6],
		);
	});
}

for (const count of [1_000, 10_000]) {
	writing(`is cut under 65,536 characters at ${count} posts, between rows, and says how many more`, () => {
		const text = markdown(manyPosts(count).map((post) => ({ ...post, title: "ü".repeat(200) })));
		assert.ok(text.length < 65_536, `${text.length}`);
		assert.ok(text.length > 50_000, `${text.length}`);
		const rows = text.split("\n").filter((line) => line.startsWith("| `")).length;
		const more = Number(/… and ([\d,]+) more; /.exec(text)?.[1]?.replace(",", ""));
		assert.is(rows + more, count);
	});
}
writing.run();
