import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Who may use the bucket. */
export const KEYS = { id: "AKIDTESTTESTTEST", secret: "test/secret+of/nobody" } as const;

const LATE_MS = 15 * 60_000;
const ALGORITHM = "AWS4-HMAC-SHA256";
/** Whoever leaves these out lets others change what is asked for. */
const MUST_BE_SIGNED = /^(host|x-amz-.+)$/;

/** Why a request is refused, as S3 calls it. */
export class Refused extends Error {
	readonly code: string;
	readonly status: number;

	constructor(code: string, status: number) {
		super(code);
		this.code = code;
		this.status = status;
	}
}

/** Checks Signature Version 4, in headers or in the address. Throws `Refused`. */
export function checkSignature(request: IncomingMessage, body: Buffer): void {
	const [path = "", query = ""] = (request.url ?? "").split("?");
	const pairs = query === "" ? [] : query.split("&").map((pair) => pair.split("=").map(decodeURIComponent));
	const of = (name: string) => pairs.find(([key]) => key === name)?.[1];
	const isLink = of("X-Amz-Signature") !== undefined;
	const given = isLink
		? {
				credential: of("X-Amz-Credential") ?? "",
				signed: of("X-Amz-SignedHeaders") ?? "",
				signature: of("X-Amz-Signature") ?? "",
			}
		: inHeader(request.headers.authorization ?? "");
	const date = (isLink ? of("X-Amz-Date") : request.headers["x-amz-date"]?.toString()) ?? "";
	const [id, day = "", region = "", service = "", end] = given.credential.split("/");
	if (id !== KEYS.id) throw new Refused("InvalidAccessKeyId", 403);
	if (service !== "s3" || end !== "aws4_request" || !date.startsWith(day))
		throw new Refused("Malformed", 400);
	checkTime(timeOf(date), isLink ? Number(of("X-Amz-Expires")) * 1_000 : undefined);
	const signed = given.signed.split(";");
	const missing = Object.keys(request.headers).filter(
		(name) => MUST_BE_SIGNED.test(name) && !signed.includes(name),
	);
	if (missing.length > 0) throw new Refused("AccessDenied", 403);
	const canonical = [
		request.method ?? "",
		path,
		canonicalQuery(pairs),
		...signed.map((name) => `${name}:${String(request.headers[name] ?? "").trim()}`),
		"",
		given.signed,
		isLink ? "UNSIGNED-PAYLOAD" : payloadHash(request, body),
	].join("\n");
	const scope = `${day}/${region}/s3/aws4_request`;
	const text = [ALGORITHM, date, scope, sha256(canonical)].join("\n");
	const key = [day, region, "s3", "aws4_request"].reduce<Buffer | string>(hmac, `AWS4${KEYS.secret}`);
	const [one, other] = [Buffer.from(hmac(key, text).toString("hex")), Buffer.from(given.signature)];
	if (one.length !== other.length || !timingSafeEqual(one, other))
		throw new Refused("SignatureDoesNotMatch", 403);
}

function canonicalQuery(pairs: readonly (readonly string[])[]): string {
	return pairs
		.filter(([key]) => key !== "X-Amz-Signature")
		.map((pair) => `${encoded(pair[0] ?? "")}=${encoded(pair[1] ?? "")}`)
		.sort()
		.join("&");
}

function inHeader(header: string) {
	const [, credential = "", signed = "", signature = ""] =
		/^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(header) ??
		[];
	if (signature === "") throw new Refused("AccessDenied", 403);
	return { credential, signed, signature };
}

/** What is sent has to be what was signed. */
function payloadHash({ headers }: IncomingMessage, body: Buffer): string {
	const hash = String(headers["x-amz-content-sha256"]);
	if (!/^[0-9a-f]{64}$/.test(hash)) throw new Refused("MissingContentSHA256", 400);
	if (hash !== sha256(body)) throw new Refused("XAmzContentSHA256Mismatch", 400);
	return hash;
}

function checkTime(at: number, livesMs: number | undefined): void {
	const age = Date.now() - at;
	if (livesMs === undefined && Math.abs(age) > LATE_MS) throw new Refused("RequestTimeTooSkewed", 403);
	if (livesMs !== undefined && !(livesMs > 0 && livesMs <= 604_800_000 && age <= livesMs))
		throw new Refused("AccessDenied", 403);
}

function timeOf(date: string): number {
	const [, year, month, day, hour, minute, second] =
		/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date)?.map(Number) ?? [];
	return Date.UTC(year ?? 0, (month ?? 0) - 1, day, hour, minute, second);
}

function encoded(text: string): string {
	return encodeURIComponent(text).replace(
		/[!'()*]/g,
		(sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
	);
}

function hmac(key: Buffer | string, text: string): Buffer {
	return createHmac("sha256", key).update(text).digest();
}

function sha256(data: string | Buffer): string {
	return createHash("sha256").update(data).digest("hex");
}
