import type { BrandUploads } from "../api/port.ts";
import { StopFault } from "../model/fault.ts";
import type { BrandFiles } from "../model/own-brand.ts";
import type { ExportSettings } from "../model/task.ts";
import { sha256OfFile } from "../system/files.ts";
import type { RunContext } from "./context.ts";

/**
 * Uploads the files of a brand, which costs nothing and may be repeated. Throws `StopFault` where the service
 * draws none, or a file is not the one that was planned with: then nothing is sent.
 */
export async function brandUploads(
	{ service, signal }: Pick<RunContext, "service" | "signal">,
	settings: ExportSettings | undefined,
	files: BrandFiles | undefined,
): Promise<BrandUploads> {
	const { brand } = settings ?? {};
	if (!brand) return {};
	if (!(await service.askExtensions(signal)).brand)
		throw new StopFault("The service draws no brand, so nothing was submitted.", {
			remedy: "Remove `brand`, or use a service that declares the extension `brand`.",
		});
	const { logo, font } = brand;
	const upload = async (path: string | undefined, sha256: string) => {
		if (path === undefined || (await sha256OfFile(path, signal)) !== sha256)
			throw new StopFault(
				`A file of the brand${path === undefined ? "" : `, ${path},`} changed since it was planned.`,
				{
					remedy: "Plan again.",
				},
			);
		return service.uploadBrandFile(path, signal);
	};
	return {
		...(logo && { logo: await upload(files?.logo, logo.sha256) }),
		...(font && "sha256" in font && { font: await upload(files?.font, font.sha256) }),
	};
}
