/** What can be pulled: the names people type. */
export const MODEL_NAMES = ["faces", "speech", "vad", "fonts", "recogniser"] as const;
export type ModelName = (typeof MODEL_NAMES)[number];

/** Something learned that the engine works better with, and the parcels it is made of. */
export interface Model {
	readonly name: ModelName;
	/** What it does for a clip, after "for". */
	readonly use: string;
	/** What is done without it. A sentence. */
	readonly without: string;
	/** What was learned; the same on every machine. */
	readonly parcels: readonly Parcel[];
	/** What runs it, best first: a machine has one of them. Absent: nothing has to. */
	readonly runtimes?: readonly Runtime[];
	/** Of use only where the settings ask for it: neither offered nor pulled unasked. */
	readonly onlyIfAsked?: true;
}

/**
 * `native`: a library made for some machines. `wasm`: WebAssembly, which every Node runs, several times
 * slower and with the same results.
 */
export type RuntimeKind = "native" | "wasm";

/** What runs a model. */
export interface Runtime {
	readonly kind: RuntimeKind;
	readonly parcels: readonly Parcel[];
}

/** A package of the registry, exactly one version of it, and what is taken out. */
export interface Parcel {
	/** Name of its folder in the cache, version included. */
	readonly id: string;
	/** What it is, for people. */
	readonly what: string;
	readonly package: string;
	readonly version: string;
	/** Of the package's tarball: `sha512-` and base64. */
	readonly integrity: string;
	/** Of the tarball. */
	readonly bytes: number;
	readonly licence: string;
	/** Where it was made. */
	readonly source: string;
	readonly files: readonly TakenFile[];
}

/** A file of a package. */
export interface TakenFile {
	/** In the package, with `/`. */
	readonly path: string;
	readonly bytes: number;
	/** Hex. */
	readonly sha256: string;
	/** What it is opened as. Absent: it only has to be there. */
	readonly role?: string;
	/**
	 * Operating system and processor it is for, as `linux-x64`; `-musl` after it where the C library is that
	 * one. Absent: all.
	 */
	readonly platform?: string;
}

/** How it stands with a model on this machine. */
export interface ModelStatus {
	readonly name: ModelName;
	readonly use: string;
	readonly without: string;
	readonly state: "installed" | "absent" | "damaged" | "unsupported";
	/** What is wrong with a damaged one. */
	readonly problem?: string;
	/** What runs it here, or would. Absent: nothing has to. */
	readonly runtime?: RuntimeKind;
	/** Of use only where the settings ask for it. */
	readonly onlyIfAsked?: true;
	/** Room it takes, or would take. */
	readonly bytes: number;
	/** What a pull fetches. */
	readonly download: number;
	readonly parcels: readonly Pick<
		Parcel,
		"id" | "what" | "package" | "version" | "licence" | "source" | "bytes"
	>[];
}

/** What happens while models are pulled or removed, for progress displays and `--json`. Names are stable. */
export type ModelEvent =
	/** `share`: 0 to 1; `done` of `bytes`. */
	| {
			readonly type: "pulling";
			readonly parcel: string;
			readonly share: number;
			readonly done: number;
			readonly bytes: number;
	  }
	| ({ readonly type: "fetching" | "pulled" | "kept" } & Pick<
			Parcel,
			"package" | "version" | "what" | "licence" | "source" | "bytes"
	  > & {
				readonly parcel: string;
			})
	/** What was pulled to run a model cannot be loaded here, and is not kept. */
	| { readonly type: "unfit"; readonly parcel: string; readonly why: string }
	| { readonly type: "removed"; readonly parcel: string; readonly bytes: number };
