import { suite } from "uvu";
import * as assert from "uvu/assert";
import { exact, html, joined, safeAddress } from "../../../src/page/views/html.ts";
import { HOSTILE } from "../fake-source.ts";

const pieces = suite("page HTML");

const ESCAPED = `&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&#39;\` javascript:alert(1) \\u202eevil\\u0000`;

pieces("text cannot become markup, in an element or in an attribute", () => {
	assert.is(html`<p title="${HOSTILE}">${HOSTILE}</p>`.toString(), `<p title="${ESCAPED}">${ESCAPED}</p>`);
});

pieces("markup that a template made stays markup, and nothing comes of what is absent", () => {
	assert.is(
		html`<p>${html`<b>${"<"}</b>`}${[1, "&"]}${undefined}${false}</p>`.toString(),
		"<p><b>&lt;</b>1&amp;</p>",
	);
	assert.is(joined(["a", "<"], html`<br>`).toString(), "a<br>&lt;");
});

pieces("an attribute without quotes is a bug", () => {
	assert.throws(() => html`<p class=${"a b"}>`, /without quotes/);
});

pieces("a form gets text back as it was, hidden characters too", () => {
	assert.is(
		html`<textarea>${exact("a\u202e<\n")}</textarea>`.toString(),
		"<textarea>a\u202e&lt;\n</textarea>",
	);
});

const ADDRESSES: Readonly<Record<string, string>> = {
	now: "now",
	"post?address=a%22b": "post?address=a%22b",
	"/assets/page-0.css": "/assets/page-0.css",
	"https://example.com/a?b=c#d": "https://example.com/a?b=c#d",
	"javascript:alert(1)": "#",
	"JaVaScRiPt:alert(1)": "#",
	"data:text/html,<script>": "#",
	"//evil.example/x": "#",
	"/\\evil.example": "#",
	"\\\\evil.example": "#",
	" https://evil.example": "#",
	"vbscript:x": "#",
	"https://a b": "#",
};
for (const [given, expected] of Object.entries(ADDRESSES))
	pieces(`the address ${JSON.stringify(given)} ${expected === "#" ? "leads nowhere" : "stays"}`, () => {
		assert.is(safeAddress(given), expected);
		assert.is(html`<a href="${given}">x</a>`.toString(), html`<a href="${expected}">x</a>`.toString());
	});

pieces.run();
