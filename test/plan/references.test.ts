import { suite } from "uvu";
import * as assert from "uvu/assert";
import { publishBody, submitBody } from "../../src/api/convert.ts";
import type { ReferenceField } from "../../src/model/post.ts";
import type { PostState } from "../../src/model/snapshot.ts";
import { plan } from "../../src/plan/plan.ts";
import {
	ACCOUNT,
	addressOf,
	campaign,
	clip,
	post,
	posted,
	postRequest,
	settledVideo,
	snapshot,
	TALK,
	world,
} from "../builders/world.ts";

interface Given {
	readonly reference?: ReferenceField;
	readonly description?: string;
	readonly state?: PostState;
	readonly top?: number;
}

function planned({ reference, description = "About it", state, top = 1 }: Given) {
	const base = campaign();
	const { tube } = base.accounts;
	const accounts = { tube: { ...tube, ...(reference && { reference }) } } as typeof base.accounts;
	const body = { title: "{{ clip.title }}", description, tags: ["one"] };
	const [target] = post().targets;
	const posts = [post({ clips: { top }, targets: target ? [{ ...target, body }] : [] })];
	const resources = { [TALK]: settledVideo(), ...(state && { [addressOf()]: state }) };
	const given = world({ campaigns: [campaign({ accounts, posts })], state: snapshot(resources) });
	return plan({ ...given, observed: { ...given.observed, accounts: [ACCOUNT] } });
}

/** What would be sent of the posts. */
function sent(given: Given) {
	return planned(given).changes.flatMap((change) =>
		change.action === "publish" ? [publishBody(change.request, "a").publish_configs.a] : [],
	);
}

const references = suite("references");

references("none is sent unless the account allows it", () => {
	assert.equal(sent({}), [{ title: "Clip 0", description: "About it", tags: ["one"] }]);
});

references("it is a tag, or the last line of the description", () => {
	const [tagged] = sent({ reference: "tags" });
	const [described] = sent({ reference: "description" });
	assert.match(tagged?.tags?.join(" ") ?? "", /^one sr[0-9a-z]{8}$/);
	assert.match(described?.description ?? "", /^About it\n\nsr[0-9a-z]{8}$/);
	assert.is(described?.description?.slice(-10), tagged?.tags?.[1]);
});

references("each moment has its own, the same each time", () => {
	const tags = () => sent({ reference: "tags", top: 3 }).map((each) => each?.tags?.at(-1));
	assert.is(new Set(tags()).size, 3);
	assert.equal(tags(), tags());
});

references("a description that is fitted leaves room for it", () => {
	const [long] = sent({ reference: "description", description: `{{ "${"word ".repeat(1_500)}" | fit }}` });
	assert.match(long?.description ?? "", /…\n\nsr[0-9a-z]{8}$/);
	assert.ok((long?.description?.length ?? 0) <= 5_000);
	assert.ok((long?.description?.length ?? 0) > 4_900);
});

references("one that has no room for it is refused before it is sent", () => {
	const description = "x".repeat(4_995);
	assert.is(sent({ description }).length, 1);
	assert.equal(
		planned({ description, reference: "description" })
			.changes.filter(({ address }) => address === addressOf())
			.map(({ action }) => action),
		["attention"],
	);
});

for (const description of ["About it", `{{ "${"word ".repeat(1_500)}" | fit }}`]) {
	references(`a post that was handed over stays as it is (${description.length} characters)`, () => {
		const [made] = planned({ description }).changes.flatMap((change) =>
			change.action === "publish" ? [change.request] : [],
		);
		const { recipe: _, ...request } = made ?? postRequest();
		const state = posted(clip(0), { request });
		for (const reference of [undefined, "tags", "description"] as const)
			assert.equal(planned({ description, state, ...(reference && { reference }) }).changes, [], reference);
	});
}

references("a task has one behind its name, and one of 0.1.0 without it is left alone", () => {
	const [change] = plan(world({ campaigns: [campaign({ posts: [] })], state: snapshot() })).changes;
	assert.ok(change?.action === "submit");
	assert.match(submitBody(change.request, "v").project_name ?? "", /^k\/talk sr[0-9a-z]{8}$/);
	assert.equal(
		planned({ state: posted(clip(0), { request: { ...postRequest(), body: sentBody } }) }).changes,
		[],
	);
});

const sentBody = { title: "Clip 0", description: "About it", tags: ["one"] };

references.run();
