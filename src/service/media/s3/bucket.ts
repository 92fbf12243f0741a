import type { S3Client } from "@aws-sdk/client-s3";
import type { BucketSettings } from "../../../model/bucket.ts";
import { defined } from "../../../model/defined.ts";
import { bucketFault, isNoObject, isNoUpload, missingSdkFault } from "./bucket-fault.ts";

type Sdk = typeof import("@aws-sdk/client-s3");
type Presigner = typeof import("@aws-sdk/s3-request-presigner");

/** A bucket that can be asked. */
export interface Bucket {
	readonly settings: BucketSettings;
	readonly sdk: Sdk;
	readonly client: S3Client;
	readonly presigner: Presigner;
	/**
	 * The answer to a request. Throws `MediaAwayFault`, the signal's reason, or the error itself where it says
	 * that there is no such object or upload.
	 */
	ask<Answer>(request: (client: S3Client) => Promise<Answer>, signal?: AbortSignal): Promise<Answer>;
}

/** Where an object is. */
export interface ObjectAt {
	readonly Bucket: string;
	readonly Key: string;
}

/** Milliseconds. */
const CONNECT_MS = 5_000;
const SILENT_MS = 30_000;
const ATTEMPTS = 4;

/** Opens a bucket, and asks it nothing. Throws `StopFault` where its packages are not installed. */
export async function openBucket(settings: BucketSettings): Promise<Bucket> {
	const [sdk, presigner] = await packages();
	const { region, endpoint, pathStyle: forcePathStyle } = settings;
	const where = region ?? (endpoint === undefined ? undefined : "us-east-1");
	const client = new sdk.S3Client({
		...defined({ region: where, endpoint }),
		forcePathStyle,
		maxAttempts: ATTEMPTS,
		// Checksums of the newer kind are unknown to some; what is sent is covered by its signature.
		requestChecksumCalculation: "WHEN_REQUIRED",
		responseChecksumValidation: "WHEN_REQUIRED",
		requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENT_MS },
	});
	const ask: Bucket["ask"] = async (request, signal) => {
		signal?.throwIfAborted();
		return request(client).catch((error: unknown) => {
			signal?.throwIfAborted();
			throw isNoObject(error) || isNoUpload(error) ? error : bucketFault(error, settings);
		});
	};
	return { settings, sdk, presigner, client, ask };
}

async function packages(): Promise<[Sdk, Presigner]> {
	try {
		return await Promise.all([import("@aws-sdk/client-s3"), import("@aws-sdk/s3-request-presigner")]);
	} catch (error) {
		throw missingSdkFault(error);
	}
}

/** For `.catch`: nothing where there is no such object. */
export function undefinedIfNone(error: unknown): undefined {
	if (!isNoObject(error)) throw error;
}
