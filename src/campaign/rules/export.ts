import { LAYOUTS_BY_RATIO } from "../../model/task.ts";
import { suggestion } from "../../yaml/suggest.ts";
import { ratioOf } from "../friendly-values.ts";
import type { Inherited } from "../inherit.ts";
import { type RuleContext, says } from "../rule-context.ts";
import type { RuleFinding } from "./finding.ts";

/** layout-and-ratio, first half: reframing needs a ratio (interface 4.4). */
export function ratioForReframe(context: RuleContext): RuleFinding[] {
	return everyVideo(context, ({ video, where }) => {
		const reframe = video.export?.reframe;
		if (!reframe || reframe.ratio || says(context, where(["export", "reframe"]).concat("ratio"))) return [];
		const detail = reframe.layout
			? `\`layout: ${reframe.layout}\` is given without a ratio.`
			: "`reframe` is given without a ratio.";
		return [
			{
				rule: "layout-and-ratio",
				summary: "Reframing needs a ratio",
				detail,
				hint: 'Add a ratio, for example `reframe: { ratio: "9:16" }`.',
				path: where(["export", "reframe"]),
				part: "key",
			},
		];
	});
}

/** layout-and-ratio, second half: not every layout exists in every ratio (interface 4.4). */
export function layoutForRatio(context: RuleContext): RuleFinding[] {
	return everyVideo(context, ({ video, where }) => {
		const layout = video.export?.reframe?.layout;
		const ratio = ratioOf(video.export?.reframe?.ratio);
		if (!layout || ratio === undefined) return [];
		const allowed = LAYOUTS_BY_RATIO[ratio];
		if (allowed.includes(layout)) return [];
		const near = suggestion(layout, allowed);
		const hint = `${near === undefined ? "" : `Did you mean \`${near}\`? `}Layouts of ${ratio}: ${allowed.join(", ")}.`;
		return [
			{
				rule: "layout-and-ratio",
				summary: "This ratio does not have this layout",
				detail: `\`${layout}\` does not exist in ${ratio}.`,
				hint,
				path: where(["export", "reframe", "layout"]),
			},
		];
	});
}

/** Captions in both languages need a static style (service-facts, 5). */
export function captionStyle(context: RuleContext): RuleFinding[] {
	return everyVideo(context, ({ video, where }) => {
		const caption = video.export?.caption;
		if (caption?.display !== "both") return [];
		const style = caption.style ?? "temp-7";
		if (style.startsWith("temp-static-")) return [];
		return [
			{
				rule: "caption-both",
				summary: "This caption style cannot show both languages",
				detail: `\`display: both\` needs a static style, and \`${style}\` is not one.`,
				hint: "Use `style: temp-static-1` to `temp-static-6`, or another `display`.",
				path: where(["export", "caption", "display"]),
			},
		];
	});
}

function everyVideo(context: RuleContext, rule: (video: Inherited) => RuleFinding[]): RuleFinding[] {
	return [...context.videos.values()].flatMap(rule);
}
