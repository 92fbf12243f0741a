/** How a workspace is opened. */
export interface WorkspaceOptions {
	/** Values of inputs by name, like `--var`. */
	readonly inputs?: Readonly<Record<string, string>>;
	/** YAML or JSON files of inputs, like `--var-file`. */
	readonly inputFiles?: readonly string[];
	/** Reads inputs from `envs/NAME.yaml`, like `--env`. */
	readonly environment?: string;
	/** Warnings are errors. */
	readonly strict?: boolean;
	readonly signal?: AbortSignal;
}

/** A workspace whose campaigns and settings are free of errors, as they were when it was opened. */
export interface Workspace {
	/** Absolute. */
	readonly root: string;
	/** Names of the campaigns. */
	readonly campaigns: readonly string[];
	readonly warnings: readonly Problem[];
}

/** What of a workspace is planned. */
export interface PlanOptions {
	/** Globs of addresses: only these, and what they need. */
	readonly targets?: readonly string[];
	/** Globs of addresses: all but these, and what needs them. */
	readonly excludes?: readonly string[];
	/** Addresses of videos to submit again, whatever their state. */
	readonly replace?: readonly string[];
	/** Globs: what the service refused is sent again, although nothing changed since. */
	readonly retry?: readonly string[];
	/** How many posts that wait at the service may be cancelled. Absent: as the settings say. */
	readonly maxCancels?: number;
	/** False: plans from the state; running tasks are not read from the service. */
	readonly refresh?: boolean;
	readonly signal?: AbortSignal;
}

/** Something wrong with a file, for a person. */
export interface Problem {
	readonly severity: "error" | "warning";
	/** Stable id of the rule, for example `unknown-key`. */
	readonly rule: string;
	readonly message: string;
	/** What to do about it. */
	readonly hint?: string;
	readonly file?: string;
	/** From 1. */
	readonly line?: number;
	/** From 1. */
	readonly column?: number;
}

/** What a plan does to one address. */
export interface PlannedChange {
	/** For example `keynote.video.talk`. */
	readonly address: string;
	readonly action: ChangeAction;
	/** Stable code, for example `absent`. */
	readonly reason: string;
	/** The reason in words, with what is special about this change. */
	readonly detail?: string;
	/** Title of the post. */
	readonly title?: string;
}

/**
 * `submit`, `resubmit`, `render`, `rerender`, `publish`, `update`, `replace` and `cancel` send something;
 * `attention` and `unknown` wait for a person; `wait` and `read` go on by themselves.
 */
export type ChangeAction =
	| "submit"
	| "resubmit"
	| "render"
	| "rerender"
	| "publish"
	| "publish-bounded"
	| "update"
	| "replace"
	| "cancel"
	| "repeat"
	| "read"
	| "wait"
	| "attention"
	| "unknown"
	| "forget";

/** A plan as a value. */
export interface PlanResult {
	readonly changes: readonly PlannedChange[];
	/** Declared addresses that need nothing. */
	readonly unchanged: number;
	/** Limits of `policy` that the plan exceeds. Not empty: `apply` refuses it. */
	readonly limits: readonly { readonly message: string; readonly remedy: string }[];
	/** The plan as `showrun plan` prints it, without colour. */
	readonly text: string;
}

/** Something that could not be done in this run. */
export interface Failure {
	readonly address: string;
	readonly message: string;
	readonly remedy?: string;
	/** `retry`: nothing was executed, so a later run tries again. */
	readonly next: "retry" | "wait" | "stop";
}

/** What an apply came to. */
export interface ApplyResult {
	/**
	 * `done`: all well. `declined`: not approved, so nothing was done. `partly`: a part failed. `failed`:
	 * nothing came through. `unknown`: whether something was posted is not known, and a person has to say it
	 * (`showrun resolve`).
	 */
	readonly outcome: "done" | "declined" | "partly" | "failed" | "unknown";
	readonly submitted: number;
	readonly published: number;
	readonly updated: number;
	readonly cancelled: number;
	readonly failures: readonly Failure[];
	/** What remains to be done or waited for. */
	readonly rest: readonly PlannedChange[];
}

/** What happens during a run. More kinds may come: leave out the ones you do not know. */
export type RunEvent =
	| { readonly type: "uploading"; readonly address: string /** 0 to 1. */; readonly share: number }
	| { readonly type: "sending"; readonly address: string; readonly action: ChangeAction }
	| {
			readonly type: "sent";
			readonly address: string;
			readonly action: ChangeAction;
			/** `unknown`: the answer does not say whether it was executed. */
			readonly outcome: "done" | "refused" | "unknown" | "not-sent";
			readonly message: string;
	  }
	| {
			readonly type: "task";
			readonly address: string;
			readonly status: string;
			/** 0 to 1, where the service tells. */
			readonly share?: number;
			readonly clips: number;
	  }
	| {
			readonly type: "settled";
			readonly address: string;
			readonly clips: number;
			readonly notes: readonly string[];
	  }
	| {
			readonly type: "delivered";
			readonly address: string;
			readonly location?: string;
			readonly late: boolean;
	  }
	| WaitEvent
	| {
			readonly type: "resolved";
			readonly address: string;
			readonly as: "posted" | "not-posted" | "abandoned";
			readonly by: string;
	  }
	| {
			readonly type: "unresolved";
			readonly address: string;
			readonly message: string;
			readonly remedy?: string;
	  }
	| ({ readonly type: "failed" } & Failure)
	/** Whether it was executed is not known: a person has to say it (`showrun resolve`). */
	| ({ readonly type: "unknown" } & Failure)
	/** The embedded service, or a watch, logs something. */
	| { readonly type: "log"; readonly level: "info" | "warn" | "error"; readonly message: string };

/** A change, or all requests, wait. `until` is in epoch milliseconds. */
type WaitEvent =
	| {
			readonly type: "waiting";
			readonly address: string;
			readonly forMs: number;
			readonly until: number;
			readonly why: string;
	  }
	| {
			readonly type: "pausing";
			readonly forMs: number;
			readonly until: number;
			readonly why: "limit" | "asked";
	  };

/** What happens during a watch. */
export type WatchEvent = RunEvent | { readonly type: "problems"; readonly problems: readonly Problem[] };
