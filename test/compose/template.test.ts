import { suite } from "uvu";
import * as assert from "uvu/assert";
import { VARIABLES } from "../../src/compose/body.ts";
import { checkTemplate, fill } from "../../src/compose/template.ts";

const scope = { clip: { title: "A talk", tags: ["a", "b"], score: 4 } };
const filled: Record<string, [string, unknown]> = {
	"text is filled in": ["On {{ clip.title }}!", "On A talk!"],
	"a list in text joins with spaces": ["x {{ clip.tags }} y", "x a b y"],
	"one expression alone keeps its type": ["{{ clip.tags }}", ["a", "b"]],
	"one expression alone with a filter keeps its type": [" {{ clip.tags | hashtags }} ", ["#a", "#b"]],
	"two expressions are text": ["{{ clip.tags }}{{ clip.score }}", "a b4"],
	"truncation counts the dots": ["{{ clip.title | truncate: 5 }}", "A ..."],
	"a loop works": ["{% for tag in clip.tags %}<{{ tag }}>{% endfor %}", "<a><b>"],
};
const filling = suite("templates");
for (const [title, [template, expected]] of Object.entries(filled)) filling(title, () => assert.equal(fill(template, scope), expected));

const wrong: Record<string, [string, RegExp]> = {
	"a variable that does not exist is named": ["{{ clip.titel }}", /clip\.titel/],
	"a filter that does not exist is named": ["{{ clip.title | nope }}", /nope/],
	"an unclosed brace is an error": ["{{ clip.title", /not closed/],
	"include is not there": ["{% include 'secrets' %}", /include/],
	"render is not there": ["{% render 'secrets' %}", /render/],
	"layout is not there": ["{% layout 'secrets' %}", /layout/],
	"the prototype is out of reach": ["{{ clip.constructor }}", /clip\.constructor/],
	"the environment is out of reach": ["{{ process.env.HOME }}", /process\.env\.HOME/],
};
for (const [title, [template, message]] of Object.entries(wrong))
	filling(title, () => assert.match(checkTemplate(template, VARIABLES)?.message ?? "", message));

filling("what exists passes the check", () => {
	for (const name of VARIABLES) assert.is(checkTemplate(`{{ ${name} }}`, VARIABLES), undefined);
	assert.is(checkTemplate("{{ clip.tags[0] }} {{ clip.tags.first }}", VARIABLES), undefined);
});

filling("an inherited property is not there at fill time either", () => {
	assert.throws(() => fill("{{ clip.constructor }} x", scope));
});

filling("a template that would run for ever ends with an error", () => {
	assert.throws(() => fill("{% for i in (1..100000000) %}{% for j in (1..100000000) %}x{% endfor %}{% endfor %}", scope), /limit/);
});
filling.run();
