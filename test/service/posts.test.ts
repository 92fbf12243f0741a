import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { newestPosts, publicPost } from "../../src/service/delivery/posts.ts";

const posts = suite("the posts in an account's folder");

async function withFolder(body: (folder: string) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-posts-"));
	try {
		await body(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Writes a post that was delivered at that second. */
async function put(
	folder: string,
	name: string,
	post: { readonly second: number } & Record<string, unknown>,
): Promise<string> {
	const { second, ...rest } = post;
	const path = join(folder, name);
	await mkdir(path);
	await writeFile(join(path, "video.mp4"), "video");
	await writeFile(
		join(path, "post.json"),
		JSON.stringify({ title: name, delivered_at: second * 1_000, ...rest }),
	);
	await utimes(join(path, "post.json"), second, second);
	return path;
}

posts(
	"thousands of them give the newest by delivery, whatever their names, without a file too many open",
	() =>
		withFolder(async (folder) => {
			for (let at = 0; at < 3_000; at += 1)
				await put(folder, `p${(at * 7919) % 3_000}`, { second: 1_000 + at });
			const found = await newestPosts(folder, 200);
			assert.equal(
				found.map(({ deliveredAt }) => deliveredAt / 1_000),
				Array.from({ length: 200 }, (_, at) => 3_999 - at),
			);
			const script = `import { newestPosts } from ${JSON.stringify(new URL("../../src/service/delivery/posts.ts", import.meta.url).href)};
console.log((await newestPosts(process.argv[1], 200)).length);`;
			const shell = `ulimit -n 64 && exec ${JSON.stringify(process.execPath)} --import tsx --input-type=module -e "$0" "$1"`;
			const { stdout } = await promisify(execFile)("sh", ["-c", shell, script, folder], { timeout: 300_000 });
			assert.is(stdout.trim(), "200");
		}),
);

posts("private ones that are newer do not hide public ones", () =>
	withFolder(async (folder) => {
		for (let at = 0; at < 20; at += 1)
			await put(folder, `private${at}`, { second: 100 + at, visibility: "private" });
		for (let at = 0; at < 3; at += 1) await put(folder, `public${at}`, { second: at });
		assert.equal(
			(await newestPosts(folder, 4)).map(({ id }) => id),
			["public2", "public1", "public0"],
		);
	}),
);

const NOT_POSTS: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
	"without its video": (path) => rm(join(path, "video.mp4")),
	"with a torn post.json": (path) => writeFile(join(path, "post.json"), '{"title": "x'),
	"with a post.json that is no object": (path) => writeFile(join(path, "post.json"), "[1]"),
	"with a post.json of many megabytes": (path) =>
		writeFile(join(path, "post.json"), JSON.stringify({ title: "x".repeat(2_000_000) })),
	"whose post.json is a pipe": async (path) => {
		await rm(join(path, "post.json"));
		await promisify(execFile)("mkfifo", [join(path, "post.json")]);
	},
	"whose video is a link": async (path) => {
		await rm(join(path, "video.mp4"));
		await symlink("post.json", join(path, "video.mp4"));
	},
	"that is private": (path) => writeFile(join(path, "post.json"), '{"visibility":"private"}'),
	"that is unlisted": (path) => writeFile(join(path, "post.json"), '{"visibility":"unlisted"}'),
	"of a visibility nobody knows": (path) => writeFile(join(path, "post.json"), '{"visibility":"PRIVATE"}'),
};
for (const [title, change] of Object.entries(NOT_POSTS))
	posts(`a folder ${title} is no public post`, () =>
		withFolder(async (folder) => {
			const path = await put(folder, "p", { second: 1 });
			assert.is((await publicPost(path))?.id, "p");
			await change(path);
			assert.equal([await publicPost(path), await newestPosts(folder, 9)], [undefined, []]);
		}),
	);

posts("a moment no calendar can say becomes the first one", () =>
	withFolder(async (folder) => {
		const path = await put(folder, "p", { second: 1, delivered_at: 9e15 });
		assert.is((await publicPost(path))?.deliveredAt, 0);
	}),
);

posts.run();
