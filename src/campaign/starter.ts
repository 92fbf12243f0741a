/** What a starter is made for. */
export interface StarterParts {
	readonly name: string;
	/** Path of the video from the campaign's folder, with `/`. */
	readonly video: string;
	/** Path of the schema from the campaign's folder. */
	readonly schema: string;
	/** IANA name. */
	readonly timezone: string;
}

/** A commented campaign that is valid, formatted, and ready to be applied with the embedded service. */
export function starterCampaign({ name, video, schema, timezone }: StarterParts): string {
	return `# yaml-language-server: $schema=${schema}
campaign: ${/^[A-Za-z]/.test(name) && !/^(true|false|null)$/i.test(name) ? name : JSON.stringify(name)}
timezone: ${timezone} # wall-clock times below are in it

# Names used below, and how to find the connected account. \`showrun accounts connect youtube\` connects one.
accounts:
  youtube-main: { platform: youtube, username: My Channel }

# What every video starts from.
defaults:
  clipping: { duration: 30-60s, limit: 5 }
  export:
    resolution: 1080p
    caption: {} # animated captions; {} takes the defaults
    reframe: { ratio: "9:16" }

# One entry is one clipping task.
videos:
  talk:
    source: ${JSON.stringify(video)}

# The best clips of a video, to each account: as soon as possible, or \`at: 2026-12-01T09:00\`, or in the slots of a \`schedule\`.
# With a time, \`handover: 48h\` keeps a post changeable until two days before it; \`showrun watch\`, or a regular apply, must run then.
# \`showrun schema --markdown\` says everything that can be said here; editors complete it.
posts:
  shorts:
    from: talk
    clips: { top: 2 }
    to:
      youtube-main:
        title: "{{ clip.title | truncate: 100 }}"
        description: "{{ clip.description }}"
        tags: "{{ clip.tags }}"
        visibility: public
`;
}

/** Settings for the embedded service with the account of the starter. */
export function starterSettings(schema: string): string {
	return `# yaml-language-server: $schema=${schema}
# Without service.url the embedded service cuts, renders and delivers into the folder outbox.
embedded:
  accounts:
    - { platform: youtube, username: My Channel }
`;
}
