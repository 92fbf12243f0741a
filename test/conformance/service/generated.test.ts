import { suite } from "uvu";
import * as assert from "uvu/assert";
import { tryGenerated } from "./try-generated.ts";

const generated = suite("requests made of the document");

generated("no request is answered with a failure, late, or outside of the document", async () => {
	const { statuses, problems } = await tryGenerated({ count: 400, seed: 14 });
	assert.equal(problems, []);
	assert.ok((statuses[200] ?? 0) > 20 && (statuses[422] ?? 0) > 20, JSON.stringify(statuses));
});

generated.run();
