import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runMedia } from "../builders/media.ts";
import { unseemly } from "./program.ts";
import { showrunWarm } from "./warm.ts";
import { deliveredIn, renderedWorkspace, SETTINGS, video } from "./workspace.ts";

const talk = video("talk", { seconds: 12, moving: true });
const env = { XDG_STATE_HOME: join(renderedWorkspace(talk), "home") };

const REMUX = ["-c", "copy", "-metadata", "title=Another one"];
const REENCODE = ["-vf", "scale=240:-2", "-preset", "ultrafast", "-crf", "30", "-c:a", "aac", "-b:a", "48k"];

/** The file of a workspace becomes another one of the same content. */
function rewrite(folder: string, args: readonly string[]): void {
	const [file, other] = [join(folder, "talk.mp4"), join(folder, "other.mp4")];
	runMedia(["-v", "error", "-i", file, ...args, other]);
	renameSync(other, file);
}

async function apply(cwd: string): Promise<string> {
	const { code, out, err } = await showrunWarm(["apply", ".", "--auto-approve"], { cwd, env });
	assert.equal(unseemly(out + err), []);
	return `${code} ${(out + err).replace(/\s+/g, " ")}`;
}

const journey = suite("one content in several files");

journey(
	"a remuxed and a re-encoded file are not posted again, in this workspace and in another",
	async () => {
		const folder = renderedWorkspace(talk);
		const first = await apply(folder);
		const delivered = deliveredIn(folder).length;
		assert.ok(delivered > 0, first);
		for (const [what, args] of Object.entries({ remux: REMUX, reencode: REENCODE })) {
			rewrite(folder, args);
			const { out } = await showrunWarm(["plan", "."], { cwd: folder, env });
			assert.match(
				out.replace(/\s+/g, " "),
				/moments? (was|were) posted before \([^)]* from talk\.mp4\)/,
				what,
			);
			const told = await apply(folder);
			assert.is(deliveredIn(folder).length, delivered, `${what}: ${told}`);
			assert.match(told, /already posted to this account/, what);
		}
		const other = renderedWorkspace(talk, {
			"showrun.config.yaml": SETTINGS.replace(
				"embedded:\n",
				`embedded:\n  data: ${join(folder, ".showrun", "service")}\n  outbox: ${join(folder, "outbox")}\n`,
			),
		});
		writeFileSync(join(other, "talk.mp4"), readFileSync(join(folder, "talk.mp4")));
		const told = await apply(other);
		assert.is(deliveredIn(folder).length, delivered, told);
		assert.match(told, /already posted to this account/);
	},
);

journey.run();
