/** What programs import from `showrun`. Nothing here prints, ends the process or listens to signals. */
export { Fault } from "../model/fault.ts";
export { type ApplyOptions, apply } from "./apply.ts";
export { plan } from "./plan.ts";
export type { Run } from "./run.ts";
export type {
	ApplyResult,
	ChangeAction,
	Failure,
	PlannedChange,
	PlanOptions,
	PlanResult,
	Problem,
	RunEvent,
	WatchEvent,
	Workspace,
	WorkspaceOptions,
} from "./values.ts";
export { type WatchOptions, watch } from "./watch.ts";
export { openWorkspace, WorkspaceFault } from "./workspace.ts";
