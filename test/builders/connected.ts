type Raw = Readonly<Record<string, Readonly<Record<string, Record<string, unknown>>> | undefined>>;

/**
 * A value of the campaign schema's shape, with names that name something: everything else stays as
 * the schema's examples have it.
 */
export function connected(value: unknown): Record<string, unknown> {
	const raw = agreed(value) as Raw;
	const names = (part: string) => Object.keys(raw[part] ?? {});
	const [video, account] = [names("videos")[0], names("accounts")[0]];
	const videos = Object.entries(raw.videos ?? {}).map(([name, { like, preset, each, ...rest }]) => {
		const [known] = names("presets");
		return [
			name,
			{
				...rest,
				source: rest.source ?? "./media/keynote.mp4",
				export: rest.export ?? {},
				...(preset !== undefined && known !== undefined && { preset: known }),
			},
		];
	});
	const posts = Object.entries(raw.posts ?? {}).flatMap(([name, { schedule, to, where, ...rest }]) => {
		if (account === undefined) return [];
		const [known] = rest.at === undefined && schedule !== undefined ? names("schedules") : [];
		return [
			[
				name,
				{
					...rest,
					from: video,
					to: Array.isArray(to) ? [account] : { [account]: withoutWhere(Object.values(Object(to))[0]) },
					...chosen(raw.videos?.[video ?? ""]?.matrix),
					...(known !== undefined && { schedule: known }),
				},
			],
		];
	});
	const { moved, rules, inputs, feeds, ...others } = raw;
	return {
		...timeless(others),
		...withFeed(feeds),
		videos: { ...Object.fromEntries(videos), ...(feeds && { items: { each: "feed", export: {} } }) },
		...(raw.posts && { posts: Object.fromEntries(posts) }),
	};
}

function withoutWhere(target: unknown): object {
	const { where, ...rest } = Object(target ?? {});
	return rest;
}

/** Of the videos of a matrix, one: an account gets a moment once. */
function chosen(matrix: unknown): object {
	if (matrix === undefined) return {};
	const [[axis, values] = ["", []]] = Object.entries(matrix as Readonly<Record<string, readonly string[]>>);
	return { where: { [axis]: values[0] } };
}

/** One feed, which is of one kind, is enough. */
function withFeed(feeds: Raw[string]): object {
	const [first = {}] = Object.values(feeds ?? {});
	const { rss, youtube, folder, file, stable_for, ...rest } = first as Record<string, unknown>;
	if (feeds === undefined) return {};
	if (youtube !== undefined) return { feeds: { feed: { ...rest, youtube } } };
	if (folder !== undefined)
		return { feeds: { feed: { ...rest, folder, ...(stable_for ? { stable_for } : {}) } } };
	return {
		feeds: {
			feed: { ...rest, ...(file === undefined ? { rss: rss ?? "https://example.com/f" } : { file }) },
		},
	};
}

/** Times of clips are those of one video. */
function timeless(value: object): object {
	return JSON.parse(JSON.stringify(value, (key, each) => (key === "add" ? undefined : each)));
}

/** What excludes each other does not stand together. */
function agreed(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(agreed);
	if (typeof value !== "object" || value === null) return value;
	const map = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, agreed(each)]));
	if (map.ranks !== undefined) delete map.top;
	if (map.display === "both") map.style = "temp-static-1";
	if (map.visibility !== undefined) map.visibility = "public";
	if (Array.isArray(map.add)) map.add = map.add.slice(0, 1);
	delete map.transcript;
	// Every video has a matrix of its own, of what asks for nothing else.
	if (isShared(map)) delete map.matrix;
	else if (map.matrix !== undefined) map.matrix = ratiosOf(map.matrix);
	if (map.matrix === undefined) delete map.matrix;
	return map;
}

/** Whether it stands in `defaults` or in a preset, which have no source. */
function isShared(map: Readonly<Record<string, unknown>>): boolean {
	return map.source === undefined && map.each === undefined;
}

function ratiosOf(matrix: unknown): object | undefined {
	const { ratio } = Object(matrix);
	return Array.isArray(ratio) ? { ratio } : undefined;
}
