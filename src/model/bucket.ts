/** A bucket that media are kept in. */
export interface BucketSettings {
	readonly bucket: string;
	/** What every key begins with: empty, or ending in a slash. */
	readonly prefix: string;
	/** Absent: as the environment says, or any where there is an endpoint. */
	readonly region?: string;
	/** Absent: that of AWS. */
	readonly endpoint?: string;
	/** The bucket stands in the path of addresses, not in the name of the host. */
	readonly pathStyle: boolean;
	/** Links to clips lead to the bucket itself, not through the service. */
	readonly directLinks: boolean;
	/** How large what this machine holds of the bucket may get. */
	readonly copiesBytes: number;
}
