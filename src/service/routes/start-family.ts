import { readFindMoments } from "../check/find-moments.ts";
import { readSpeech } from "../check/speech.ts";
import { submitVideo } from "../tasks/submit-video.ts";

/** Extension (service-facts): moments that are about what somebody looks for. */
export const findMoments = submitVideo("moments", readFindMoments);

/** Extension (service-facts): what is said in a video. */
export const startTranscript = submitVideo("transcript", readSpeech);

/** Extension (service-facts): what a video is about. */
export const startSummary = submitVideo("summary", readSpeech);
