/** Language codes the service knows (published clients, 2026-07). Others are warned about, not refused. */
export const LANGUAGES: readonly string[] = [
	"af sq am ar hy as az ba eu be bn bs br bg my ca zh-cn zh-tw hr cs da nl en et fo fi fr gl ka de el gu " +
		"ht ha haw he hi hu is id it ja jw kn kk km ko lo la lv",
	"ln lt lb mk mg ms ml mt mi mr mn ne no nn oc ps fa pl pt pa ro ru sa sr sn sd si sk sl so es su sw sv " +
		"tl tg ta tt te th bo tr tk uk ur uz vi cy yi yo",
].flatMap((line) => line.split(" "));

/** Codes that mean a language the service calls otherwise. */
export const OTHER_CODES: Readonly<Record<string, readonly string[]>> = {
	zh: ["zh-cn", "zh-tw"],
	"zh-hans": ["zh-cn"],
	"zh-hant": ["zh-tw"],
	"zh-hk": ["zh-tw"],
	cmn: ["zh-cn"],
	jv: ["jw"],
	iw: ["he"],
	fil: ["tl"],
	nb: ["no"],
	in: ["id"],
	ji: ["yi"],
};
