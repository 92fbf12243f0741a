import { suite } from "uvu";
import { addSituations, NOTHING, TAKEN } from "./rows.ts";
import { SCRIPT, type Script, yamlOf } from "./world.ts";

const matrix = (axes: string, where = "resolution: 480p"): Partial<Script> => ({
	videoLines: `    matrix: { ${axes} }\n`,
	postLines: `    where: { ${where} }\n`,
});
const ONE = "resolution: [480p]";
const moved = (from: string, to: string) => ({ lines: `moved: [{ from: '${from}', to: '${to}' }]\n` });
const OTHER_ENTRY = `  wide:
    from: talk
    where: { resolution: 720p }
    clips: { top: 1 }
    to: { yt: { title: "{{ clip.title }}" } }
`;

const situations = suite("situations of a matrix");
await addSituations(situations, {
	"a video becomes one of a matrix, and says so": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			const both = matrix("resolution: [480p, 720p]");
			world.edit(folder, { ...both, ...moved("video.talk", 'video.talk["480p"]') });
			return world.apply(folder);
		},
		{ posts: 1, submits: 2 },
	],
	"a video becomes one of a matrix without a word, and the plan names the line": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			world.edit(folder, matrix("resolution: [480p, 720p]"));
			return world.run(folder, ["plan", "."]);
		},
		{ posts: 1, submits: 1, said: /moved: \[\{ from: video\.talk, to: 'video\.talk\["480p"\]' \}\]/ },
	],
	"a matrix gets another key without a word, and nothing is posted again": [
		async (world) => {
			const folder = await world.posted(world.workspace("a", matrix(ONE)));
			world.edit(folder, matrix(`${ONE}, duration: [0-30s]`));
			return world.apply(folder);
		},
		{ posts: 1, submits: 2, said: TAKEN },
	],
	"a matrix gets another key, and says so": [
		async (world) => {
			const folder = await world.posted(world.workspace("a", matrix(ONE)));
			const more = matrix(`${ONE}, duration: [0-30s]`);
			world.edit(folder, { ...more, ...moved('video.talk["480p"]', 'video.talk["0-30s,480p"]') });
			return world.apply(folder);
		},
		{ posts: 1, submits: 1, said: NOTHING },
	],
	"the keys of a matrix change places": [
		async (world) => {
			const folder = await world.posted(world.workspace("a", matrix(`${ONE}, duration: [0-30s]`)));
			world.edit(folder, matrix(`duration: [0-30s], ${ONE}`));
			return world.apply(folder);
		},
		{ posts: 1, submits: 1, said: NOTHING },
	],
	"two versions go to one account": [
		async (world) => {
			const both = matrix("resolution: [480p, 720p]");
			const folder = await world.posted(world.workspace("a", both));
			world.write(folder, "talk.campaign.yaml", yamlOf({ ...SCRIPT, ...both }) + OTHER_ENTRY);
			return world.apply(folder);
		},
		{ posts: 1, submits: 2, said: /whatever the ratio, resolution or language/ },
	],
});
situations.run();
