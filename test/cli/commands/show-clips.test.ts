import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LINKED, withWorkspace } from "../../builders/command.ts";
import { clip, settledVideo, snapshot } from "../../builders/world.ts";
import type { Ended } from "../../journeys/program.ts";

const showing = suite("showrun show ADDRESS");

const VIDEO = "k.video.talk";
const wire = (at: number, more: object = {}) => {
	const { idx, moment, title, score } = clip(at);
	return {
		idx,
		title,
		desc: "",
		tags: [],
		score,
		begin_ms: moment.from,
		end_ms: moment.to,
		thumbnail: "",
		...more,
	};
};
const explained = {
	score_parts: { hook: 20.5, boundary: 18, penalty: -3 },
	cut_reasons: ["It begins with a sentence.", "It ends \u001b[31mat a cut."],
};
const task = (...clips: object[]) => ({
	data: { id: "task-1", name: "", status: "SUCCEEDED", notes: ["The title comes from the name."], clips },
});

/** Runs show against a service that answers to every read with this. */
async function shown(args: readonly string[], answer: (response: ServerResponse) => void): Promise<Ended> {
	const server = createServer((_, response) => answer(response));
	await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const files = { "k.campaign.yaml": LINKED, "showrun.config.yaml": `service: { url: "${url}" }\n` };
	let ended: Ended | undefined;
	await withWorkspace({ files, state: snapshot({ [VIDEO]: settledVideo() }) }, async ({ run }) => {
		ended = await run(["show", ...args], { SHOWRUN_API_KEY: "k-1" });
	}).finally(() => server.close());
	if (!ended) throw new Error("it did not run");
	return ended;
}

const says = (value: unknown) => (response: ServerResponse) =>
	void response.setHeader("content-type", "application/json").end(JSON.stringify(value));

showing(
	"a video: what each clip's score is made of, why it is cut there, and that this is a heuristic",
	async () => {
		const { code, out } = await shown([VIDEO], says(task(wire(0, explained), wire(1))));
		assert.is(code, 0);
		assert.match(out, /^k\.video\.talk {2}2 clips, SUCCEEDED\n/);
		assert.match(out, / how it opens +=+ +20\.5\n.* clean cuts +=+ +18\.0\n.* taken off +-+ +-3\.0\n/);
		assert.match(out, /It begins with a sentence\./);
		assert.match(out, /The title comes from the name\./);
		assert.match(out, /a heuristic rank among the moments of one source, not a forecast/);
		assert.not.match(out, "\u001b[31m");
	},
);

showing("one clip of it, by its moment or by a post's address; as JSON too", async () => {
	const { from, to } = clip(1).moment;
	const post = `k.post.shorts["talk@${from}-${to}"].tube`;
	for (const address of [`${VIDEO}@${from}-${to}`, post]) {
		const { out } = await shown([address, "--json"], says(task(wire(0), wire(1, explained))));
		const [{ clips, heuristic }] = out
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line));
		assert.equal(
			[clips.length, clips[0].clip.idx, clips[0].parts.hook, clips[0].reasons.length, heuristic],
			[1, 1, 20.5, 2, true],
		);
	}
});

showing(
	"a service that says nothing of it, or has the results no longer: what is known, and why there is no more",
	async () => {
		assert.match(
			(await shown([VIDEO], says(task(wire(0))))).out,
			/This service does not explain its scores and cuts/,
		);
		const gone = await shown([VIDEO], (response) => void response.writeHead(410).end());
		assert.is(gone.code, 0);
		assert.match(gone.out, /3 clips, SUCCEEDED[\s\S]*can no longer be read/);
	},
);

showing(
	"an address that names nothing is told of with the nearest, a file that is no plan as before",
	async () => {
		const unknown = await shown(["k.video.tlak"], says(task()));
		assert.equal([unknown.code, unknown.err.includes("Did you mean `k.video.talk`?")], [1, true]);
		assert.match((await shown([`${VIDEO}@50000-60000`], says(task(wire(0))))).err, /is not in the state/);
		assert.match(
			(await shown(["plan.json"], says(task()))).err,
			/plan\.json is neither a saved plan nor an address\./,
		);
	},
);

showing.run();
