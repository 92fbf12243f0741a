import { suite } from "uvu";
import * as assert from "uvu/assert";
import { longSpellings } from "../../../src/cli/flags/spellings.ts";
import { program } from "../../../src/cli/program.ts";

const cases: Record<string, [string[], string[]]> = {
	"a value after =": [
		["plan", "-target=k.video.talk"],
		["plan", "--target=k.video.talk"],
	],
	"a value of its own": [
		["plan", "-target", "k.video.talk", "dir"],
		["plan", "--target", "k.video.talk", "dir"],
	],
	"several targets": [
		["apply", "-target=a", "-target=b", "-exclude=c"],
		["apply", "--target=a", "--target=b", "--exclude=c"],
	],
	"-out": [
		["plan", "-out=plan.json"],
		["plan", "--out=plan.json"],
	],
	"-auto-approve": [
		["apply", "-auto-approve"],
		["apply", "--auto-approve"],
	],
	"-refresh=false": [
		["plan", "-refresh=false"],
		["plan", "--no-refresh"],
	],
	"--refresh=false": [
		["plan", "--refresh=false"],
		["plan", "--no-refresh"],
	],
	"-refresh=true, which is what happens anyway": [["plan", "-refresh=true", "-refresh"], ["plan"]],
	"-refresh-only": [
		["apply", "-refresh-only"],
		["apply", "--refresh-only"],
	],
	"-detailed-exitcode": [
		["plan", "-detailed-exitcode"],
		["plan", "--detailed-exitcode"],
	],
	"switches with =true and =false": [
		["apply", "-json=true", "-auto-approve=false"],
		["apply", "--json"],
	],
	"-parallelism, -lock-timeout and -replace": [
		["apply", "-parallelism=4", "-lock-timeout=30s", "-replace=k.video.talk"],
		["apply", "--parallelism=4", "--lock-timeout=30s", "--replace=k.video.talk"],
	],
	"values that hold = and dashes": [
		["plan", '-target=k.post.a-b["x=y"]'],
		["plan", '--target=k.post.a-b["x=y"]'],
	],
	"nothing after --": [
		["plan", "--", "-target=x"],
		["plan", "--", "-target=x"],
	],
	"nothing of one letter, and no number": [
		["-V", "-h", "-1"],
		["-V", "-h", "-1"],
	],
	"-help and -version": [
		["plan", "-help"],
		["plan", "--help"],
	],
};
const spelling = suite("Terraform's spellings");
for (const [title, [given, expected]] of Object.entries(cases))
	spelling(title, () => assert.equal(longSpellings(given), expected));

/** What a command line comes to: the options the command is run with. */
async function parsed(...args: string[]): Promise<Record<string, unknown>> {
	const root = program();
	const command = root.commands.find((each) => each.name() === args[0]);
	let options = {};
	command?.action((paths: string[], given: object) => {
		options = { paths, ...given };
	});
	await root.parseAsync(longSpellings(args), { from: "user" });
	return options;
}

spelling("leave paths to the command, also after an option that may be repeated", async () => {
	const { paths, target, exclude, refresh } = await parsed(
		"plan",
		"-target",
		"a",
		"campaigns/",
		"-target=b",
		"-exclude",
		"c",
		"-refresh=false",
	);
	assert.equal([paths, target, exclude, refresh], [["campaigns/"], ["a", "b"], ["c"], false]);
});

spelling("give apply its numbers", async () => {
	const { parallelism, lockTimeout, replace, refresh } = await parsed(
		"apply",
		"-parallelism=4",
		"-lock-timeout=2m",
		"-replace=k.video.talk",
	);
	assert.equal([parallelism, lockTimeout, replace, refresh], [4, 120, ["k.video.talk"], true]);
});
spelling.run();
