import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { stringify } from "yaml";
import schema from "../../schemas/campaign.schema.json" with { type: "json" };
import { checkFile } from "../../src/campaign/check.ts";
import { checkTexts } from "../../src/compose/check.ts";
import { videoAddress } from "../../src/model/address.ts";
import type { Campaign } from "../../src/model/campaign.ts";
import { hasErrors } from "../../src/model/diagnostic.ts";
import { brandFiles } from "../../src/model/own-brand.ts";
import type { ResourceState } from "../../src/model/snapshot.ts";
import { plan } from "../../src/plan/plan.ts";
import { connected } from "../builders/connected.ts";
import { valuesOf } from "../builders/schema-values.ts";
import { clip, NOW, request, SOURCE, snapshot } from "../builders/world.ts";

async function campaignOf(value: unknown): Promise<Campaign | undefined> {
	const source = {
		file: "c.campaign.yaml",
		text: stringify(connected(value), { aliasDuplicateObjects: false }),
	};
	const look = async () => "file" as const;
	const { whole: checked } = await checkFile({
		source,
		path: "/w/c.campaign.yaml",
		root: "/w",
		given: [],
		look,
		checkTexts,
		levels: {},
		strict: false,
	});
	assert.is(checked.campaign === undefined, hasErrors(checked.diagnostics));
	return checked.campaign;
}

/** Every step of a campaign's life that a plan can meet. */
function lives(campaign: Campaign) {
	const addresses = campaign.videos.map((video) => videoAddress(campaign.name, video.name));
	const settled = campaign.videos.map((video): [string, ResourceState] => {
		const asked = request({
			projectName: `${campaign.name}/${video.name}`,
			clipping: video.clipping,
			...(video.export && { export: video.export }),
		});
		const result = { clips: [clip(0), clip(1), clip(2)], complete: true, notes: [] };
		return [
			videoAddress(campaign.name, video.name),
			{ kind: "video", request: asked, taskId: video.name, submittedAt: NOW, status: "SUCCEEDED", result },
		];
	});
	const observed = {
		now: NOW,
		sources: Object.fromEntries(addresses.map((address) => [address, SOURCE])),
		durations: {},
		brandFiles: Object.fromEntries(
			Object.values(campaign.brand ? brandFiles(campaign.brand) : {}).map((path) => [path, "0".repeat(64)]),
		),
		accounts: [],
	};
	const options = { idempotency: false, publishStatus: false, replace: [] };
	return [snapshot(), snapshot(Object.fromEntries(settled))].map((state) => ({
		campaigns: [campaign],
		snapshot: state,
		observed,
		options,
	}));
}

const examples = suite("campaigns made of the schema's own examples");

examples("are checked without a crash, and those without errors are planned", async () => {
	let planned = 0;
	await fc.assert(
		fc.asyncProperty(valuesOf(schema), async (value) => {
			const campaign = await campaignOf(value);
			if (campaign === undefined) return;
			for (const world of lives(campaign))
				for (const { place, address } of plan(world).changes) assert.ok(place !== undefined, address);
			planned++;
		}),
		{ numRuns: 300, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true },
	);
	assert.ok(planned >= 20, `only ${planned} of 300 were free of errors`);
});

examples.run();
