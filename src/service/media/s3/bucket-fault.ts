import type { BucketSettings } from "../../../model/bucket.ts";
import { StopFault } from "../../../model/fault.ts";
import { AwayFault } from "../../store/fault.ts";

/** The bucket cannot be used now: the same may work later. */
export class MediaAwayFault extends AwayFault {}

const ACCESS =
	"Check the credentials (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the profile or role of this machine): " +
	"they must be good for s3:ListBucket, GetObject, PutObject, DeleteObject and AbortMultipartUpload there.";
const NAMED = "Make it, or name another in the settings (embedded.media.s3.bucket).";
const REGION = "Name it in the settings (embedded.media.s3.region), or set AWS_REGION.";
const LATER =
	"It is tried again: check the network, and the address in the settings (embedded.media.s3.endpoint).";

/** What a failed request is to a person. Nothing of what the other side wrote is repeated but its code. */
export function bucketFault(error: unknown, { bucket }: Pick<BucketSettings, "bucket">): MediaAwayFault {
	const code = codeOf(error);
	const away = (text: string, remedy: string) => new MediaAwayFault(text, { remedy, cause: error });
	if (code === "NoSuchBucket") return away(`There is no bucket ${bucket}.`, NAMED);
	if (error instanceof Error && error.message === "Region is missing")
		return away(`Nothing says in which region the bucket ${bucket} is.`, REGION);
	const status = statusOf(error);
	const isRefused = status === 401 || status === 403 || code === "CredentialsProviderError";
	if (isRefused) return away(`The bucket ${bucket} may not be used (${code}).`, ACCESS);
	return away(`The bucket ${bucket} does not answer (${code}).`, LATER);
}

/** There is no such object; the bucket may be there. */
export function isNoObject(error: unknown): boolean {
	return ["NoSuchKey", "NotFound"].includes(codeOf(error)) && statusOf(error) === 404;
}

/** The upload in parts has ended: by whoever else went on with it, or it was given up. */
export function isNoUpload(error: unknown): boolean {
	return codeOf(error) === "NoSuchUpload";
}

/** Some servers know no such request. */
export function isNotOffered(error: unknown): boolean {
	return error instanceof MediaAwayFault && codeOf(error.cause) === "NotImplemented";
}

export function missingSdkFault(error: unknown): unknown {
	const code = error instanceof Error && "code" in error ? error.code : undefined;
	if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") return error;
	return new StopFault("Media in a bucket need packages that are not installed.", {
		remedy: "Install them beside showrun: npm install @aws-sdk/client-s3 @aws-sdk/s3-request-presigner",
		cause: error,
	});
}

function codeOf(error: unknown): string {
	const { Code, code, name } = (error ?? {}) as Partial<Record<"Code" | "code" | "name", unknown>>;
	const found = [Code, code, name].find(
		(each) => typeof each === "string" && /^(?!Unknown)[A-Za-z]\w{1,60}$/.test(each),
	);
	// An answer to HEAD says no more.
	return typeof found === "string" ? found : `status ${statusOf(error)}`;
}

function statusOf(error: unknown): number | undefined {
	const { $metadata } = (error ?? {}) as { readonly $metadata?: { readonly httpStatusCode?: number } };
	return $metadata?.httpStatusCode;
}
