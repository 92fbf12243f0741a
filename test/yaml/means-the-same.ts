import * as assert from "uvu/assert";
import { compose, MAX_DEPTH } from "../../src/yaml/compose.ts";
import { type PlainValue, plainValue } from "../../src/yaml/plain-value.ts";
import { type Spot, spotter } from "../../src/yaml/source.ts";

/** Fails unless a text that was read in another way is faultless and the same when it is read at once. */
export function meansTheSame(read: Pick<PlainValue, "value" | "entries">, text: string, about: string): void {
	const faults: string[] = [];
	const report = ({ rule }: { readonly rule: string }) => faults.push(rule);
	const document = compose(text, { report, depth: MAX_DEPTH });
	const whole = document && plainValue(document, { report });
	assert.equal(faults, [], about);
	assert.equal(read.value, whole?.value, about);
	assert.equal(JSON.stringify(read.value), JSON.stringify(whole?.value), about);
	const spotAt = spotter({ file: "a", text });
	assert.equal(spots(read, spotAt), whole && spots(whole, spotAt), about);
}

/** Where every key and value stands. */
function spots(
	{ value, entries }: Pick<PlainValue, "value" | "entries">,
	spotAt: ReturnType<typeof spotter>,
): readonly (readonly Spot[])[] {
	const own = typeof value === "object" && value !== null ? entries.get(value) : undefined;
	return [...(own ?? [])].flatMap(([, each]) => [
		[spotAt(each.key), spotAt(each.value)],
		...spots({ value: each.plain, entries }, spotAt),
	]);
}
