import type { Command } from "commander";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { workspaceOf } from "../../../src/cli/flags/former.ts";
import { program } from "../../../src/cli/program.ts";

const former = suite("names of 0.1");

interface Case {
	readonly given: string;
	readonly option: string;
	readonly value: unknown;
}

const options: readonly Case[] = [
	{ given: "download --parallel 8", option: "parallelism", value: 8 },
	...["import k.video.a t", "state adopt", "state repair"].map((command) => ({
		given: `${command} --yes`,
		option: "autoApprove",
		value: true,
	})),
];
let notes = "";
for (const { given, option, value } of options)
	former(`showrun ${given} works, and is not in the help`, () => {
		const { command, said } = parsed(given);
		notes += said;
		assert.is(command.getOptionValue(option), value);
		assert.not.match(helpOf(command), /--parallel |--yes/);
	});

former("each name is noted once a run, with the new one", () =>
	assert.equal(
		notes.split("\n").map((line) => line.split(";")[0]),
		["Note: `--parallel` is now `--parallelism`", "Note: `--yes` is now `--auto-approve`", ""],
	),
);

const paths: Record<string, string> = {
	"serve folder": "serve",
	"state adopt folder": "adopt",
	"state repair folder": "repair",
	"unlock 5f0c9b1e22aa folder": "unlock",
	"accounts connect youtube folder": "connect",
};
for (const [given, name] of Object.entries(paths))
	former(`showrun ${given} takes the last argument as --in`, () => {
		const { command } = parsed(given);
		assert.is(command.name(), name);
		heard(() => assert.is(workspaceOf(command.args.at(-1), { in: "." }), "folder"));
		assert.not.match(helpOf(command), /\[path\]/);
	});

former("--in alone is no former form, and is not noted", () => {
	assert.is(
		heard(() => assert.is(workspaceOf(undefined, { in: "folder" }), "folder")),
		"",
	);
});

former("state history still is history, and is not in the help of state", () => {
	const { command } = parsed("state history 'k.*' --in folder");
	assert.is(command.getOptionValue("in"), "folder");
	if (command.parent) assert.not.match(helpOf(command.parent), /^ {2}history/m);
});

/** The command that a line comes to, without running it, and what parsing said on stderr. */
function parsed(line: string): { readonly command: Command; readonly said: string } {
	const root = program();
	let found: Command | undefined;
	for (const command of all(root))
		command.action((...args: unknown[]) => {
			found = args.at(-1) as Command;
		});
	const said = heard(() => root.parse(line.split(" "), { from: "user" }));
	if (found === undefined) throw new Error(`No command of ${line} ran.`);
	return { command: found, said };
}

function all(command: Command): readonly Command[] {
	return [command, ...command.commands.flatMap(all)];
}

function helpOf(command: Command): string {
	return command.helpInformation();
}

function heard(work: () => void): string {
	const { stderr } = process;
	const before = stderr.write;
	let text = "";
	stderr.write = (chunk: string | Uint8Array) => {
		text += chunk;
		return true;
	};
	try {
		work();
	} finally {
		stderr.write = before;
	}
	return text;
}

former.run();
