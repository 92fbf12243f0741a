import campaign from "../../../schemas/campaign.schema.json" with { type: "json" };
import clips from "../../../schemas/clips.schema.json" with { type: "json" };
import plan from "../../../schemas/plan.schema.json" with { type: "json" };
import settings from "../../../schemas/settings.schema.json" with { type: "json" };
import shared from "../../../schemas/shared.schema.json" with { type: "json" };
import state from "../../../schemas/state.schema.json" with { type: "json" };
import { StopFault } from "../../model/fault.ts";
import type { Schema } from "../../model/schema.ts";
import { renderReference } from "../../views/reference.ts";
import { didYouMean } from "../../yaml/suggest.ts";
import { out } from "../terminal/terminal.ts";

const SCHEMAS: Readonly<Record<string, Schema>> = { campaign, shared, clips, settings, plan, state };

/**
 * `showrun schema [NAME]`: the JSON Schema of a kind of file, or (`--markdown`) the reference pages made from
 * it. Throws `StopFault` for an unknown name.
 */
export function schema(name: string, flags: { readonly markdown?: true }): void {
	const found = Object.hasOwn(SCHEMAS, name) ? SCHEMAS[name] : undefined;
	if (found === undefined)
		throw new StopFault(`There is no schema ${JSON.stringify(name.slice(0, 100))}.`, {
			remedy: didYouMean(name, Object.keys(SCHEMAS), "Schemas"),
		});
	out(flags.markdown ? renderReference(found) : `${JSON.stringify(found, undefined, 2)}\n`);
}
