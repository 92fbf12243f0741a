import { suite } from "uvu";
import * as assert from "uvu/assert";
import { renditionAddress } from "../../src/model/address.ts";
import { defined } from "../../src/model/defined.ts";
import type { EngineFacts } from "../../src/model/observed.ts";
import type { Brand } from "../../src/model/own-brand.ts";
import { withWritten } from "../../src/model/own-brand.ts";
import type { ExportSettings } from "../../src/model/task.ts";
import { branded } from "../../src/plan/desired/brand.ts";
import { plan } from "../../src/plan/plan.ts";
import { reasonSentence } from "../../src/views/sentences/reasons.ts";
import { campaign, post, settledVideo, snapshot, TALK, video, world } from "../builders/world.ts";

const brands = suite("a brand in a plan");
const LOGO = "/w/logo.png";
const BRAND: Brand = { logo: LOGO, place: ["top-left"], colours: { text: "#112233" } };
const FILES = { [LOGO]: "a".repeat(64) };
const CAPTIONED: ExportSettings = { resolution: "720p", caption: { style: "temp-7", display: "original" } };
const SMALL = {
	name: "small",
	place: { file: "k.campaign.yaml", line: 9, column: 1 },
	export: { resolution: "480p" },
	clips: {},
} as const;

interface Given {
	readonly brand?: Brand | undefined;
	readonly files?: Readonly<Record<string, string>>;
	readonly declared?: boolean | undefined;
	readonly engine?: EngineFacts;
	/** What the settled task was submitted with. Absent: it was not. */
	readonly before?: ExportSettings;
	readonly renditions?: readonly (typeof SMALL)[];
}

function planned({ brand = BRAND, files = FILES, declared, engine, before, renditions = [] }: Given) {
	const of = world({
		campaigns: [
			campaign({
				videos: [video({ export: CAPTIONED, renditions })],
				posts: [post({ clips: {} })],
				brand,
			}),
		],
		options: defined({ brand: declared }),
		...(before && {
			state: snapshot({ [TALK]: { ...settledVideo(), request: { ...settledRequest(), export: before } } }),
		}),
	});
	return plan({ ...of, observed: { ...of.observed, brandFiles: files, ...defined({ engine }) } }).changes;
}

function settledRequest() {
	const [first] = planned({});
	if (first?.action !== "submit") throw new Error("nothing was to be submitted");
	return first.request;
}

const withLogo = branded(CAPTIONED, { brand: BRAND }, { brandFiles: FILES });

brands("is part of what is submitted, its files by what they hold", () => {
	const [change] = planned({});
	assert.ok(change?.action === "submit");
	assert.equal(change.request.export?.brand, {
		logo: { sha256: "a".repeat(64) },
		place: ["top-left"],
		colours: { text: "#112233" },
	});
	assert.equal(change.brand, { logo: LOGO });
});

brands("that changes renders again, told field by field like a caption style; the same is no change", () => {
	const told = (given: Given) =>
		planned({ before: withLogo, ...given })
			.filter(({ address }) => address === TALK)
			.map((change) => [change.action, change.reason, change.differences?.map(({ field }) => field)]);
	assert.equal(told({}), []);
	const changed = (fields: readonly string[]) => [["resubmit", "export-changed", fields]];
	assert.equal(told({ files: { [LOGO]: "b".repeat(64) } }), changed(["export.brand.logo.sha256"]));
	assert.equal(
		told({ brand: { ...BRAND, colours: { text: "#445566" } } }),
		changed(["export.brand.colours.text"]),
	);
});

brands("is asked for of no service that does not declare it, and no post is promised then", () => {
	const [change, ...others] = planned({ declared: false });
	assert.equal([change?.action, others], ["attention", []]);
	assert.is(
		change && reasonSentence(change),
		"a clip that is asked for cannot be made (brand-refused: A brand is asked for, and the service does not " +
			"declare `brand`.)",
	);
	assert.equal(
		[true, undefined].map((declared) => planned({ declared })[0]?.action),
		["submit", "submit"],
	);
});

brands("is in renditions too", () => {
	const small = renditionAddress("k", "talk", "small");
	const rendition = (declared: boolean) =>
		planned({ declared, before: withLogo, renditions: [SMALL] }).find(({ address }) => address === small);
	const change = rendition(true);
	assert.ok(change?.action === "render");
	assert.equal(change.request.export.brand, { logo: { sha256: "a".repeat(64) }, place: ["top-left"] });
	assert.is(rendition(false)?.action, "attention");
});

brands("with a font that this machine lacks is not submitted, and the reason names those it has", () => {
	const brand = { font: { family: "Acme" } };
	const why = 'The font of the brand, "Acme" is not on this machine. Use a font file, or one of: Manrope.';
	const [change, ...others] = planned({ brand, engine: { transcribes: true, lacksFonts: { Acme: why } } });
	assert.equal([change?.action, others], ["attention", []]);
	assert.is(
		change && reasonSentence(change),
		`a clip that is asked for cannot be made (brand-font-missing: ${why})`,
	);
	const lacksOther = { transcribes: true, lacksFonts: { Other: why } };
	assert.is(planned({ brand, engine: lacksOther })[0]?.action, "submit");
	assert.is(planned({ brand })[0]?.action, "submit");
});

brands("or not, nothing is submitted where no ffmpeg can cut clips, and no post is promised", () => {
	const why = "No usable ffmpeg was found.";
	const [change, ...others] = planned({ engine: { transcribes: true, noFfmpeg: why } });
	assert.equal([change?.action, others], ["attention", []]);
	assert.is(change && reasonSentence(change), `a clip that is asked for cannot be made (no-ffmpeg: ${why})`);
});

brands("has only what has an effect", () => {
	const plain: ExportSettings = { resolution: "720p" };
	const of = (settings: ExportSettings, brand: Brand) =>
		branded(settings, { brand }, { brandFiles: FILES }).brand;
	assert.is(of(plain, { colours: { text: "#112233" }, font: { family: "Acme" }, opacity: 0.5 }), undefined);
	assert.equal(of(CAPTIONED, { font: { family: "Acme" }, place: ["top-left"] }), {
		font: { family: "Acme" },
	});
	assert.equal(of(plain, BRAND), { logo: { sha256: "a".repeat(64) }, place: ["top-left"] });
});

brands("of a campaign wins over that of the settings, field by field; null takes a field away", () => {
	const pathOf = (path: string) => `/w/${path}`;
	const settings = withWritten(
		undefined,
		{ logo: "logo.png", opacity: 0.8, colours: { text: "#aabbcc", plate: "#000000" }, font: "Acme" },
		pathOf,
	);
	assert.equal(settings, {
		logo: LOGO,
		opacity: 0.8,
		font: { family: "Acme" },
		colours: { text: "#AABBCC", plate: "#000000" },
	});
	assert.equal(withWritten(settings, undefined, pathOf), settings);
	const own = {
		place: "top-left",
		opacity: null,
		font: "acme.ttf",
		colours: { text: "#112233", plate: null },
	};
	assert.equal(withWritten(settings, own, pathOf), {
		...BRAND,
		font: { file: "/w/acme.ttf" },
	});
	const none = { logo: null, opacity: null, font: null, colours: null };
	assert.is(withWritten(settings, none, pathOf), undefined);
});

brands.run();
