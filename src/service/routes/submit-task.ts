import { readSubmit } from "../check/submit.ts";
import { submitVideo } from "../tasks/submit-video.ts";

/** Interface 4.4: submit a clipping task. */
export const submitTask = submitVideo("clipping", readSubmit);
