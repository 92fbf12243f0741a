import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fontIn } from "../../src/engine/captions/brand-font.ts";
import { openFonts } from "../../src/engine/captions/font-choice.ts";
import { MediaFault } from "../../src/engine/io/engine-fault.ts";
import type { Brand, RenderRequest } from "../../src/engine/port.ts";
import { png } from "../builders/png.ts";
import { clipOf } from "../sheets/shots.ts";
import { caption, drawn, hook } from "./drawn-script.ts";
import { type Build, builds, ffmpeg, makeVideo, runOf, signal, TALK_SRT, withEngine } from "./media.ts";

const brands = suite("a mark of one's own");
const ANYWHERE = ["top-right", "top-left", "bottom-right", "bottom-left"] as const;
const HEEBO = createRequire(import.meta.url).resolve(
	"@expo-google-fonts/heebo/800ExtraBold/Heebo_800ExtraBold.ttf",
);
const brand = (given: Partial<Brand>): { readonly brand: Brand } => ({
	brand: { place: ANYWHERE, opacity: 1, ...given },
});
type Wish = Pick<RenderRequest, "reframe"> & Partial<Pick<RenderRequest, "caption" | "hook">>;

/** The middle of a part of the first second, as red, green and blue. */
async function colourAt(build: Build, file: string, part: string): Promise<readonly number[]> {
	const filter = `crop=${part},scale=1:1:flags=area:in_color_matrix=bt709,format=rgb24`;
	const raw = `${file}.rgb`;
	await ffmpeg(build, ["-ss", "1", "-i", file, "-frames:v", "1", "-vf", filter, "-f", "rawvideo", raw]);
	return [...(await readFile(raw))];
}

/** The middle of a part of a picture, likewise. */
async function firstColour(build: Build, file: string, part: string): Promise<readonly number[]> {
	const raw = `${file}.rgb`;
	const filter = `crop=${part},scale=1:1:flags=area,format=rgb24`;
	await ffmpeg(build, ["-i", file, "-frames:v", "1", "-vf", filter, "-f", "rawvideo", raw]);
	return [...(await readFile(raw))];
}

for (const build of await builds()) {
	brands(`a logo is over every layout in its corner, in its colour (${build.name})`, () =>
		withEngine(build, async (engine, folder) => {
			const [file, logo] = [join(folder, "talk.mp4"), join(folder, "logo.png")];
			const transcript = join(folder, "talk.srt");
			makeVideo(file, { size: "320x180", seconds: 3 });
			await writeFile(logo, png({ width: 100, height: 50 }));
			await writeFile(transcript, TALK_SRT);
			const rendered = async (name: string, wish: Wish, given: Partial<Brand>) => {
				const output = join(folder, `${name}.mp4`);
				const request = { file, transcript, clip: clipOf(0, 2_000), resolution: "480p" as const };
				await engine.render({ ...request, ...wish, ...brand({ logo, ...given }), output }, runOf());
				return output;
			};
			const upright = { ratio: "9:16", layout: "Fit" } as const;
			// The right upper corner of the safe area: 58 of 480 and 120 of 854 pixels from the edges.
			const inside = "40:20:370:130";
			const [solid, faint] = [
				await rendered("solid", { reframe: upright, ...caption() }, { place: ["top-right"] }),
				await rendered("faint", { reframe: upright }, { place: ["top-right"], opacity: 0.3 }),
			];
			const [red = 0, green = 255, blue = 0] = await colourAt(build, solid, inside);
			assert.ok(red > 215 && green < 30 && Math.abs(blue - 90) < 25, [red, green, blue].join());
			const [less = 255] = await colourAt(build, faint, inside);
			assert.ok(less < red - 25, `${less} of ${red}`);
			const [other = 255] = await colourAt(build, solid, "40:20:70:130");
			assert.ok(other < 200, String(other));
			const square = await rendered(
				"square",
				{ reframe: { ratio: "1:1", layout: "Full" } },
				{ place: ["bottom-left"] },
			);
			const [corner = 0, , tint = 0] = await colourAt(build, square, "30:12:60:400");
			assert.ok(corner > 200 && Math.abs(tint - 90) < 30, `${corner}, ${tint}`);
		}),
	);

	brands(`a logo is in the corner of the thumbnail, in its colour (${build.name})`, () =>
		withEngine(build, async (engine, folder) => {
			const [file, logo] = [join(folder, "talk.mp4"), join(folder, "logo.png")];
			makeVideo(file, { size: "640x360", seconds: 3 });
			await writeFile(logo, png({ width: 100, height: 50 }));
			const made = async (name: string, given: Partial<Brand>) => {
				const output = join(folder, `${name}.jpg`);
				await engine.thumbnail({ file, clip: clipOf(0, 2_000), output, ...brand(given) }, signal());
				return output;
			};
			const marked = await made("marked", { logo, place: ["top-left"] });
			const plain = await made("plain", {});
			// The left upper corner of the safe area: 64 of 640 and 28 of 360 pixels from the edges.
			const inside = "40:20:76:36";
			const [red = 0, green = 255, blue = 0] = await firstColour(build, marked, inside);
			assert.ok(red > 215 && green < 40 && Math.abs(blue - 90) < 25, [red, green, blue].join());
			assert.equal(
				await readFile(await made("again", { logo, place: ["top-left"] })),
				await readFile(marked),
			);
			const elsewhere = "60:60:400:150";
			const [one, other] = [
				await firstColour(build, marked, elsewhere),
				await firstColour(build, plain, elsewhere),
			];
			assert.ok(
				one.every((value, at) => Math.abs(value - (other[at] ?? 0)) < 12),
				`${one} ${other}`,
			);
		}),
	);

	brands(`a logo that is no whole PNG ends the render and meets no decoder (${build.name})`, () =>
		withEngine(build, async (engine, folder) => {
			const [file, logo] = [join(folder, "talk.mp4"), join(folder, "logo.png")];
			makeVideo(file, { size: "320x180", seconds: 3 });
			await writeFile(logo, png().subarray(0, 60));
			const request = { file, clip: clipOf(0, 2_000), resolution: "480p" as const };
			const failure = await engine
				.render({ ...request, ...brand({ logo }), output: join(folder, "clip.mp4") }, runOf())
				.catch((error: unknown) => error);
			assert.ok(failure instanceof MediaFault);
			assert.is(failure.message, "The logo of the brand is cut off.");
		}),
	);
}

brands("texts are in the colours of the brand, whatever their style", async () => {
	const colours = { text: "112233", highlight: "445566", hookText: "778899", hookPlate: "AABBCC" };
	const { text } = await drawn({ ...caption("temp-7"), ...hook(), ...brand({ colours }) });
	const styleOf = (name: string) => text.split("\n").find((line) => line.startsWith(`Style: ${name},`)) ?? "";
	assert.match(styleOf("Caption"), "&H00332211&");
	assert.match(text, "&H00665544&");
	assert.match(styleOf("Hook"), /&H00998877&.*&H00CCBBAA&/);
	assert.not.match((await drawn(caption("temp-7"))).text, "&H00332211&");
});

brands("a font file draws texts, and others the letters that it lacks", async () => {
	const { text, notes } = await drawn(
		{ ...caption(), ...brand({ font: { file: HEEBO } }) },
		{
			srt: "1\n00:00:00,000 --> 00:00:04,000\nShalom means peace\n\n2\n00:00:05,000 --> 00:00:09,000\nПривет всем\n",
		},
	);
	assert.match(text, /Style: Caption,Heebo ExtraBold,/);
	assert.match(text, "Montserrat ExtraBold");
	assert.equal(notes, []);
});

brands("a family is found in the program or on the machine; one that is not there is said", async () => {
	const of = async (family: string) => {
		const { fonts, unfound } = await openFonts(undefined).choose({
			text: "Peace",
			language: "en",
			font: { family },
			signal: signal(),
		});
		return [fonts[0].family, unfound];
	};
	assert.equal(await of("heebo"), ["Heebo ExtraBold", undefined]);
	assert.equal(await of("No Such Family"), [
		"Montserrat ExtraBold",
		'The font "No Such Family" of the brand is not on this machine: Montserrat ExtraBold is used instead.',
	]);
});

brands("what is no font is none, however it is broken", async () => {
	const bytes = await readFile(HEEBO);
	assert.is(fontIn(bytes)?.family, "Heebo ExtraBold");
	const broken = [
		Buffer.alloc(0),
		Buffer.from("OTTO"),
		Buffer.alloc(5_000),
		bytes.subarray(0, 2_000),
		Buffer.concat([bytes.subarray(0, 12), Buffer.alloc(4_000, 0xff)]),
	];
	assert.equal(
		broken.map((each) => fontIn(each)),
		broken.map(() => undefined),
	);
});

brands.run();
