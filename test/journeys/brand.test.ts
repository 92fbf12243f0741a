import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runMedia } from "../builders/media.ts";
import { png } from "../builders/png.ts";
import { unseemly } from "./program.ts";
import { showrunWarm } from "./warm.ts";
import { CAMPAIGN, deliveredIn, SETTINGS, video, workspace } from "./workspace.ts";

const journey = suite("a mark of one's own");
const ONE_ACCOUNT = CAMPAIGN.replace(/ {2}tt: .*\n {2}li: .*\n/, "").replace(/ {6}tt: .*\n {6}li: .*\n/, "");
const ONE_CLIP = `rules: { title-file-name: "off" }\n${ONE_ACCOUNT}`.replace("limit: 2 }", "limit: 1 }");

journey(
	"the logo of the settings, in the corner and colours of the campaign, is in what is delivered",
	async () => {
		const folder = workspace(video("brand", { seconds: 20 }), {
			"showrun.config.yaml": `${SETTINGS}brand: { logo: ./logo.png, place: bottom-left, opacity: 0.5 }\n`,
			"talk.campaign.yaml": `${ONE_CLIP}brand: { place: top-right, opacity: 1, colours: { text: "#00FF00" } }\n`,
			"logo.png": png({ width: 100, height: 50 }),
		});
		const run = (...args: string[]) => showrunWarm(args, { cwd: folder });
		const applied = async () => {
			const { code, out, err } = await run("apply", ".", "--auto-approve");
			assert.is(code, 0, out + err);
			assert.equal(unseemly(out + err), []);
		};
		await applied();
		const [post, ...others] = deliveredIn(folder);
		assert.equal(others, []);
		const clip = join(post?.folder ?? "", "video.mp4");
		const [red = 0, green = 255] = colourOf(clip, "40:20:370:130");
		assert.ok(red > 215 && green < 40, `${red}, ${green}`);
		assert.match((await run("plan")).out, "No changes.");
		const before = readFileSync(clip);
		const edit = (from: string, to: string) => {
			const file = join(folder, "talk.campaign.yaml");
			writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
		};
		edit('"#00FF00"', '"#FF00FF"');
		const { out } = await run("plan");
		assert.match(out, /-\/\+ +talk\.video\.talk\n +submit again: [^+]*export\.brand\.colours\.text/);
		assert.not.match(out, /cancel|\+ publish/);
		writeFileSync(join(folder, "logo.png"), png({ width: 60, height: 60 }));
		assert.match((await run("plan")).out, "export.brand.logo.sha256");
		await applied();
		assert.is(deliveredIn(folder).length, 1);
		assert.ok(readFileSync(clip).equals(before));
		assert.match((await run("plan")).out, "No changes.");
		writeFileSync(join(folder, "logo.png"), "<svg/>");
		const refused = await run("plan");
		assert.is(refused.code, 1);
		assert.match(refused.err, /The logo of the settings, `logo\.png`, is\s+no whole, still PNG/);
	},
);

/** The middle of a part of the first second, as red, green and blue. */
function colourOf(file: string, part: string): readonly number[] {
	const filter = `crop=${part},scale=1:1:flags=area:in_color_matrix=bt709,format=rgb24`;
	const raw = join(dirname(file), "colour.rgb");
	runMedia(["-ss", "1", "-i", file, "-frames:v", "1", "-vf", filter, "-f", "rawvideo", raw]);
	return [...readFileSync(raw)];
}

journey.run();
