import { suite } from "uvu";
import * as assert from "uvu/assert";
import { renderShortage } from "../../src/views/suspension.ts";

const shortage = suite("renderShortage");
const INK = { colour: false, width: 200 } as const;

shortage("room is nothing to speak of", () => assert.is(renderShortage(undefined, INK), ""));
shortage("says why nothing new is taken, and that nobody has to start it again", () =>
	assert.is(
		renderShortage("The disk has 1 MiB free.", INK),
		"Warning: The disk has 1 MiB free. It goes on by itself once there is room: showrun doctor\n",
	),
);
shortage.run();
