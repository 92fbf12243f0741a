import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compose } from "../../src/compose/body.ts";
import { checkTexts } from "../../src/compose/check.ts";
import type { PostTemplate } from "../../src/model/campaign.ts";
import { campaign, clip, post, video } from "../builders/world.ts";

const place = { file: "k", line: 9, column: 3 };
const target = (body: PostTemplate) => ({
	account: "tube",
	place,
	body,
	places: { title: { file: "k", line: 10, column: 5 } },
});
const found = (body: PostTemplate, wall?: string) => {
	const at = wall === undefined ? {} : { at: { wall, place } };
	return checkTexts(campaign({ posts: [post({ ...at, clips: { top: 1 }, targets: [target(body)] })] })).map(
		({ severity, rule, place: where }) => `${severity} ${rule} ${where?.line}`,
	);
};

const checking = suite("texts and times of a campaign");
checking("good texts and times have nothing wrong", () =>
	assert.equal(found({ title: "{{ clip.title }}" }, "2026-12-01T09:00"), []),
);
checking("every wrong template is found at its own place", () => {
	assert.equal(found({ title: "{{ clip.titel }}", description: "{{ nope", tags: ["{{ clip.tag }}"] }), [
		"error unknown-variable 10",
		"error template-syntax 9",
		"error unknown-variable 9",
	]);
});
checking("a date that does not exist is an error", () =>
	assert.equal(found({ title: "x" }, "2026-02-30T09:00"), ["error time-invalid 9"]),
);
checking("a skipped time is a warning", () =>
	assert.equal(found({ title: "x" }, "2026-03-29T02:30"), ["warning clock-change 9"]),
);
checking("a time that occurs twice is a warning", () =>
	assert.equal(found({ title: "x" }, "2026-10-25T02:30"), ["warning clock-change 9"]),
);

const subject = {
	campaign: campaign(),
	video: video(),
	clip: clip(0),
	account: { platform: "youtube", username: "Acme" },
} as const;
checking("a body is filled in from the clip and keeps its flags", () => {
	const body = {
		title: " {{ clip.title }} ",
		description: "{{ clip.tags | hashtags }} by {{ account.username }}",
		tags: "{{ clip.tags }}",
		visibility: "private",
		allowComment: false,
	} as const;
	assert.equal(compose(target(body), subject), {
		findings: [],
		body: {
			visibility: "private",
			allowComment: false,
			title: "Clip 0",
			description: "#a #b by Acme",
			tags: ["a", "b"],
		},
	});
});
checking("listed tags are filled in one by one, without signs, and each once whatever its case", () => {
	assert.equal(
		compose(target({ title: "x", tags: ["#A", "{{ clip.tags }}", "c d", "C D"] }), subject).body?.tags,
		["A", "b", "c d"],
	);
});
checking("a title that came out empty is a problem on YouTube", () =>
	assert.match(
		compose(target({ title: "{{ clip.title | remove: 'Clip 0' }}" }), subject).problem ?? "",
		/empty/,
	),
);
checking("a description that came out empty is a problem on TikTok", () => {
	assert.match(
		compose(target({ description: " " }), { ...subject, account: { platform: "tiktok", username: "a" } })
			.problem ?? "",
		/TikTok/,
	);
});
checking.run();
