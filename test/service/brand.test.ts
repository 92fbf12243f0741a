import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { sha256 } from "../../src/system/files.ts";
import type { WireUploadTarget } from "../../src/wire/messages.gen.ts";
import { png } from "../builders/png.ts";
import {
	accountOn,
	exported,
	results,
	START,
	submit,
	until,
	upload,
	type World,
	withWorld,
} from "./world.ts";

const brands = suite("brands");
const HEEBO = createRequire(import.meta.url).resolve(
	"@expo-google-fonts/heebo/800ExtraBold/Heebo_800ExtraBold.ttf",
);
const LOGO = png();
const DAY = 24 * 3_600_000;

async function uploaded(world: World, name: string, content: Uint8Array): Promise<string> {
	const { body } = await world.call("POST", "/api/v2/upload/single-file", { body: { name } });
	const { upload_url, identity } = body.data as WireUploadTarget;
	const put = await fetch(upload_url, { method: "PUT", body: content });
	if (put.status !== 200) throw new Error(`upload answered ${put.status}`);
	return identity;
}

brands("a logo, a font and colours are drawn in every clip; their identities may be used again", () =>
	withWorld({}, async (world) => {
		const logo = await uploaded(world, "logo.png", LOGO);
		const font_file = await uploaded(world, "Acme.TTF", await readFile(HEEBO));
		const colours = { text: "#aabbcc", hook_plate: "#112233" };
		const brand = { logo, font_file, colours, place: ["top-left", "top-left"], opacity: 0.5 };
		const project_id = await exported(world, { brand });
		const [first] = world.engine.rendered;
		const { logo: file = "", font, ...rest } = first?.brand ?? {};
		assert.equal(rest, {
			place: ["top-left"],
			opacity: 0.5,
			colours: { text: "AABBCC", hookPlate: "112233" },
		});
		assert.ok((await readFile(file)).equals(LOGO) && file.endsWith(`${sha256(LOGO)}.png`));
		assert.ok(font && "file" in font && font.file.endsWith(".ttf"));
		const before = world.engine.rendered.length;
		await exported(world, { brand });
		assert.is(world.engine.rendered.length, before);
		const asked = { project_id, brand: { logo } };
		const { body } = await world.call("POST", "/api/v2/clips/export", { body: asked });
		const { id } = body.data as { readonly id: string };
		await until(
			() => results(world, id, "export"),
			({ status }) => status === "SUCCEEDED",
		);
		assert.ok(world.engine.rendered.length > before);
		assert.equal(world.engine.rendered.at(-1)?.brand?.place.length, 4);
	}),
);

brands("a thumbnail has the logo of what was rendered, and is not one that was made without it", () =>
	withWorld({}, async (world) => {
		const logo = await uploaded(world, "logo.png", LOGO);
		const imageOf = async (more: Record<string, unknown>) => {
			const { clips } = await results(world, await exported(world, more));
			return (await fetch(clips[0]?.thumbnail ?? "")).text();
		};
		assert.is(await imageOf({}), "thumbnail 0");
		assert.is(await imageOf({ brand: { logo } }), "thumbnail 0 with a logo");
		assert.is(await imageOf({ brand: { colours: { text: "#112233" } } }), "thumbnail 0");
	}),
);

brands("another colour renders anew; one that nothing is written in does not", () =>
	withWorld({}, async (world) => {
		const rendered = async (more: Record<string, unknown>) => {
			const before = world.engine.rendered.length;
			await exported(world, more);
			return world.engine.rendered.length - before;
		};
		const captioned = { enable_caption: true };
		const colour = (text: string) => ({ brand: { colours: { text } } });
		assert.is(await rendered(captioned), 3);
		assert.is(await rendered({ ...captioned, ...colour("#112233") }), 3);
		assert.is(await rendered({ ...captioned, ...colour("#112234") }), 3);
		assert.is(await rendered({ ...captioned, ...colour("#112233") }), 0);
		assert.is(await rendered(colour("#112233")), 3);
		assert.is(await rendered(colour("#112234")), 0);
	}),
);

const wrong: Record<string, readonly [(world: World) => Promise<unknown> | unknown, string]> = {
	"a logo that nobody uploaded": [
		() => ({ logo: "01ARZ3NDEKTSV4RRFFQ69G5FAV" }),
		"brand.logo is not the identity of a PNG that was uploaded.",
	],
	"a video for a logo": [
		async (world) => ({ logo: await upload(world, "a talk") }),
		"brand.logo is not the identity of a PNG that was uploaded.",
	],
	"a logo that is cut off": [
		async (world) => ({ logo: await uploaded(world, "logo.png", LOGO.subarray(0, 50)) }),
		"brand.logo: the file is cut off.",
	],
	"a logo that is something else": [
		async (world) => ({ logo: await uploaded(world, "logo.png", Buffer.from("<svg onload=alert(1)>")) }),
		"brand.logo: the file is not a PNG.",
	],
	"a font that is none": [
		async (world) => ({ font_file: await uploaded(world, "a.otf", Buffer.from("OTTO and more")) }),
		"brand.font_file: the file is no TrueType or OpenType font that letters can be drawn with.",
	],
	"a path for a logo": [
		() => ({ logo: "../../etc/passwd" }),
		"brand.logo is not the identity of a PNG that was uploaded.",
	],
	"two fonts": [
		() => ({ font: "Acme", font_file: "x" }),
		"brand.font and brand.font_file exclude each other.",
	],
	"a family with a style": [() => ({ font: "Acme,20" }), "brand.font must be the name of a family."],
	"a colour by its name": [
		() => ({ colours: { text: "red", plate: "#12345" } }),
		"brand.colours.text must be a colour like #FFD60A; brand.colours.plate must be a colour like #FFD60A.",
	],
	"a corner that is none": [() => ({ place: ["middle"] }), "brand.place must be a list of strings."],
	"no corner": [() => ({ place: [] }), "brand.place must name at least one corner (omit it for all)."],
	"an unseen logo": [() => ({ opacity: 0 }), "brand.opacity must be between 0.05 and 1."],
	"an opacity in words": [() => ({ opacity: "half" }), "brand.opacity must be a number."],
};
for (const [title, [brandIn, message]] of Object.entries(wrong))
	brands(`${title} is refused`, () =>
		withWorld({}, async (world) => {
			const video_url = await upload(world, "a talk");
			const body = { video_url, enable_export: true, brand: await brandIn(world) };
			const answer = await world.call("POST", "/api/v2/clips", { body });
			assert.equal([answer.status, answer.body.message], [422, message]);
		}),
	);

brands("a family that is not on the machine is refused with those that are; one that is there is taken", () =>
	withWorld({}, async (world) => {
		const answerTo = async (font: string) => {
			const body = { video_url: await upload(world, "a talk"), enable_export: true, brand: { font } };
			return world.call("POST", "/api/v2/clips", { body });
		};
		const { status, body } = await answerTo("No Such Family");
		assert.is(status, 422);
		assert.match(
			body.message ?? "",
			/^brand\.font: "No Such Family" is not on this machine\. Use a font file, or one of: Montserrat, Manrope, Heebo,/,
		);
		assert.is((await answerTo("heebo")).status, 200);
	}),
);

brands("a brand without export has no effect, and a logo is no video", () =>
	withWorld({}, async (world) => {
		await submit(world, { brand: { logo: "nothing" } });
		const video_url = await uploaded(world, "logo.png", LOGO);
		const answer = await world.call("POST", "/api/v2/clips", { body: { video_url } });
		assert.equal(
			[answer.status, answer.body.message],
			[422, "video_url is the identity of an upload that is no video."],
		);
		const large = await world.call("POST", "/api/v2/upload/single-file", { body: { name: "l.png" } });
		const { upload_url } = large.body.data as WireUploadTarget;
		const put = await fetch(upload_url, { method: "PUT", body: Buffer.alloc(5 << 20) });
		assert.is(put.status, 413);
	}),
);

brands("its files are kept for as long as a post that is rendered with them waits", () =>
	withWorld({ keep: { recordsMs: 90 * DAY, uploadsMs: DAY, cacheMs: DAY } }, async (world) => {
		const logo = await uploaded(world, "logo.png", LOGO);
		const project_id = await exported(world, { brand: { logo } });
		const id = await accountOn(world, "youtube");
		const publish_configs = { [id]: { title: "Talk" } };
		const scheduled_at = START + 6 * DAY;
		const body = { project_id, idx: 0, publish_configs, scheduled_at };
		assert.is((await world.call("POST", "/api/v2/social-media/publish", { body })).status, 200);
		const file = world.engine.rendered[0]?.brand?.logo ?? "";
		world.clock.move(5 * DAY);
		await world.restart();
		assert.ok((await readFile(file)).equals(LOGO));
	}),
);

brands.run();
