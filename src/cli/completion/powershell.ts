import { allNodes, type Node, type Value } from "./tree.ts";

/** A script for PowerShell 5 and later. Where it names nothing, PowerShell itself completes files. */
export function powershellScript(root: Node): string {
	const nodes = allNodes(root);
	return `# PowerShell completion of ${root.name}
Register-ArgumentCompleter -Native -CommandName ${root.name} -ScriptBlock {
	param($wordToComplete, $commandAst, $cursorPosition)
	$commands = @{
${nodes.map(({ path, children }) => `\t\t${quoted(path)} = ${table(children.map(({ name, about }) => [name, about]))}`).join("\n")}
	}
	$options = @{
${nodes.map(({ path, flags }) => `\t\t${quoted(path)} = ${table(flags.flatMap(({ names, about }) => names.map((name): [string, string] => [name, about])))}`).join("\n")}
	}
	# Options with a value: the words it can be, or none.
	$values = @{
${nodes.flatMap(({ path, flags }) => flags.flatMap(({ names, value }) => (value ? names.map((name) => `\t\t${quoted(`${path} ${name}`)} = ${list(value)}`) : []))).join("\n")}
	}
	$arguments = @{
${nodes.flatMap(({ path, argument }) => (argument?.kind === "words" ? [`\t\t${quoted(path)} = ${list(argument)}`] : [])).join("\n")}
	}
	$at = ${quoted(root.name)}
	$pending = $null
	foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
		if ($element.Extent.EndOffset -ge $cursorPosition -and $wordToComplete) { break }
		$word = $element.ToString()
		if ($pending) { $pending = $null; continue }
		if ($values.ContainsKey("$at $word")) { $pending = "$at $word" }
		elseif ($commands.ContainsKey("$at $word")) { $at = "$at $word" }
	}
	$found = if ($pending) { $values[$pending] }
		elseif ($wordToComplete -like '-*') { $options[$at] }
		elseif ($commands[$at].Count) { $commands[$at] }
		else { $arguments[$at] }
	foreach ($entry in $found) {
		if ($entry -and $entry[0] -like "$wordToComplete*") {
			[System.Management.Automation.CompletionResult]::new($entry[0], $entry[0], 'ParameterValue', $entry[1])
		}
	}
}
`;
}

function list(value: Value): string {
	return table(value.kind === "words" ? value.words.map((word) => [word, word]) : []);
}

/** Pairs; the comma keeps one pair from being taken apart. */
function table(entries: readonly (readonly [string, string])[]): string {
	return `@(${entries.map(([word, about]) => `,@(${quoted(word)}, ${quoted(about)})`).join("; ")})`;
}

function quoted(text: string): string {
	return `'${text.replaceAll("'", "''")}'`;
}
