import type { Service } from "../api/port.ts";
import type { OtherClocks } from "../model/boot-time.ts";
import { type EpochMs, epochMs } from "../model/brand.ts";
import { defined } from "../model/defined.ts";
import { Fault } from "../model/fault.ts";
import { allowanceMs, apartMs, SKEW, SKEW_REMEDY, skewWords } from "../model/skew.ts";
import type { RunContext } from "./context.ts";

/** The clocks are so far apart that times would be wrong. Nothing was sent. */
class SkewFault extends Fault {
	readonly next = "retry" as const;
}

/** What the service's clock shows, as far as that is known: it is the one that rules schedules. */
export function serviceNow({ clock, service }: Pick<RunContext, "clock" | "service">): EpochMs {
	return epochMs(clock.now() + allowanceMs(service.skew()));
}

/**
 * Throws a fault for a post that a clock more than a minute wrong would hand over, unless that was agreed to.
 */
export function mustAgreeOnTime({ service, allowSkew }: Pick<RunContext, "service" | "allowSkew">): void {
	const skew = service.skew();
	if (skew === undefined || allowSkew || apartMs(skew) <= SKEW.refuseMs) return;
	throw new SkewFault(`${skewWords(skew)}; nothing was sent.`, {
		remedy: `${SKEW_REMEDY} To publish all the same, by the service's clock: --allow-skew`,
	});
}

/** This moment on the clocks that nobody sets on this machine. Undefined: none of them is known. */
export async function otherClocks({
	clock,
	service,
}: Pick<RunContext, "clock"> & { readonly service: Pick<Service, "skew"> }): Promise<
	OtherClocks | undefined
> {
	const [boot, skew] = [await clock.boot?.(), service.skew()];
	if (boot === undefined && skew === undefined) return undefined;
	return defined({ boot, service: skew && epochMs(Math.round(clock.now() + skew.aheadMs)) });
}
