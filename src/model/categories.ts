/** Categories that YouTube takes, by id. */
export const YOUTUBE_CATEGORIES: Readonly<Record<string, string>> = {
	1: "Film & Animation",
	2: "Autos & Vehicles",
	10: "Music",
	15: "Pets & Animals",
	17: "Sports",
	19: "Travel & Events",
	20: "Gaming",
	22: "People & Blogs",
	23: "Comedy",
	24: "Entertainment",
	25: "News & Politics",
	26: "Howto & Style",
	27: "Education",
	28: "Science & Technology",
	29: "Nonprofits & Activism",
};

/**
 * The id of a category given by name (in any case, `and` for `&`) or by id; undefined for one that YouTube
 * does not have.
 */
export function youtubeCategoryId(given: string): string | undefined {
	const name = folded(given);
	return Object.entries(YOUTUBE_CATEGORIES).find(([id, each]) => id === name || folded(each) === name)?.[0];
}

function folded(name: string): string {
	return name
		.trim()
		.toLowerCase()
		.replace(/\band\b/g, "&")
		.replace(/\s+/g, " ");
}
