/** A publishing task of the service, as people see it. Times are epoch milliseconds. */
export interface ServicePost {
	readonly taskId: string;
	readonly status: string;
	/** Absent: the service counts no changes. */
	readonly version?: number;
	readonly createdAt?: number;
	/** Absent: at once. */
	readonly scheduledAt?: number;
	readonly results: readonly ServicePostResult[];
}

/** What became of it for one account. */
export interface ServicePostResult {
	readonly accountId: string;
	/** Platform and name, where the account is connected. */
	readonly account?: string;
	readonly status: string;
	/** How far it is, where the status does not say so. */
	readonly state?: string;
	readonly error?: string;
	/** Why it waits. */
	readonly note?: string;
	readonly location?: string;
	readonly url?: string;
	readonly deliveredAt?: number;
}
