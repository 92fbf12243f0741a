import type { Model, ModelName, Parcel, Runtime, TakenFile } from "../model/models.ts";
import { FACES } from "./faces.ts";
import { FONTS } from "./fonts.ts";
import { RECOGNISER } from "./sherpa.ts";
import { SPEECH } from "./speech.ts";
import { VAD } from "./vad.ts";

/** Everything that can be pulled. Nothing else ever is. */
export const CATALOGUE: readonly Model[] = [FACES, SPEECH, VAD, FONTS, RECOGNISER];

/** The model of a name. */
export function modelNamed(catalogue: readonly Model[], name: ModelName): Model {
	const model = catalogue.find((each) => each.name === name);
	if (!model) throw new RangeError(`no model is called ${name}`);
	return model;
}

/** What is taken from a parcel for a platform (as `linux-x64`): its own files and those for all. */
export function filesFor(parcel: Parcel, platform: string): readonly TakenFile[] {
	return parcel.files.filter((file) => file.platform === undefined || file.platform === platform);
}

/** What runs a model on a platform, best first. */
export function runtimesFor({ runtimes = [] }: Model, platform: string): readonly Runtime[] {
	return runtimes.filter(({ parcels }) => parcels.every((parcel) => isFor(parcel, platform)));
}

/**
 * Whether a model runs on a platform: every parcel that knows platforms knows this one, and so does something
 * that runs it.
 */
export function runsOn(model: Model, platform: string): boolean {
	return (
		model.parcels.every((parcel) => isFor(parcel, platform)) &&
		(model.runtimes === undefined || runtimesFor(model, platform).length > 0)
	);
}

function isFor({ files }: Parcel, platform: string): boolean {
	return (
		files.every((file) => file.platform === undefined) || files.some((file) => file.platform === platform)
	);
}
