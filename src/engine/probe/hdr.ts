/** How an HDR picture stores light: PQ (HDR10, Dolby Vision) or HLG (broadcast, telephones). */
export type Curve = "pq" | "hlg";

/** Light that is white in a standard picture, in nits. */
const WHITE = 203;
/**
 * Up to this share of white, light is kept as it is; above it is rolled off, so that bright places keep their
 * shape.
 */
const KNEE = 0.6;
const GAMMA = 2.2;

/** Light of a stored value, in shares of white: value 0 holds the share of the range, value 1 the result. */
const LIGHT: Readonly<Record<Curve, string>> = {
	pq: `pow(max(ld(0)-0.8359375,0)/(18.8515625-18.6875*ld(0)),1/0.1593017578125)*10000/${WHITE}`,
	hlg: `pow(if(lte(ld(0),0.5),ld(0)*ld(0)/3,(exp((ld(0)-0.55991073)/0.17883277)+0.28466892)/12),1.2)*1000/${WHITE}`,
};
const SHARE: Readonly<Record<Curve, string>> = {
	pq: "pow(clip(val/maxval,0,1),1/78.84375)",
	hlg: "clip(val/maxval,0,1)",
};
/**
 * From the wide primaries to the usual ones: a little less than by the book, as it is done on stored values.
 */
const COLOURS =
	"colorchannelmixer=rr=1.462:rg=-0.411:rb=-0.051:gr=-0.087:gg=1.093:gb=-0.006:br=-0.013:bg=-0.070:bb=1.083";

/**
 * Filters that make a standard picture (BT.709) of an HDR one. Tables only: every build of ffmpeg has them,
 * where `zscale` is an extra.
 */
export function toStandard(curve: Curve): string {
	const rolled = `if(lt(ld(1),${KNEE}),ld(1),${KNEE}+${(1 - KNEE).toFixed(1)}*(1-exp((${KNEE}-ld(1))/${(1 - KNEE).toFixed(1)})))`;
	const value = `st(0,${SHARE[curve]})*0+st(1,${LIGHT[curve]})*0+maxval*pow(${rolled},1/${GAMMA})`;
	const table = `lutrgb=r='${value}':g='${value}':b='${value}'`;
	return `scale=in_color_matrix=bt2020,format=rgb48le,${table},format=rgb24,${COLOURS},scale=out_color_matrix=bt709,format=yuv420p`;
}
