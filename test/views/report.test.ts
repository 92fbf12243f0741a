import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AddressText } from "../../src/model/address.ts";
import { renderEvent } from "../../src/views/report.ts";

const address = "k.video.talk" as AddressText;
const ink = { colour: false, width: 60 };

const event = suite("an event of a run");
event("is one line where it fits", () => {
	assert.is(
		renderEvent({ type: "settled", address, clips: 3, notes: [] }, ink),
		"clips    k.video.talk: 3 clips",
	);
});

event("keeps long notes below their beginning, and commands whole", () => {
	const notes = [
		"Layout and cut follow what moves: the model that finds faces is not there (showrun models pull faces).",
	];
	assert.is(
		renderEvent({ type: "settled", address, clips: 3, notes }, ink),
		`clips    k.video.talk: 3 clips
         Layout and cut follow what moves: the model that
         finds faces is not there
         (showrun models pull faces).`,
	);
});
event.run();
