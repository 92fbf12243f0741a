import { createHash } from "node:crypto";
import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { missingLetterNotes, openFonts } from "../../src/engine/captions/font-choice.ts";
import { bundledFonts, captionFont } from "../../src/engine/captions/fonts.ts";
import { createEngine } from "../../src/engine/engine.ts";
import type { TakenFile } from "../../src/model/models.ts";
import { CATALOGUE, modelNamed } from "../../src/models/catalogue.ts";
import type { Models } from "../../src/models/open.ts";
import { fontOf } from "../builders/font.ts";
import { builds, signal, withFolder } from "./media.ts";

const fonts = suite("fonts of captions");
const HAN = "字骨說";
/** What the made fonts draw; the Chinese ones draw everything. */
const LETTERS: Readonly<Record<string, string>> = {
	SC: `${HAN}说あ`,
	TC: HAN,
	JP: `字骨あいう𠮷`,
	KR: "字한국",
};

/** A machine whose fontconfig knows the listed files. */
interface Machine {
	readonly folder: string;
	readonly models: Models;
	/** Puts the made fonts where pulled ones are. */
	readonly pull: () => Promise<void>;
	/** Puts a font on the machine. */
	readonly install: (letters: string) => Promise<void>;
}

/** Runs on a machine without fonts of its own, and with none pulled. */
async function withMachine(body: (machine: Machine) => Promise<void>): Promise<void> {
	const path = process.env.PATH;
	try {
		await withFolder(async (folder) => {
			await mkdir(join(folder, "bin"));
			await writeFile(
				join(folder, "bin", "fc-list"),
				`#!/bin/sh\ntest ! -e '${folder}/own.ttf' || printf '%s\\tOwn Sans\\tBold\\t0\\n' '${folder}/own.ttf'\n`,
			);
			await chmod(join(folder, "bin", "fc-list"), 0o755);
			process.env.PATH = `${join(folder, "bin")}:/usr/bin:/bin`;
			await body(machineIn(folder));
		});
	} finally {
		process.env.PATH = path;
	}
}

function machineIn(folder: string): Machine {
	const made = modelNamed(CATALOGUE, "fonts").parcels.map((parcel) => ({
		...parcel,
		files: parcel.files.filter(({ role }) => role).map(madeFile),
	}));
	const models = {
		folder: join(folder, "models"),
		platform: "linux-x64",
		catalogue: [{ ...modelNamed(CATALOGUE, "fonts"), parcels: made }],
	};
	return {
		folder,
		models,
		pull: async () => {
			for (const { id, files } of made) {
				for (const { path, role = "" } of files) {
					await mkdir(dirname(join(models.folder, id, path)), { recursive: true });
					await writeFile(join(models.folder, id, path), fontOf(LETTERS[role] ?? ""));
				}
			}
		},
		install: (letters) => writeFile(join(folder, "own.ttf"), fontOf(letters)),
	};
}

function madeFile(file: TakenFile): TakenFile {
	const bytes = fontOf(LETTERS[file.role ?? ""] ?? "");
	return { ...file, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}

async function chosen({ models }: Machine, text: string, language?: string) {
	const found = await openFonts(models).choose({ text, language, signal: signal() });
	return {
		families: found.fonts.slice(1).map(({ family }) => family),
		line: found.fallback.fontFor(text).family,
		notes: missingLetterNotes([found]),
	};
}

const PULL = "`showrun models pull fonts` fetches fonts for Chinese, Japanese and Korean.";

fonts("what the caption font draws needs no other", () =>
	withMachine(async (machine) =>
		assert.equal(await chosen(machine, "Déjà vu, Жизнь — “1 €”"), {
			families: [],
			line: "Montserrat ExtraBold",
			notes: [],
		}),
	),
);

fonts("letters that no font draws are named, with the command that fetches fonts for them", () =>
	withMachine(async (machine) => {
		const { families, notes } = await chosen(machine, "Hello 字あ한。!");
		assert.equal(families, []);
		assert.equal(notes, [
			`No font on this machine draws Chinese (字), Japanese (あ), Korean (한): these letters are left out. ${PULL}`,
		]);
	}),
);

fonts("letters that no command fetches a font for are named with another remedy", () =>
	withMachine(async (machine) =>
		assert.equal((await chosen(machine, "ⵣ ♜")).notes, [
			"No font on this machine draws Tifinagh (ⵣ), other signs (♜): these letters are left out. Install a font that does, Noto Sans for example.",
		]),
	),
);

const FORMS: readonly (readonly [text: string, language: string | undefined, family: string])[] = [
	["字骨", undefined, "Noto Sans S Chinese Bold"],
	["字骨", "zh-tw", "Noto Sans T Chinese Bold"],
	["字骨", "ja", "Noto Sans Japanese Bold"],
	["骨あ", undefined, "Noto Sans Japanese Bold"],
	["𠮷", "ja", "Noto Sans Japanese Bold"],
	["字한", undefined, "Noto Sans Korean Bold"],
];
for (const [text, language, family] of FORMS) {
	fonts(`"${text}" (${language ?? "no language named"}) is drawn with ${family} once fonts were pulled`, () =>
		withMachine(async (machine) => {
			await machine.pull();
			assert.equal(await chosen(machine, text, language), { families: [family], line: family, notes: [] });
		}),
	);
}

fonts("where the first font lacks a letter, a line is drawn with one that has all", () =>
	withMachine(async (machine) => {
		await machine.pull();
		const { families, line } = await chosen(machine, "骨あ说", "ja");
		assert.equal(
			[families, line],
			[["Noto Sans Japanese Bold", "Noto Sans S Chinese Bold"], "Noto Sans S Chinese Bold"],
		);
	}),
);

fonts("pulled fonts come before those of the machine, and those of this program before both", () =>
	withMachine(async (machine) => {
		await machine.install(`${HAN}λωאعก`);
		assert.equal((await chosen(machine, "字")).families, ["Own Sans"]);
		assert.equal((await chosen(machine, "λω")).line, "Manrope ExtraBold");
		await machine.pull();
		assert.equal((await chosen(machine, "字")).families, ["Noto Sans S Chinese Bold"]);
	}),
);

fonts("damaged fonts are told of and not used; letters of other scripts are drawn", () =>
	withMachine(async (machine) => {
		await machine.pull();
		await writeFile(join(machine.models.folder, "noto-jp-1.0.0/fonts/NotoSansJP-Bold.otf"), "cut off");
		const { families, notes } = await chosen(machine, "字 ω");
		assert.equal(families, ["Manrope ExtraBold"]);
		assert.match(
			notes[0] ?? "",
			/^The model for fonts is damaged: noto-jp.* is 7 bytes long.* Pull it again: showrun models pull fonts$/,
		);
		assert.match(notes[1] ?? "", /draws Chinese \(字\)/);
	}),
);

fonts("fonts that are pulled, damaged or removed while it runs make other pictures", () =>
	withMachine(async (machine) => {
		const running = openFonts(machine.models);
		const seen = [await running.identity(signal())];
		await machine.pull();
		seen.push(await running.identity(signal()));
		const [first] = (await running.choose({ text: "字", language: undefined, signal: signal() })).fonts.slice(
			1,
		);
		assert.is(first?.family, "Noto Sans S Chinese Bold");
		await rm(machine.models.folder, { recursive: true });
		seen.push(await running.identity(signal()));
		assert.equal([seen[0] === seen[2], seen[0] === seen[1]], [true, false]);
	}),
);

fonts("clips are known by the fonts they were drawn with", async () => {
	const [build] = await builds();
	await withMachine(async ({ folder, models, pull }) => {
		const engine = createEngine({
			ffmpeg: { wanted: build?.path ?? "", searchPath: "" },
			cache: join(folder, "cache"),
			models,
		});
		const before = await engine.identity(signal());
		assert.is(await engine.identity(signal()), before);
		await pull();
		assert.is.not(await engine.identity(signal()), before);
	});
});

fonts("another font on the machine makes other pictures, the same ones the same", () =>
	withMachine(async (machine) => {
		const identity = () => openFonts(machine.models).identity(signal());
		const bare = await identity();
		assert.is(await identity(), bare);
		await machine.install("字");
		assert.is.not(await identity(), bare);
	}),
);

const SETS: Readonly<Record<string, readonly [family: string, letters: string]>> = {
	"Latin with marks, smart punctuation and currencies": [
		"Montserrat ExtraBold",
		"éüşğıİñøßœẽạ“”‘’«»…–—€£$¥₽₴©™\u0301\u0323",
	],
	Greek: ["Manrope ExtraBold", "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰΆΈΉΊΌΎΏ;·"],
	"Hebrew with points": [
		"Heebo ExtraBold",
		"אבגדהוזחטיכךלמםנןסעפףצץקרשת\u05B0\u05B8\u05BC\u05C1\u05C2־״׳abc123.,?!%",
	],
	"Arabic, Persian and Urdu with the forms renderers without a shaper take": [
		"Noto Sans Arabic ExtraBold",
		"ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژگکیٹڈڑںھہے،؛؟٠٩۰۹\u064B\u0651ﻻﻼﺎﺑﺒﺐﻬﻊﻋﻌﭘﭙﮐﮑﮔﮕﯾﯿabc123.,?!%",
	],
	Thai: [
		"Noto Sans Thai ExtraBold",
		"กขคฆงจฉชซญดตถทธนบปผฝพฟภมยรลวศษสหฬอฮะาำเแโใไ\u0E31\u0E34\u0E38\u0E48\u0E49\u0E4Cๆฯ฿๐๙abc123.,?!%",
	],
	Hindi: [
		"Noto Sans Devanagari ExtraBold",
		"अआइईउऊएऐओऔकखगघचछजझटठडढणतथदधनपफबभमयरलवशषसह\u093E\u093F\u0940\u0941\u094D\u0902।₹०९abc123.,?!%",
	],
};
for (const [script, [family, letters]] of Object.entries(SETS)) {
	fonts(`${script}: ${family} has every letter`, async () => {
		const font = [await captionFont(), ...(await bundledFonts())].find((each) => each.family === family);
		assert.equal(font?.glyphs.missing(letters), []);
	});
}

fonts.run();
