import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type AddressText, postAddress } from "../../src/model/address.ts";
import { defined } from "../../src/model/defined.ts";
import { reportEvent, runEvents } from "../../src/views/events.ts";
import { renderPlan } from "../../src/views/plan.ts";
import { renderEvent, renderReport } from "../../src/views/report.ts";
import { manyPosts, OF_EACH, planOf } from "../builders/plans.ts";
import { posted, snapshot } from "../builders/world.ts";

const address = "k.video.talk" as AddressText;
const ink = { colour: false, width: 60 };

const event = suite("an event of a run");
event("is one line where it fits", () => {
	assert.is(
		renderEvent({ type: "settled", address, clips: 3, notes: [] }, ink),
		"clips    k.video.talk: 3 clips",
	);
});

event("keeps long notes below their beginning, and commands whole", () => {
	const notes = [
		"Layout and cut follow what moves: the model that finds faces is not there (showrun models pull faces).",
	];
	assert.is(
		renderEvent({ type: "settled", address, clips: 3, notes }, ink),
		`clips    k.video.talk: 3 clips
         Layout and cut follow what moves: the model that
         finds faces is not there
         (showrun models pull faces).`,
	);
});
event.run();

const DELIVERED: Record<string, [location: string | undefined, outbox: string | undefined, said: string]> = {
	"a folder is said to be one, with the path that opens from here": [
		"youtube/My%20Channel/01",
		"shows/one/outbox",
		"delivered k.video.talk to the local outbox: shows/one/outbox/youtube/My%20Channel/01",
	],
	"the folder of a service elsewhere too": [
		"youtube/Acme/01",
		undefined,
		"delivered k.video.talk to the service's outbox: youtube/Acme/01",
	],
	"an address is where it is public": [
		"https://youtu.be/x",
		undefined,
		"posted    k.video.talk → https://youtu.be/x",
	],
	"a service that says no place posted it": [undefined, undefined, "posted    k.video.talk"],
};

const delivered = suite("what was delivered");
for (const [title, [location, outbox, said]] of Object.entries(DELIVERED))
	delivered(title, () => {
		const told = renderEvent(
			{ type: "delivered", address, late: false, ...defined({ location }) },
			{ colour: false, width: 200, ...(outbox !== undefined && { outbox: { folder: outbox } }) },
		);
		assert.is(told, said);
	});

delivered("no word of a plan for a folder says that it is posted, public or irrevocable", () => {
	const changes = [...Object.values(OF_EACH), ...manyPosts(4)];
	const text = renderPlan(planOf(changes), {
		...ink,
		width: 100,
		zones: {},
		outbox: { folder: "outbox" },
		detail: true,
	});
	assert.not.match(text, /irrevocable|stays public|will be posted/);
	assert.match(text, "delivered to the local outbox");
});
delivered("posts that become drafts are said to, in the plan and after it", () => {
	const to = { campaign: "k", item: "shorts", video: "talk", account: "tube" };
	const post = postAddress(to, { from: 0, to: 40_000 });
	const outbox = { folder: "outbox", accounts: [], drafts: ["k.tube"] };
	const told = renderEvent({ type: "delivered", address: post, late: false }, { ...ink, width: 300, outbox });
	const plan = renderPlan(planOf([{ ...OF_EACH.publish, address: post }]), { ...ink, zones: {}, outbox });
	for (const text of [told, plan]) assert.match(text, "as a draft, which its creator publishes in the app");
	assert.not.match(plan, /irrevocable/);
});

delivered("only the accounts whose posts the outbox gets are said to go there", () => {
	const member = (account: string) => {
		const post = postAddress(
			{ campaign: "k", item: "shorts", video: "talk", account },
			{ from: 0, to: 40_000 },
		);
		const outbox = { folder: "outbox", accounts: ["k.tube"] };
		const told = (location?: string) =>
			renderEvent(
				{ type: "delivered", address: post, late: false, ...defined({ location }) },
				{ ...ink, width: 300, outbox },
			);
		const plan = renderPlan(planOf([{ ...OF_EACH.publish, address: post }]), { ...ink, zones: {}, outbox });
		return [told(), told("a/01"), /irrevocable|local outbox/.exec(plan)?.[0]].map((each) =>
			each?.replace(post, "POST"),
		);
	};
	assert.equal(member("tube"), [
		"delivered POST",
		"delivered POST to the local outbox: outbox/a/01",
		"local outbox",
	]);
	assert.equal(member("hook"), ["posted    POST", "posted    POST as a/01", "irrevocable"]);
});
delivered.run();

const report = suite("the end of an apply");
report("an unknown outcome is not also counted as failed", () => {
	const unknown = OF_EACH.unknown;
	const failure = { message: "connection reset", next: "stop" } as const;
	const failures = [
		{ address: unknown.address, ...failure },
		{ address, ...failure },
	];
	const text = renderReport(
		{
			report: { submitted: 0, published: 0, failures },
			rest: planOf([unknown]),
			snapshot: snapshot(),
			posted: [],
		},
		{ ...ink, zones: {} },
	);
	assert.is(text.split("\n")[0], "Applied: 0 submitted, 0 published, 1 unknown, 1 failed.");
});

const FAILED = { address, message: "no disk", next: "stop" } as const;
const LOST = { address, message: "connection reset", next: "stop", outcome: "unknown" } as const;
report("in JSON the two are apart, and together under the name that 0.1.0 had", () => {
	const told = { submitted: 0, published: 0, failures: [FAILED, LOST] };
	const rest = planOf([]);
	assert.equal(reportEvent(told, rest), { type: "report", ...told, failed: [FAILED], unknown: [LOST], rest });
});
report("an unknown outcome is an event of its own, and in JSON once more as 0.1.0 told it", () => {
	const lost = { type: "unknown", ...LOST } as const;
	assert.equal(runEvents(lost), [lost, { ...lost, type: "failed" }]);
	assert.equal(renderEvent({ ...lost, remedy: "Look there." }, ink), "         Look there.");
	const failed = { type: "failed", ...FAILED } as const;
	assert.equal(runEvents(failed), [failed]);
});
report("a folder publishes nothing: posts are handed over to it", () => {
	const parts = { report: { submitted: 1, published: 2, failures: [] }, rest: planOf([]), posted: [] };
	const text = renderReport(
		{ ...parts, snapshot: snapshot() },
		{ ...ink, zones: {}, outbox: { folder: "outbox" } },
	);
	assert.is(text, "Applied: 1 submitted, 2 handed over.\n");
});
report("posts for later need something that runs, where the service is in this process", () => {
	const post = OF_EACH.publish.address;
	const known = snapshot({ [post]: posted(undefined, { status: "SCHEDULED" }) });
	const parts = { report: { submitted: 0, published: 1, failures: [] }, rest: planOf([]), posted: [post] };
	const said = (more: object) => renderReport({ ...parts, snapshot: known }, { ...ink, zones: {}, ...more });
	assert.match(
		said({ outbox: { folder: "outbox" } }).replace(/\s+/g, " "),
		"1 post is for later. What no platform publishes by itself goes out while `showrun watch` runs here, " +
			"or late with the next `showrun apply`.",
	);
	assert.not.match(said({}), "for later");
});
report("a post that was taken and then refused is failed", () => {
	const post = OF_EACH.publish.address;
	const refused = snapshot({ [post]: posted(undefined, { status: "ERROR" }) });
	const parts = { report: { submitted: 1, published: 1, failures: [] }, rest: planOf([]), posted: [post] };
	const text = renderReport({ ...parts, snapshot: refused }, { ...ink, zones: {} });
	assert.is(text.split("\n")[0], "Applied: 1 submitted, 0 published, 1 failed.");
});
report.run();
