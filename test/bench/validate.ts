import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Candidate, compare, once, row, times, withProgram } from "./measure.ts";
import { writeWorkspace } from "./workspace.ts";

/**
 * What checking 10,000 posts in one file costs, beside what the `yaml` package takes to parse that
 * file and do nothing with it.
 */
export async function benchValidate(): Promise<void> {
	await withProgram(async ({ folder, program }) => {
		const cwd = join(folder, "validate");
		await writeWorkspace(cwd, { posts: 10_000 });
		writeFileSync(join(cwd, "other.campaign.yaml"), OTHER);
		const script = join(folder, "program", "parse.mjs");
		writeFileSync(script, PARSE);
		const base = { command: process.execPath, cwd };
		const env = { XDG_CACHE_HOME: join(folder, "cache") };
		const ours: Candidate = { ...base, name: "validate", args: [program, "validate"], env };
		const parse: Candidate = { ...base, name: "parse", args: [script, join(cwd, "c0.campaign.yaml")] };
		const [cold, floor] = await compare([{ ...ours, args: [...ours.args, "--no-cache"] }, parse], 3);
		await once(ours);
		appendFileSync(join(cwd, "other.campaign.yaml"), "# changed\n");
		const [warm, again] = await compare([ours, parse], 3);
		if (cold === undefined || floor === undefined || warm === undefined || again === undefined) return;
		console.log("\nChecking 10,000 posts in one file");
		const than = "yaml's own parse";
		console.log(row("yaml alone: parse that file", floor));
		console.log(row("showrun validate --no-cache", cold, times(cold, floor, { than, goal: 1.5 })));
		console.log(row("showrun validate, another file changed", warm, times(warm, again, { than, goal: 0.3 })));
	});
}

const OTHER = "campaign: other\nvideos: { v: { source: https://example.com/x } }\n";
const PARSE = `import { LineCounter, parseDocument } from "yaml";
import { readFileSync } from "node:fs";
const lineCounter = new LineCounter();
parseDocument(readFileSync(process.argv[2], "utf8"), { lineCounter });
`;
