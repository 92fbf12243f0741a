import { access, readdir } from "node:fs/promises";
import { posix, relative, resolve, sep } from "node:path";
import type { Kind } from "../../campaign/beginnings/kinds.ts";
import { isVideoName } from "../../campaign/video-name.ts";
import { type AccountRef, accountKey, PLATFORMS } from "../../model/account.ts";
import { StopFault } from "../../model/fault.ts";
import { isInside } from "../../system/paths.ts";
import { plain } from "../../views/ink.ts";
import { didYouMean } from "../../yaml/suggest.ts";
import { asked, err } from "../terminal/terminal.ts";

export interface InitFlags {
	readonly video?: readonly string[];
	readonly name?: string;
	/** Each as `platform:username`. */
	readonly account?: readonly string[];
	readonly review?: true;
	/** Address of a feed, or a folder with a pattern. */
	readonly feed?: string;
	/** Which kind of workspace. */
	readonly from?: Kind;
	/** A folder whose videos are written into the campaign. */
	readonly fromFolder?: string;
}

/** What a new campaign is about. */
export interface Answers {
	/** Paths from the workspace, or URLs. */
	readonly videos: readonly string[];
	/** Videos in the folder that nobody chose between. */
	readonly others: readonly string[];
	readonly accounts: readonly AccountRef[];
	readonly review: boolean;
	/** Absent: videos are named one by one. */
	readonly feed?: string;
}

/** What a campaign says where nobody names a video or an account. */
const LATER = "./talk.mp4";
const OUTBOX: AccountRef = { platform: "youtube", username: "My Channel" };

/** The answers that the flags give. Throws `StopFault` for a video or an account that cannot be used. */
export async function givenAnswers(root: string, flags: InitFlags): Promise<Answers> {
	const { video = [], account = [], review = false, feed } = flags;
	if (feed !== undefined)
		return {
			...{ videos: [], others: [], review, feed: feedOf(feed) },
			accounts: account.length === 0 ? [OUTBOX] : accountsOf(account),
		};
	const found = video.length > 0 ? await videosOf(root, video) : await videosIn(root);
	const unclear = video.length === 0 && found.length > 1 && !isBegun(flags);
	return {
		videos: unclear || found.length === 0 ? [LATER] : found,
		others: unclear ? found : [],
		accounts: account.length === 0 ? [OUTBOX] : accountsOf(account),
		review,
	};
}

/** Asks a person what the flags do not say. Throws `StopFault` when no more answers come. */
export async function askAnswers(root: string, flags: InitFlags): Promise<Answers> {
	const given = await givenAnswers(root, flags);
	const found = given.others.length > 0 ? given.others : given.videos;
	return {
		...given,
		videos:
			flags.video?.length || flags.feed !== undefined || isBegun(flags)
				? given.videos
				: await askVideos(root, found),
		others: [],
		accounts: flags.account?.length ? given.accounts : await askAccounts(),
		review: flags.review ?? (await askReview()),
	};
}

/** Whether the flags say which videos there are, if any. */
export function isBegun({ from, fromFolder }: InitFlags): boolean {
	return from !== undefined || fromFolder !== undefined;
}

function askVideos(root: string, found: readonly string[]): Promise<readonly string[]> {
	const names = found.map((name) => name.replace(/^\.\//, ""));
	const few = names.length > 3 ? `all ${names.length} videos` : names.join(", ");
	const question = `Videos, as files in ${displayPath(root)} or URLs (Enter: ${plain(few)}): `;
	return untilGood(question, async (text) =>
		text === ""
			? found
			: mustBeThere(root, await videosOf(root, names.includes(text) ? [text] : listed(text))),
	);
}

/** Whoever types a name means a file that exists. */
async function mustBeThere(root: string, videos: readonly string[]): Promise<readonly string[]> {
	for (const video of videos)
		if (!isVideoUrl(video) && !(await isThere(resolve(root, video))))
			throw new StopFault(`There is no file ${displayPath(resolve(root, video))}.`);
	return videos;
}

function askAccounts(): Promise<readonly AccountRef[]> {
	const question = "Accounts, such as youtube:Acme, tiktok:acme (Enter: a local outbox): ";
	return untilGood(question, async (text) => (text === "" ? [OUTBOX] : accountsOf(listed(text))));
}

function askReview(): Promise<boolean> {
	return untilGood("Approve each clip before it is posted? (Enter: yes): ", async (text) => {
		if (/^(y|yes|)$/i.test(text)) return true;
		if (/^(n|no)$/i.test(text)) return false;
		throw new StopFault("Type yes or no.");
	});
}

/** Asks again after an answer that cannot be taken. */
async function untilGood<Answer>(question: string, take: (text: string) => Promise<Answer>): Promise<Answer> {
	for (;;) {
		const text = await asked(question, new AbortController().signal);
		if (text === undefined) throw new StopFault("Stopped. Nothing was written.");
		try {
			return await take(text.trim());
		} catch (error) {
			if (!(error instanceof StopFault)) throw error;
			err(`${[error.message, error.remedy ?? ""].join(" ").trim()}\n`);
		}
	}
}

function listed(text: string): readonly string[] {
	return text
		.split(",")
		.map((each) => each.trim())
		.filter((each) => each !== "");
}

function accountsOf(given: readonly string[]): readonly AccountRef[] {
	const accounts = given.map(accountOf);
	return [...new Map(accounts.map((account) => [accountKey(account), account])).values()];
}

function accountOf(text: string): AccountRef {
	const [, written = "", username = ""] =
		/^([A-Za-z]+):\s*@?([^\s:/@\p{Cc}][^:/\p{Cc}]{0,99})$/u.exec(text) ?? [];
	const platform = PLATFORMS.find((each) => each === written.toLowerCase());
	if (platform !== undefined) return { platform, username: username.trim() };
	throw new StopFault(`"${plain(text)}" is not an account.`, {
		remedy:
			written === ""
				? "Write PLATFORM:USERNAME, for example youtube:Acme."
				: didYouMean(written, PLATFORMS, "Platforms"),
	});
}

/** Folders are written as the campaign beside them says them. */
function feedOf(text: string): string {
	if (/^https?:/i.test(text) && isVideoUrl(text)) return text;
	const folder = text.replace(/^\.\//, "");
	if (!/^([a-z][a-z0-9+.-]*:|[/~\\]|\.\.)/i.test(folder) && folder !== "" && !/\p{Cc}/u.test(folder))
		return `./${folder}`;
	throw new StopFault(`"${plain(text)}" is neither the address of a feed nor a folder of the workspace.`, {
		remedy: "Write https://…, or a folder with a pattern: 'recordings/*.mp4'.",
	});
}

async function videosIn(root: string): Promise<readonly string[]> {
	const found = await readdir(root).catch(() => []);
	return found
		.filter((name) => isVideoName(name) && !name.startsWith(".") && !/\p{Cc}/u.test(name))
		.sort()
		.map((name) => `./${name}`);
}

async function videosOf(root: string, given: readonly string[]): Promise<readonly string[]> {
	const found = await Promise.all(given.map((each) => (isVideoUrl(each) ? each : fromRoot(root, each))));
	return [...new Set(found)];
}

/** The video as named from here, or from the new workspace. */
async function fromRoot(root: string, video: string): Promise<string> {
	const here = resolve(video);
	const way = relative(root, isInside(root, here) || (await isThere(here)) ? here : resolve(root, video));
	if (way.startsWith("..") || !isVideoName(way))
		throw new StopFault(
			`${plain(video)} must be inside ${displayPath(root)}/ and end in .mp4, .mov, .webm or .avi.`,
			{ remedy: "Move it there, or name another file." },
		);
	return `./${way.split(sep).join(posix.sep)}`;
}

export function isVideoUrl(source: string): boolean {
	return /^https?:\/\//i.test(source) && URL.canParse(source);
}

export function isThere(path: string): Promise<boolean> {
	return access(path).then(
		() => true,
		() => false,
	);
}

/** A path as it is shown: from where the command was run. */
export function displayPath(path: string): string {
	return plain(relative(process.cwd(), path) || ".");
}
