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
		writeFileSync(
			join(cwd, "other.campaign.yaml"),
			"campaign: other\nvideos: { v: { source: https://example.com/x } }\n",
		);
		const script = join(folder, "program", "parse.mjs");
		writeFileSync(script, PARSE);
		const env = { XDG_CACHE_HOME: join(folder, "cache") };
		const ours: Candidate = {
			name: "validate",
			command: process.execPath,
			args: [program, "validate"],
			cwd,
			env,
		};
		const parse: Candidate = {
			name: "parse",
			command: process.execPath,
			args: [script, join(cwd, "c0.campaign.yaml")],
			cwd,
		};
		const [cold, floor] = await compare([{ ...ours, args: [...ours.args, "--no-cache"] }, parse], 3);
		await once(ours);
		appendFileSync(join(cwd, "other.campaign.yaml"), "# changed\n");
		const [warm, again] = await compare([ours, parse], 3);
		if (cold === undefined || floor === undefined || warm === undefined || again === undefined) return;
		console.log("\nChecking 10,000 posts in one file");
		console.log(row("yaml alone: parse that file", floor));
		console.log(
			row("showrun validate --no-cache", cold, times(cold, floor, { than: "yaml's own parse", goal: 1.5 })),
		);
		console.log(
			row(
				"showrun validate, another file changed",
				warm,
				times(warm, again, { than: "yaml's own parse", goal: 0.3 }),
			),
		);
	});
}

const PARSE = `import { LineCounter, parseDocument } from "yaml";
import { readFileSync } from "node:fs";
const lineCounter = new LineCounter();
parseDocument(readFileSync(process.argv[2], "utf8"), { lineCounter });
`;
