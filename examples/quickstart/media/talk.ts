/** The words of the talk and what is seen while they are said. `|` in a line starts a new cue. */
export type Speaker = "mara" | "tom";

export type Slide =
	| { readonly kind: "title"; readonly big: string; readonly small: string }
	| { readonly kind: "statement"; readonly big: string; readonly small?: string }
	| { readonly kind: "number"; readonly big: string; readonly small: string }
	| {
			readonly kind: "chart";
			readonly head: string;
			readonly bars: readonly { readonly label: string; readonly value: number }[];
	  }
	| { readonly kind: "dots"; readonly head: string }
	| {
			readonly kind: "terminal";
			readonly lines: readonly {
				readonly text: string;
				readonly colour: "plain" | "add" | "change" | "calm";
			}[];
	  }
	| { readonly kind: "heal"; readonly head: string }
	| { readonly kind: "list"; readonly head: string; readonly rows: readonly string[] };

export type View = Slide | { readonly kind: "speaker" } | { readonly kind: "both" };

export interface Line {
	readonly who: Speaker;
	readonly say: string;
	/** Seconds of silence after it; 0.6 unless said. */
	readonly rest?: number;
	/** Cut to this view just before the line; absent: stay. */
	readonly show?: View;
	/** Length of applause after it, in seconds. */
	readonly applause?: number;
}

export interface Section {
	readonly name: string;
	readonly theme: "night" | "sea" | "plum" | "paper" | "forest";
	/** Soft chords below the voice. */
	readonly music?: boolean;
	readonly lines: readonly Line[];
}

const speaker: View = { kind: "speaker" };
const both: View = { kind: "both" };

export const TALK: readonly Section[] = [
	{
		name: "Welcome",
		theme: "night",
		music: true,
		lines: [
			{
				who: "mara",
				say: "Good morning, and welcome.",
				rest: 0.7,
				show: {
					kind: "title",
					big: "The release that\nfixed itself",
					small: "A short talk about a long night",
				},
			},
			{ who: "mara", say: "This is a short talk about a long night.", rest: 0.8, show: both },
			{ who: "tom", say: "We call it, the release that fixed itself.", rest: 0.5 },
		],
	},
	{
		name: "Four in the afternoon",
		theme: "plum",
		lines: [
			{
				who: "tom",
				say: "Have you ever shipped on a Friday, at 4 in the afternoon?",
				rest: 0.8,
				show: { kind: "statement", big: "Friday,\nfour in the\nafternoon.", small: "What could go wrong?" },
			},
			{ who: "tom", say: "We did.", rest: 0.9, show: speaker },
			{
				who: "tom",
				say: "There were 42 changes in one release, | and not one of us could say what the third one did.",
				rest: 0.6,
				show: { kind: "number", big: "42", small: "changes in one release" },
			},
			{ who: "tom", say: "By midnight, eleven of us were on a call.", rest: 1.0, show: speaker },
			{ who: "tom", say: "And nobody was talking.", rest: 0.4 },
		],
	},
	{
		name: "The bill",
		theme: "paper",
		lines: [
			{
				who: "mara",
				say: "What does one bad night cost?",
				rest: 0.8,
				show: { kind: "statement", big: "What does\none bad night\ncost?" },
			},
			{ who: "mara", say: "We counted.", rest: 0.6, show: speaker },
			{
				who: "mara",
				say: "Six hours of outage. | 9000 angry customers. | And one birthday cake that nobody ate.",
				rest: 1.0,
				show: {
					kind: "list",
					head: "The bill",
					rows: ["6 hours of outage", "9,000 angry customers", "1 birthday cake, not eaten"],
				},
			},
			{ who: "mara", say: "And the bug itself?", rest: 0.9, show: speaker },
			{
				who: "mara",
				say: "One missing comma.",
				rest: 0.3,
				applause: 2.2,
				show: { kind: "number", big: ",", small: "was missing" },
			},
		],
	},
	{
		name: "More, not less",
		theme: "sea",
		lines: [
			{ who: "tom", say: "So we asked ourselves a strange question.", rest: 0.6, show: speaker },
			{
				who: "tom",
				say: "What if we shipped more often, not less?",
				rest: 0.9,
				show: { kind: "statement", big: "What if we shipped\nmore often?" },
			},
			{
				who: "tom",
				say: "In January, 2 releases a month. | By March, 10. | By May, 45. | By July, 120.",
				rest: 0.7,
				show: {
					kind: "chart",
					head: "Releases a month",
					bars: [
						{ label: "Jan", value: 2 },
						{ label: "Mar", value: 10 },
						{ label: "May", value: 45 },
						{ label: "Jul", value: 120 },
					],
				},
			},
			{ who: "tom", say: "And the outages?", rest: 0.9, show: speaker },
			{
				who: "tom",
				say: "They fell by 80 percent.",
				rest: 0.5,
				show: { kind: "number", big: "−80%", small: "outages" },
			},
		],
	},
	{
		name: "No haystack",
		theme: "night",
		lines: [
			{
				who: "mara",
				say: "Why does smaller mean safer?",
				rest: 0.8,
				show: { kind: "statement", big: "Why does\nsmaller mean\nsafer?" },
			},
			{
				who: "mara",
				say: "Because when only one thing changes, | there is only one thing to blame.",
				rest: 0.8,
				show: { kind: "dots", head: "One thing changed" },
			},
			{ who: "mara", say: "You do not need to search for the needle.", rest: 0.7, show: speaker },
			{ who: "mara", say: "There is no haystack.", rest: 0.5 },
		],
	},
	{
		name: "Twelve lines",
		theme: "forest",
		lines: [
			{ who: "tom", say: "Here is the idea that changed everything.", rest: 0.7, show: speaker },
			{
				who: "tom",
				say: "Stop writing down the steps. | Write down the end.",
				rest: 0.9,
				show: { kind: "statement", big: "Not the steps.\nThe end.", small: "Say what should be true" },
			},
			{
				who: "tom",
				say: "Our old checklist had 64 steps, | and every step was a chance to be tired.",
				rest: 0.7,
				show: speaker,
			},
			{
				who: "tom",
				say: "The new one is 12 lines long, | and it only says what should be true.",
				rest: 0.6,
				show: { kind: "number", big: "64 → 12", small: "steps became lines" },
			},
		],
	},
	{
		name: "Read the plan",
		theme: "night",
		lines: [
			{ who: "mara", say: "Who reads the plan before it runs?", rest: 0.7, show: speaker },
			{ who: "mara", say: "You do.", rest: 0.7 },
			{
				who: "mara",
				say: "The machine compares what you want with what is there, | and it shows you the difference.",
				rest: 0.6,
				show: {
					kind: "terminal",
					lines: [
						{ text: "$ plan", colour: "plain" },
						{ text: "+ add      3 servers", colour: "add" },
						{ text: "~ change   1 address", colour: "change" },
						{ text: "  destroy  nothing", colour: "calm" },
					],
				},
			},
			{ who: "mara", say: "3 things to add. | 1 to change. | Nothing to destroy.", rest: 0.9 },
			{
				who: "mara",
				say: "It is the cheapest courage you will ever buy.",
				rest: 0.5,
				show: { kind: "statement", big: "The cheapest\ncourage you will\never buy." },
			},
		],
	},
	{
		name: "The night in October",
		theme: "plum",
		music: true,
		lines: [
			{ who: "tom", say: "Then came the night in October.", rest: 0.7, show: both },
			{ who: "tom", say: "At 2 in the morning, a disk died, | and half of our work was gone.", rest: 0.8 },
			{ who: "mara", say: "Guess who got the call?", rest: 0.9 },
			{
				who: "tom",
				say: "Nobody.",
				rest: 0.9,
				show: { kind: "number", big: "0", small: "people were called" },
			},
			{
				who: "tom",
				say: "The system read the list, | saw what was missing, | and made only that.",
				rest: 0.8,
				show: { kind: "heal", head: "Made only what was missing" },
			},
			{
				who: "mara",
				say: "We found out at breakfast. | It had taken 90 seconds.",
				rest: 0.3,
				applause: 2.6,
				show: both,
			},
		],
	},
	{
		name: "Never twice",
		theme: "paper",
		lines: [
			{
				who: "mara",
				say: "What is the one thing it must never do?",
				rest: 0.8,
				show: { kind: "statement", big: "The one thing\nit must never do" },
			},
			{ who: "mara", say: "The same thing twice.", rest: 0.8, show: speaker },
			{ who: "mara", say: "Send one invoice twice, | and you lose a friend.", rest: 0.7 },
			{
				who: "mara",
				say: "So before each step it writes, I am about to. | And after it, it is done.",
				rest: 0.7,
				show: {
					kind: "list",
					head: "The notebook",
					rows: ["09:00:01  about to", "09:00:02  done", "09:00:03  about to ..."],
				},
			},
			{ who: "mara", say: "If it is not sure, it stops, | and it asks a human.", rest: 0.6 },
		],
	},
	{
		name: "On Monday",
		theme: "sea",
		lines: [
			{ who: "tom", say: "Do you want to try it on Monday?", rest: 0.7, show: speaker },
			{
				who: "tom",
				say: "One. Make the release smaller, until it feels silly. | Two. Write what should be true, not what to do. | Three. Read the plan out loud.",
				rest: 0.8,
				show: {
					kind: "list",
					head: "On Monday",
					rows: ["1  Make it smaller", "2  Say what should be true", "3  Read the plan out loud"],
				},
			},
			{
				who: "tom",
				say: "If you can not say it, do not ship it.",
				rest: 0.6,
				show: { kind: "statement", big: "If you can not\nsay it, do not\nship it." },
			},
		],
	},
	{
		name: "Good night",
		theme: "night",
		music: true,
		lines: [
			{ who: "mara", say: "We started with a long night.", rest: 0.6, show: both },
			{ who: "tom", say: "We ended with a long breakfast.", rest: 0.8 },
			{
				who: "mara",
				say: "Ship small. | Read the plan. | Sleep well.",
				rest: 0.8,
				show: { kind: "statement", big: "Ship small.\nRead the plan.\nSleep well.", small: "Thank you" },
			},
			{ who: "tom", say: "Thank you.", rest: 0.3, applause: 4 },
		],
	},
];
