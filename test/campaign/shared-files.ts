import { loadCampaigns } from "../../src/campaign/load.ts";
import type { LoadOptions } from "../../src/campaign/load-options.ts";
import { type Files, withFiles } from "./files.ts";

/** A shared file with each part. */
export const BRAND = `inputs:
  link: { default: "https://example.com/a" }
accounts:
  yt: { platform: youtube, username: Acme, max_per_day: 3 }
schedules:
  weekdays: { slots: { mon-fri: ["09:00"] } }
hashtags: { brand: [acme] }
presets:
  upright: { export: { resolution: 1080p, reframe: { ratio: "9:16" } } }
defaults:
  clipping: { language: en, limit: 4 }
  text:
    title: "{{ clip.title }}"
    description: "See {{ inputs.link }}"
brand: { logo: ./logo.png, opacity: 0.5, colours: { text: "#FFFFFF", highlight: "#FFD60A" } }
`;
/** What a campaign with these parts may hold. */
export const TALK = `videos: { talk: { source: talk.mp4, preset: upright } }
posts: { shorts: { from: talk, schedule: weekdays, to: [yt] } }
`;
/** A campaign that uses a file. */
export const uses = (file: string, rest = "") => `campaign: a\nuse: [${file}]\n${rest}${TALK}`;

/** Loads a folder. */
export function load(cwd: string, options: Partial<LoadOptions> = {}): ReturnType<typeof loadCampaigns> {
	return loadCampaigns(["."], { cwd, signal: AbortSignal.timeout(300_000), ...options });
}

/** What is wrong with files, as `rule file:line:column`, besides what was loaded. */
export async function problems(files: Files, options: (cwd: string) => Partial<LoadOptions> = () => ({})) {
	return withFiles({ "talk.mp4": "video", ...files }, async (cwd) => {
		const found = await load(cwd, options(cwd));
		const errors = found.diagnostics.filter(({ severity }) => severity === "error");
		return {
			...found,
			said: errors.map(({ rule, place }) => `${rule} ${place?.file}:${place?.line}:${place?.column}`),
		};
	});
}

/** The same without the logo, which is a file of its own. */
export const NO_BRAND = BRAND.replace(/^brand: .*\n/m, "");

/** A video that needs nothing. */
export const VIDEO = "videos: { talk: { source: talk.mp4 } }\n";
