/** A `showrun watch` of a workspace whose state several machines share. */
export interface FleetDaemon {
	readonly host: string;
	readonly user: string;
	readonly pid: number;
	/** ISO 8601: since when it leads, or is there. */
	readonly since: string;
}

/** The one that makes the passes. */
export interface FleetLeader extends FleetDaemon {
	/** Grows with everyone who takes over. */
	readonly fence: string;
}

/** One that would take over. */
export interface FleetStandby extends FleetDaemon {
	/** Commit of its checkout, an ancestor of the one applied last: it does not lead. Absent: it may. */
	readonly staleCommit?: string;
}

/** The commit of the campaigns that were applied last. */
export interface AppliedCommit {
	readonly commit: string;
	readonly host: string;
	/** ISO 8601. */
	readonly at: string;
}

/** Who works on a workspace whose state several machines share, as the database knows it. */
export interface Fleet {
	/** Absent: nobody leads. */
	readonly leader?: FleetLeader;
	readonly standby: readonly FleetStandby[];
	/** Absent: nothing was applied from a git checkout yet. */
	readonly applied?: AppliedCommit;
}
