/**
 * What is no edit of a campaign takes nothing back that was handed over, and posts nothing besides: whole
 * commands in one repository, and the list of the service, with the version of each post, as the judge.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Ended, pause, start, unseemly, until } from "./program.ts";
import { git } from "./remotes.ts";
import { KEY, type Server, withServer } from "./server.ts";
import { showrunWarm } from "./warm.ts";
import { remoteSettings, renderedWorkspace, video, workspace } from "./workspace.ts";

const TALK = video("taken-back", { seconds: 44 });

/** Each clip takes a slot of the coming days, and is handed over at once. */
const CAMPAIGN = `campaign: talk
timezone: UTC
accounts:
  yt: { platform: youtube, username: Acme }
  li: { platform: linkedin, username: acme-inc }
schedules:
  mornings: { slots: { daily: ["09:00"] }, from: ${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)} }
videos:
  talk:
    source: ./talk.mp4
    transcript: ./talk.srt
    clipping: { duration: 0-30s, limit: 4 }
    export: { resolution: 480p, limit: 2 }
posts:
  shorts:
    from: talk
    clips: { top: 2 }
    schedule: mornings
    to: { yt: { title: "{{ clip.title | fit: 100 }}" }, li: { title: "{{ clip.title | fit: 100 }}" } }
`;
const OTHER = `campaign: other
videos: { talk: { source: ./talk.mp4, transcript: ./talk.srt, clipping: { duration: 0-30s, limit: 4 }, export: { resolution: 480p } } }
`;

const STORIES = [
	"Why do most talks fail in the first minute?",
	"Nobody listens to an agenda, everybody listens to a story.",
	"One customer saved nine thousand euros with a single idea.",
	"The secret is that the customer tells the story for you.",
	"So start with the customer and never show the agenda.",
];
const TRANSCRIPT = Array.from({ length: 11 }, (_, at) => {
	const [from, to] = [at * 4, at * 4 + 3].map((second) => `00:00:${String(second).padStart(2, "0")}`);
	return `${at + 1}\n${from},000 --> ${to},200\n${STORIES[at % 5]}\n`;
}).join("\n");

interface World {
	readonly folder: string;
	/** Runs a command to its end. */
	run(...args: string[]): Promise<Ended>;
	/** What the service holds: each post with its version, time and status. */
	held(): Promise<readonly string[]>;
	write(name: string, text: string): void;
	read(name: string): string;
}

type Situation = (world: World) => Promise<unknown> | unknown;

const APPLY = ["apply", ".", "--auto-approve"] as const;

/** What happens, before everything is put back as it was. */
const SITUATIONS: Readonly<Record<string, Situation>> = {
	nothing: () => {},
	"a branch without the campaign": ({ folder }) => git(folder, "checkout", "-q", "without"),
	"a branch with another campaign in its place": ({ folder }) => git(folder, "checkout", "-q", "another"),
	"a branch whose campaign asks for fewer": ({ folder }) => git(folder, "checkout", "-q", "fewer"),
	"a broken file": ({ write }) => write("talk.campaign.yaml", `${CAMPAIGN}  broken: [\n`),
	"a file that is half written": ({ write }) => write("talk.campaign.yaml", CAMPAIGN.slice(0, 300)),
	"an empty file": ({ write }) => write("talk.campaign.yaml", ""),
	"a campaign file that is gone": ({ folder }) => rmSync(join(folder, "talk.campaign.yaml")),
	"a source that is gone": ({ folder }) => renameSync(join(folder, "talk.mp4"), join(folder, "gone.mp4")),
	"a broken file of reviewed clips": ({ write }) => write("talk.clips.yaml", "videos: [\n"),
	"a corrected transcript": ({ write, read }) =>
		write("talk.srt", read("talk.srt").replace("agenda", "Agenda").replace("nine thousand", "9,000")),
	"subtitles whose times were corrected": ({ write, read }) =>
		write("talk.srt", read("talk.srt").replaceAll(",000 -->", ",300 -->")),
	"another limit of clips": ({ write }) =>
		write("talk.campaign.yaml", CAMPAIGN.replace("limit: 4", "limit: 3")),
	"a lower top": ({ write }) => write("talk.campaign.yaml", CAMPAIGN.replace("top: 2", "top: 1")),
};

async function withHandedOver(use: (world: World) => Promise<void>): Promise<void> {
	await withServer(renderedWorkspace(TALK), async (server) => {
		const folder = workspace(TALK, {
			"talk.campaign.yaml": CAMPAIGN,
			"showrun.config.yaml": remoteSettings(server.url),
			"talk.srt": TRANSCRIPT,
			".gitignore": ".showrun\n*.mp4\n",
		});
		const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
		commitAll(folder, write);
		const world: World = {
			...{ folder, write },
			run: (...args) => showrunWarm(args, { cwd: folder, env: KEY }),
			held: () => heldBy(server),
			read: (name) => readFileSync(join(folder, name), "utf8"),
		};
		const { code, out, err } = await world.run(...APPLY);
		assert.is(code, 0, out + err);
		await use(world);
	});
}

/** The campaign on `main`; elsewhere none, another one, or one that asks for less. */
function commitAll(folder: string, write: World["write"]): void {
	const commit = (branch: string, change: () => void) => {
		git(folder, "checkout", "-q", "-B", branch);
		change();
		git(folder, "add", "-A");
		git(folder, "-c", "user.name=ann", "-c", "user.email=ann@example.com", "commit", "-q", "-m", branch);
	};
	git(folder, "init", "-q");
	commit("main", () => {});
	commit("without", () => git(folder, "rm", "-q", "talk.campaign.yaml"));
	commit("another", () => write("other.campaign.yaml", OTHER));
	git(folder, "checkout", "-q", "main");
	commit("fewer", () =>
		write("talk.campaign.yaml", CAMPAIGN.replace("top: 2", "ranks: [0]").replace(/, li: .*}/, " }")),
	);
	git(folder, "checkout", "-q", "main");
}

/** Everything of `main` again, whatever became of it. */
function putBack(folder: string): void {
	if (existsSync(join(folder, "gone.mp4"))) renameSync(join(folder, "gone.mp4"), join(folder, "talk.mp4"));
	git(folder, "checkout", "-q", "-f", "main");
	git(folder, "clean", "-qf", "-e", ".showrun");
}

async function heldBy({ url }: Server): Promise<readonly string[]> {
	const headers = { authorization: `Bearer ${KEY.SHOWRUN_API_KEY}`, "x-service-api-version": "v2" };
	const response = await fetch(`${url}/api/v2/social-media/publish?limit=100`, { headers });
	const { data } = JSON.parse(await response.text());
	return data.tasks.map(
		({ task_id, version, status, scheduled_at }: Readonly<Record<string, unknown>>) =>
			`${task_id} ${version} ${status} ${scheduled_at}`,
	);
}

const taken = suite("nothing is taken back by accident");
taken("neither by what is no edit, nor by a branch under watch", async () => {
	await withHandedOver(async (world) => {
		const { folder, held, run } = world;
		const before = await held();
		assert.is(before.length, 4);
		for (const [title, situation] of Object.entries(SITUATIONS)) {
			await situation(world);
			const { out, err } = await run(...APPLY);
			assert.equal([await held(), unseemly(out + err)], [before, []], `${title}: ${out}${err}`);
			putBack(folder);
			const back = await run(...APPLY);
			assert.equal([back.code, await held()], [0, before], `${title}, put back: ${back.out}${back.err}`);
		}
		assert.match((await run("plan", ".")).out, /^No changes\./);

		const watching = start(["watch"], { cwd: folder, env: KEY });
		await until(() => passes(watching.said()) > 0, { running: watching });
		for (const branch of ["without", "another", "fewer", "main"]) {
			git(folder, "checkout", "-q", branch);
			await pause(1_500);
		}
		watching.kill("SIGTERM");
		const { code } = await watching.ended;
		assert.equal([code, await held()], [0, before], watching.said());
		assert.match((await run("plan", ".")).out, /^No changes\./);
	});
});

const passes = (log: string) => log.split('"triggers":').length - 1;
taken.run();
