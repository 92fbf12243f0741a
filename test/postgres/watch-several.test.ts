import { suite } from "uvu";
import * as assert from "uvu/assert";
import { doubled, withJudge } from "../drill/judge.ts";
import { until } from "../journeys/program.ts";
import { campaignWith, type Daemon, machines, settingsFor } from "./machines.ts";
import { postgresServer } from "./server.ts";

const several = suite("several watches of several workspaces");

const NAMES = Array.from({ length: 6 }, (_, at) => `shows/${at}`);
const LIMIT = { ms: 60_000 };

/** Workspaces that a daemon leads now, by its log. */
function ledBy(daemon: Daemon): readonly string[] {
	const last = new Map<unknown, boolean>();
	const ofLeads = daemon
		.said()
		.split("\n")
		.filter((line) => /"msg":"(leads|stands by|does not lead)"/.test(line))
		.map((line): Readonly<Record<string, unknown>> => JSON.parse(line));
	for (const { msg, workspace } of ofLeads) last.set(workspace, msg === "leads");
	return NAMES.filter((name) => last.get(name));
}

several("share them, take over after kill -9, and post each once", () =>
	withJudge(async (judge) => {
		const service = await judge.cell("several", { faults: [], idempotency: false });
		const { url } = await (await postgresServer()).database();
		const { machine, commitFiles } = machines(service);
		const campaigns = (posts: number) =>
			Object.fromEntries(
				NAMES.map((name, at) => [
					`${name}/c${at}.campaign.yaml`,
					campaignWith(posts).replaceAll("talk", `talk${at}`),
				]),
			);
		const settings = NAMES.map((name) => [
			`${name}/showrun.config.yaml`,
			settingsFor(service, name.replace("/", "-")),
		]);
		commitFiles({ ...Object.fromEntries(settings), ...campaigns(1) });
		const count = () => judge.commits("several").filter(({ kind }) => kind === "publish").length;
		const [one, two] = [machine("one", url.reveal()), machine("two", url.reveal())];
		const first = one.watch();
		await until(() => count() === 6, { ...LIMIT, running: first });
		const second = two.watch();
		await until(() => ledBy(second).length === 3 && ledBy(first).length === 3, LIMIT);
		first.kill("SIGKILL");
		await until(() => ledBy(second).length === 6, LIMIT);
		commitFiles(campaigns(2));
		two.pull();
		await until(() => count() === 12, { ...LIMIT, running: second });
		assert.is((await second.ready()).status, "ready");
		second.kill("SIGTERM");
		assert.is((await second.ended).code, 0);
		assert.equal([count(), doubled(judge.commits("several"))], [12, []]);
	}),
);

several.run();
