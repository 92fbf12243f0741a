import { CHECKED, type Rule, strict } from "./rule.ts";

/** How a file must be written. What breaks one of these cannot be understood, so none can be turned off. */
export const SYNTAX_RULES = {
	"yaml-syntax": strict(
		"The file is not valid YAML",
		"A file that cannot be read as a whole is not used.",
		"Correct the place shown.",
	),
	"yaml-documents": strict(
		"The file holds more than one document",
		"Only one is read from a file.",
		"Put each document into a file of its own.",
	),
	"yaml-depth": strict(
		"Maps and lists are nested too deeply",
		"Limits keep a file from using up memory and time.",
		"Use fewer levels.",
	),
	"yaml-alias": strict(
		"An alias has no anchor or repeats too much",
		"Limits keep a file from using up memory and time.",
		"Write the values out, or use `like`.",
	),
	"yaml-merge": strict(
		"Something cannot be merged",
		"`<<` takes a map, an alias of one, or a list of aliases.",
		"Merge a map.",
	),
	"yaml-key": strict(
		"A key is not a plain text",
		"A map or a list as a key has no meaning here.",
		'Put templates in quotes: "{{ clip.title }}".',
	),
	"duplicate-key": strict("A key is given twice", "Only one of the two could count.", "Keep one of them."),
	"control-character": strict(
		"There is an invisible character",
		"It could hide what a file says.",
		"Delete it.",
	),
	encoding: strict("The file is not UTF-8 text", "Its texts would be posted garbled.", "Save it as UTF-8."),
	"unreadable-file": strict(
		"A file cannot be read",
		"What it asks for is not known.",
		"Check that it is a regular file that you may read.",
	),
	"file-size": strict(
		"The file is too large",
		"Limits keep a file from using up memory and time.",
		"Split it into several files.",
	),
	"empty-file": strict(
		"The file is empty",
		"There is no campaign in it.",
		"Start with `campaign: NAME` and `videos:`.",
	),
	"empty-value": strict(
		"A key has no value",
		"A value that was forgotten would be taken for a default.",
		"Write a value, `{}` or `null`, or delete the line.",
	),
	"empty-list": strict("A list is empty", "It needs at least one entry.", "Add an entry, or delete the key."),
	"empty-map": strict("A map is empty", "It needs at least one entry.", "Add an entry, or delete the key."),
	"not-formatted": {
		title: "A file cannot be formatted",
		severity: "warning",
		why: "Putting it in order would change what it says, so `showrun fmt` leaves it as it is.",
		fix: "Give every key once, and write anchors above the aliases that use them.",
		source: "the campaign language",
		checked: CHECKED,
	},
	"unknown-key": strict(
		"A key is not known",
		"What it asks for would not be done.",
		"Correct its spelling, or delete the line.",
	),
	"missing-key": strict("A key is missing", "Without it the entry means nothing.", "Add the key."),
	"wrong-type": strict(
		"A value has the wrong type",
		"A text is not a number, and a list is not a map.",
		"Write the kind of value that is named.",
	),
	"unknown-value": strict(
		"A value is not one of those allowed",
		"It would do nothing, or be refused.",
		"Use one of the values listed.",
	),
	"bad-name": strict(
		"A name cannot be used",
		"Names become addresses: letters, digits, `-` and `_`, at most 64.",
		"Choose another name.",
	),
	"bad-format": strict(
		"A value is not written as expected",
		"It would be read as something else.",
		"Write it like the example.",
	),
	"out-of-range": strict(
		"A number is out of range",
		"The service, or this program, does not take it.",
		"Use a number within the range.",
	),
	"too-short": strict("A text is too short", "It says nothing.", "Write a longer one, or delete the key."),
	"too-long": strict(
		"A text is too long for the file",
		"Limits keep a file from using up memory.",
		"Shorten it.",
	),
	"too-many-keys": strict("There are too many keys", "Only one of them can count.", "Keep one."),
	"too-many-entries": strict(
		"A list is too long",
		"Limits keep a file from using up memory.",
		"Delete some of its entries.",
	),
	"too-many-problems": strict(
		"There are too many problems to show",
		"The rest would follow from the first ones.",
		"Correct those shown and check again.",
	),
} as const satisfies Readonly<Record<string, Rule>>;
