/** One thing typed wrong. */
export interface Mistake {
	/** In the campaign: what should stand there, and what does. */
	readonly edit?: readonly [from: string, to: string];
	readonly also?: readonly [from: string, to: string];
	/** Beside the usual files, or in place of them. */
	readonly files?: Readonly<Record<string, string>>;
	readonly without?: readonly string[];
	readonly settings?: string;
	/** What is typed. Absent: `plan`. */
	readonly args?: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
}

const TITLE = '"{{ clip.title | truncate: 100 }}"';
const TOP = "    clips: { top: 2 }\n";
const timed = (line: string): Mistake => ({ edit: [TOP, `${TOP}    ${line}\n`] });
const remote = (url: string) => `service: { url: "${url}" }\n`;
const KEYED = { SHOWRUN_API_KEY: "sr_live_0123456789abcdef" };

/** What people type wrong in their first hour. */
export const MISTAKES: Readonly<Record<string, Mistake>> = {
	"a key that is misspelt": { edit: ["videos:", "vidoes:"] },
	"a tab for blanks": { edit: ["  talk:", "\ttalk:"] },
	"a bracket that is never closed": { edit: ["{ top: 2 }", "{ top: 2 "] },
	"a colon without a blank": { edit: ["campaign: talk", "campaign:talk"] },
	"the same key twice": { edit: ["campaign: talk", "campaign: talk\ncampaign: talk"] },
	"a file that is not called a campaign": {
		without: ["talk.campaign.yaml"],
		files: { "talk.yaml": "campaign: talk\n" },
	},
	"two files of one campaign": { files: { "more.campaign.yaml": "campaign: talk\n" } },
	"a video that is not there": { edit: ["./talk.mp4", "./tlak.mp4"] },
	"a folder for a video": { edit: ["./talk.mp4", "./media"], files: { "media/a.txt": "a" } },
	"an empty video": { files: { "talk.mp4": "" } },
	"a video that git lfs did not fetch": {
		files: { "talk.mp4": "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 1\n" },
	},
	"a document for a video": { edit: ["./talk.mp4", "./talk.txt"], files: { "talk.txt": "words" } },
	"a file outside of the workspace": { edit: ["./talk.mp4", "../../talk.mp4"] },
	"a path from home": { edit: ["./talk.mp4", "~/talk.mp4"] },
	"an address with a password": { edit: ["./talk.mp4", "https://ann:pw12@example.com/a.mp4"] },
	"subtitles that are not there": { edit: ["./talk.mp4", "./talk.mp4\n    transcript: ./tlak.srt"] },
	"subtitles that are none": {
		edit: ["./talk.mp4", "./talk.mp4\n    transcript: ./notes.srt"],
		files: { "notes.srt": "Dear diary,\n" },
	},
	"subtitles beside the video that are none": { files: { "talk.srt": "Dear diary,\n" } },
	"subtitles beside the video that are empty": { files: { "talk.srt": "" } },
	"ranks that no clip will have": { edit: ["{ top: 2 }", "{ ranks: [0, 2] }"] },
	"more clips than the video may have": { edit: ["{ top: 2 }", "{ top: 5 }"] },
	"captions and titles without a transcript": { without: ["talk.srt"] },
	"no ffmpeg": { env: { SHOWRUN_FFMPEG: "/nowhere/ffmpeg" } },
	"an ffmpeg in the workspace": { settings: "embedded: { ffmpeg: ./bin/ffmpeg }\n" },
	"an account whose authorization ended": {
		settings: "embedded: { accounts: [{ platform: youtube, username: Acme, token: expired }] }\n",
	},
	"a video that has another name": { edit: ["from: talk", "from: keynote"] },
	"an account that has another name": { edit: ["      yt:", "      youtube:"] },
	"a platform that is misspelt": { edit: ["platform: youtube", "platform: youtub"] },
	"an account that nobody connected": { edit: ["username: Acme", "username: AcmeTV"] },
	"the address of a channel": { edit: ["username: Acme", 'username: "https://youtube.com/@Acme"'] },
	"two names of one account": {
		edit: ["  yt:", "  two: { platform: youtube, username: Acme }\n  yt:"],
	},
	"a schedule that has another name": timed("schedule: morning"),
	"a time and a schedule": timed("schedule: mornings\n    at: 2099-12-01T09:00"),
	"a time in the past": timed("at: 2026-01-01T09:00"),
	"a day that does not exist": timed("at: 2099-02-30T09:00"),
	"a time without a T": timed("at: 2099-12-01 09:00"),
	"a schedule that is over": {
		...timed("schedule: mornings"),
		also: ['["09:00"] }', '["09:00"] }, until: 2026-01-01'],
	},
	"a clock that does not exist": { edit: ['"09:00"', '"25:00"'] },
	"a zone that does not exist": { edit: ["Europe/Berlin", "Europe/Bonn"] },
	"a range that ends before it begins": { edit: ["duration: 0-30s", "duration: 90-30s"] },
	"a resolution that does not exist": { edit: ["1080p", "1081p"] },
	"a ratio that does not exist": { edit: ['"9:16"', '"9:61"'] },
	"nothing to export": {
		edit: ['    export: { resolution: 1080p, caption: {}, reframe: { ratio: "9:16" } }\n', ""],
	},
	"no title for YouTube": { edit: [`yt: { title: ${TITLE} }`, "yt: {}"] },
	"a variable that does not exist": { edit: ["clip.title", "clip.name"] },
	"a template that is never closed": { edit: [TITLE, '"{{ clip.title }"'] },
	"an input that was not declared": { edit: [TITLE, '"{{ inputs.link }}"'] },
	"a title too long for YouTube": { edit: [TITLE, `"${"x".repeat(101)}"`] },
	"a visibility that YouTube does not have": { edit: [TITLE, `${TITLE}, visibility: hidden`] },
	"settings with a misspelt key": { settings: "emebdded: {}\n" },
	"a key pasted into the settings": {
		settings: "service: { url: https://clips.example, api_key: sk_live_abcdef0123456789 }\n",
	},
	"a service without its key": { settings: remote("SERVICE") },
	"a key that the service refuses": { settings: remote("SERVICE"), env: KEYED },
	"a service that cannot be reached": { settings: remote("http://127.0.0.1:9"), env: KEYED },
	"a folder that is not there": { args: ["plan", "campaings"] },
	"an address that names nothing": { args: ["plan", "--target", "talk.video.tolk"] },
	"a video to replace that is none": { args: ["plan", "--replace", "talk.video.tolk"] },
	"an option of another tool": { args: ["plan", "--dry-run"] },
};
