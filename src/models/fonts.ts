import type { Model, Parcel } from "../model/models.ts";

const LICENCE = {
	path: "LICENSE",
	bytes: 4_484,
	sha256: "cea028c0b5185b804ae79f1eab96ca5ee469d61d44925972a2379430890bbec1",
};

interface Given {
	/** What the file is opened as: the form of Chinese letters it writes. */
	readonly role: "SC" | "TC" | "JP" | "KR";
	readonly writes: string;
	readonly integrity: string;
	/** Of the tarball, with all the weights of the font. */
	readonly bytes: number;
	readonly file: { readonly name: string; readonly bytes: number; readonly sha256: string };
}

const SIMPLIFIED = noto({
	role: "SC",
	writes: "simplified Chinese",
	integrity:
		"sha512-ETXl7XCwaQLSSvMO3EUDwMNqtL64kX2LlFxarTRi/NsIGGOIxUurGfKtrkmtnKHrWy1jAJSt6oxK2uJhvdvQIw==",
	bytes: 36_514_660,
	file: {
		name: "NotoSansHans",
		bytes: 8_607_960,
		sha256: "9e7729ef993ca4c647882f798644f4bbf6da69bd822eac593fc68717dd6c8e2a",
	},
});

const TRADITIONAL = noto({
	role: "TC",
	writes: "traditional Chinese",
	integrity:
		"sha512-rGZJbVD6DYS5BbXdpEMnWkpVF0Knar+bsiyb2o3+YRx7O8eyFubEBQUSUInirQk69HA6fc3GhYCg7TyC/oD76Q==",
	bytes: 34_078_976,
	file: {
		name: "NotoSansHant",
		bytes: 5_833_296,
		sha256: "31cad711fe815243664b16fe9f38d39585cffb6db0613c02f38e0bcf4917010b",
	},
});

const JAPANESE = noto({
	role: "JP",
	writes: "Japanese",
	integrity:
		"sha512-BY2tv/mcICUUKf+M/bizf3RU65PMqKClJ/e5o9mgMibxyML0OQvEDwYMRPODQkKgJKXCO3ScHmVvcmXp6kt+fA==",
	bytes: 27_101_289,
	file: {
		name: "NotoSansJP",
		bytes: 4_666_284,
		sha256: "f9dccc1ed9cf1c6c431cf7b29d884ae745f1db6477bf00503a3714f627599f40",
	},
});

const KOREAN = noto({
	role: "KR",
	writes: "Korean",
	integrity:
		"sha512-bh88HXSvOBS581kgmihWY7Ijp9hBsvlmXogFG5LSNx9UBAobRcakZiFMGieRBc06hUSkpo7WhjaFM/z/SfQ8dQ==",
	bytes: 25_473_302,
	file: {
		name: "NotoSansKR",
		bytes: 4_731_480,
		sha256: "4c42058a372749625eeda2dc8c2e54716abd197eeae8249c877cec6ca188c729",
	},
});

/** Fonts that are too large to be installed with everybody's program. */
export const FONTS: Model = {
	name: "fonts",
	use: "captions and hook text in Chinese, Japanese and Korean",
	without: "These letters are drawn with a font of this machine, and left out where it has none.",
	parcels: [SIMPLIFIED, TRADITIONAL, JAPANESE, KOREAN],
};

function noto({ role, writes, integrity, bytes, file }: Given): Parcel {
	return {
		id: `noto-${role.toLowerCase()}-1.0.0`,
		what: `Noto Sans Bold for ${writes}`,
		package: `@embedpdf/fonts-${role.toLowerCase()}`,
		version: "1.0.0",
		integrity,
		bytes,
		licence: "OFL-1.1",
		source: "github.com/notofonts/noto-cjk, by Adobe and Google",
		files: [{ path: `fonts/${file.name}-Bold.otf`, bytes: file.bytes, sha256: file.sha256, role }, LICENCE],
	};
}
