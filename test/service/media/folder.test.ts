import { mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { folderMedia } from "../../../src/service/media/folder.ts";
import { mediaSuite, withFolder } from "../../conformance/media.ts";
import { results, until, upload, withWorld } from "../world.ts";

mediaSuite("a folder", (work) =>
	withFolder((folder) => {
		const data = join(folder, "data");
		return work({ folder, media: folderMedia(data), other: folderMedia(data) });
	}),
);

const folders = suite("media in a folder");

folders("what others put there is none of them", () =>
	withFolder(async (folder) => {
		const media = folderMedia(folder);
		await mkdir(join(folder, "renders", "a folder"), { recursive: true });
		await writeFile(join(folder, "secret"), "secret");
		await symlink(join(folder, "secret"), join(folder, "renders", "a link"));
		for (const name of ["renders/a folder", "renders/a link"])
			assert.equal([await media.find(name), await media.open(name)], [undefined, undefined], name);
		for await (const { name } of media.list("renders")) assert.unreachable(name);
	}),
);

folders("a task whose video was removed says what is lost and what to do", () =>
	withWorld({}, async (world) => {
		const video_url = await upload(world, "a talk");
		const sources = join(world.options.data, "sources");
		for (const name of await readdir(sources)) await rm(join(sources, name));
		const { body } = await world.call("POST", "/api/v2/clips", { body: { video_url } });
		const { id } = body.data as { readonly id: string };
		const task = await until(
			() => results(world, id),
			({ status }) => status === "FAILED",
		);
		assert.is(
			task.error_message,
			"The file talk.mp4 is not there any more. " +
				"Upload it and submit its video again; then publish what was not posted yet.",
		);
	}),
);

folders.run();
