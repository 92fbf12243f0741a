import type { AddressText } from "./address.ts";
import type { Moment } from "./clip.ts";

/** A rendered clip that lies in the folder, as the manifest lists it. Never holds a link. */
export interface Downloaded {
	readonly address: AddressText;
	readonly moment: Moment;
	/** Id the service gave to the task it was rendered by: a clip that is rendered anew is another file. */
	readonly task: string;
	readonly title: string;
	readonly score: number;
	/** Path inside the folder, with `/`. */
	readonly file: string;
	readonly bytes: number;
	/** Hex. */
	readonly sha256: string;
}

/** Something that could not be fetched, and what a person can do. */
export interface DownloadFailure {
	readonly address: AddressText;
	/** Absent: nothing of the address can be fetched. */
	readonly moment?: Moment;
	readonly message: string;
	readonly remedy?: string;
}

/** What happens during a download, for progress displays and `--json`. Names are stable. */
export type DownloadEvent =
	| {
			readonly type: "downloading";
			readonly address: AddressText;
			readonly moment: Moment;
			readonly file: string;
			/** 0 to 1; 0 while the size is not known. */
			readonly share: number;
	  }
	| ({ readonly type: "downloaded" } & Downloaded)
	/** It was there already, byte for byte. */
	| ({ readonly type: "kept" } & Downloaded)
	/** Nothing can be fetched yet, and nothing is wrong. */
	| ({ readonly type: "waiting" } & DownloadFailure)
	| ({ readonly type: "failed" } & DownloadFailure);

/** What came of a download. */
export interface DownloadReport {
	readonly downloaded: number;
	readonly kept: number;
	readonly failed: number;
	/** Not tried any more, because the folder or the service would have failed for all. */
	readonly left: number;
}
