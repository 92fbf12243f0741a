import { suite } from "uvu";
import * as assert from "uvu/assert";
import { recipeOf } from "../../src/compose/recipe.ts";
import type { Subject } from "../../src/compose/scope.ts";
import type { PostTarget } from "../../src/model/campaign.ts";
import { campaign, clip, post, video } from "../builders/world.ts";

const [target] = post().targets;
const account = { platform: "youtube", username: "Acme" } as const;

function recipe(over: Partial<Subject> = {}, of: PostTarget | undefined = target): string {
	if (of === undefined) throw new Error("A post has a target.");
	return recipeOf(of, { campaign: campaign(), video: video(), clip: clip(0), account, ...over });
}

const recipes = suite("a recipe");

recipes("is the same for equal parts", () => assert.is(recipe(), recipe({}, target && { ...target })));

const others: Record<string, () => string> = {
	"another title": () => recipe({ clip: clip(0, { title: "Other" }) }),
	"other tags": () => recipe({ clip: clip(0, { tags: ["a"] }) }),
	"another moment": () => recipe({ clip: clip(0, { moment: { from: 0, to: 39_999 } }) }),
	"another rank": () => recipe({ clip: { ...clip(0), idx: 1 } }),
	"another video": () => recipe({ video: video({ name: "other" }) }),
	"another account": () => recipe({ account: { ...account, username: "Other" } }),
	"another input": () => recipe({ campaign: campaign({ inputs: { a: "b" } }) }),
	"another hashtag": () => recipe({ campaign: campaign({ hashtags: { a: ["#b"] } }) }),
	"another campaign": () => recipe({ campaign: campaign({ name: "other" }) }),
	"another template": () => recipe({}, target && { ...target, body: { title: "{{ clip.title }}!" } }),
};
for (const [what, other] of Object.entries(others))
	recipes(`${what} makes another one`, () => assert.is.not(other(), recipe()));

recipes.run();
