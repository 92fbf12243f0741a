import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bashScript } from "../../../src/cli/completion/bash.ts";
import { fishScript } from "../../../src/cli/completion/fish.ts";
import { powershellScript } from "../../../src/cli/completion/powershell.ts";
import { allNodes, treeOf } from "../../../src/cli/completion/tree.ts";
import { zshScript } from "../../../src/cli/completion/zsh.ts";
import { program } from "../../../src/cli/program.ts";
import { showrun } from "../../journeys/program.ts";

const ROOT = treeOf(program());
const FOLDER = mkdtempSync(join(tmpdir(), "showrun-completion-"));
process.on("exit", () => rmSync(FOLDER, { recursive: true, force: true }));
writeFileSync(join(FOLDER, "showrun.bash"), bashScript(ROOT));
writeFileSync(join(FOLDER, "my talk.campaign.yaml"), "");

/** What bash offers for the last of these words, which may be empty. */
function offered(...words: readonly string[]): readonly string[] {
	const script = `source ./showrun.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _showrun; printf '%s\\n' "\${COMPREPLY[@]}"`;
	const args = ["--noprofile", "--norc", "-c", script, "bash", "showrun", ...words];
	const text = execFileSync("bash", args, {
		cwd: FOLDER,
		encoding: "utf8",
		timeout: 300_000,
		stdio: ["ignore", "pipe", "pipe"],
	});
	return text.split("\n").filter((line) => line !== "");
}

const bash = suite("completion in bash");
const cases: Record<string, [readonly string[], readonly string[]]> = {
	"commands by their beginning": [["pl"], ["plan"]],
	"commands below a command": [
		["accounts", ""],
		["list", "same", "other", "connect", "doctor", "disconnect", "key"],
	],
	"words of an argument": [["accounts", "connect", "you"], ["youtube"]],
	shells: [["completion", "ba"], ["bash"]],
	rules: [["explain", "yaml-"], offered("explain", "yaml-").filter((rule) => rule.startsWith("yaml-"))],
	"options by their beginning": [
		["plan", "--detai"],
		["--detail", "--detailed-exitcode"],
	],
	"options of the command that is typed": [
		["accounts", "list", "--va"],
		["--var", "--var-file"],
	],
	"options after a path and an option with a value": [
		["plan", "a.yaml", "--out", "plan.json", "--deta"],
		["--detail", "--detailed-exitcode"],
	],
	"options after one whose value is glued to it": [
		["plan", "--out", "=", "plan.json", "--deta"],
		["--detail", "--detailed-exitcode"],
	],
	"a value that is named like a command": [["accounts", "--help", "list", "--json"], ["--json"]],
	"nothing of ours where files go": [["plan", ""], []],
	"nothing of ours where a file is the value": [["plan", "--out", ""], []],
	"nothing of ours after --": [["plan", "--", "--de"], []],
	"nothing for a command that is not there": [["nothing", "pl"], ["plan"]],
};
for (const [title, [words, expected]] of Object.entries(cases))
	bash(`offers ${title}`, () => assert.equal(offered(...words), expected));

bash("offers every command, and knows every one of its options", () => {
	const nodes = allNodes(ROOT);
	assert.ok(nodes.length > 25);
	assert.equal(
		offered(""),
		ROOT.children.map(({ name }) => name),
	);
	const deepest = nodes.find(({ path }) => path === "showrun state adopt");
	assert.equal(
		offered("state", "adopt", "-"),
		deepest?.flags.flatMap(({ names }) => names),
	);
});

bash("leaves files to bash itself, which quotes spaces", () => {
	const said = execFileSync(
		"bash",
		["--noprofile", "--norc", "-c", "source ./showrun.bash; complete -p showrun"],
		{ cwd: FOLDER, encoding: "utf8" },
	);
	assert.is(said, "complete -o bashdefault -o default -F _showrun showrun\n");
});

/** Types into a bash on a terminal and gives what the line became. */
const TYPED = `
import os, pty, re, select, sys, time
pid, master = pty.fork()
if pid == 0:
    os.environ["PS1"] = "> "
    os.execvp("bash", ["bash", "--noprofile", "--norc", "-i"])
shown = b""
def wait(pattern):
    global shown
    end = time.time() + 15
    while not re.search(pattern, shown):
        if time.time() > end: sys.exit("waited in vain: %r" % shown)
        if select.select([master], [], [], 0.2)[0]: shown += os.read(master, 4096)
wait(b"> ")
os.write(master, b"source ./showrun.bash; echo rea''dy\\n"); wait(b"ready")

shown = b""
os.write(master, b"showrun plan my\\t"); wait(rb"yaml")
os.write(master, b"\\x15exit\\n")
sys.stdout.write(shown.decode())
`;

bash("completes a file on a terminal", () => {
	const shown = execFileSync("python3", ["-c", TYPED], {
		cwd: FOLDER,
		encoding: "utf8",
		timeout: 300_000,
		env: { ...process.env, TERM: "dumb" },
	});
	assert.match(shown, "showrun plan my\\ talk.campaign.yaml");
});
bash.run();

const others = suite("completion in other shells");
const scripts = { zsh: zshScript(ROOT), fish: fishScript(ROOT), powershell: powershellScript(ROOT) };
for (const [shell, script] of Object.entries(scripts))
	others(`${shell} knows every command and option, each with its description`, () => {
		for (const { path, flags } of allNodes(ROOT)) {
			assert.match(script, `'${path}'`.replace(/^'showrun'$/, "showrun"));
			for (const { names } of flags)
				assert.ok(
					names.every((name) => script.includes(shell === "fish" ? name.replace(/^--?/, "") : name)),
					`${path} ${names}`,
				);
		}
		assert.match(script, "show what apply would do, and why; change nothing");
	});

others("quotes are balanced, whatever descriptions say", () => {
	const root = {
		...ROOT,
		children: [],
		flags: [{ names: ["--it"], about: 'it\'s a "test" $(of) `quotes`: \\ and more' }],
	};
	assert.match(zshScript(root), "'--it:it'\\''s a \"test\" $(of) `quotes`\\: \\ and more'");
	assert.match(fishScript(root), "-d 'it\\'s a \"test\" $(of) `quotes`: \\\\ and more'");
	assert.match(powershellScript(root), ",@('--it', 'it''s a \"test\" $(of) `quotes`: \\ and more')");
});

others("the command prints a script for each shell and refuses others", async () => {
	for (const shell of ["bash", "zsh", "fish", "powershell"])
		assert.is((await showrun(["completion", shell], { cwd: FOLDER })).code, 0);
	const { code, err } = await showrun(["completion", "tcsh"], { cwd: FOLDER });
	assert.is(code, 1);
	assert.match(err, "bash, zsh, fish, powershell");
});
others.run();
