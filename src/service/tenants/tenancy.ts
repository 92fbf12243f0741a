import { join } from "node:path";
import type { Core } from "../core.ts";
import type { Exchange } from "../http/context.ts";
import { bearerOf, isFirstKey } from "../http/guard.ts";
import type { ServiceOptions } from "../options.ts";
import { Refusal } from "../refusal.ts";
import type { KeyBook } from "./keys.ts";
import type { KeptKey } from "./keys-file.ts";
import { FIRST_TENANT, TENANTS } from "./scopes.ts";

/** Whose request it is. */
export interface Caller {
	readonly core: Core;
	/** Absent: a key of the first tenant that may do everything. */
	readonly key?: KeptKey;
}

/**
 * Tenants, each with a data folder, an outbox and link keys of its own: what one has cannot be named by
 * another.
 */
export interface Tenancy {
	readonly first: Core;
	/** Who shows a key. Throws `Refusal` 403. */
	callerOf(exchange: Exchange): Promise<Caller>;
	/** Whose link it is; the first tenant's where it is nobody's. */
	ofLink(exchange: Exchange): Core;
	/** Whose authorization a platform answers, by the state that it was given. */
	ofState(state: string): Core;
	/** Whose outbox it is. Throws `Refusal` 404. */
	named(tenant: string): Core;
}

/** What is known of the tenants, and how one that is new is taken in. */
export interface TenantSource {
	readonly first: Core;
	readonly keys: Pick<KeyBook, "find">;
	/** Those that were taken in, by name; not the first. */
	readonly others: ReadonlyMap<string, Core>;
	/** Takes one in, once. */
	readonly open: (tenant: string) => Promise<Core>;
}

/** Tells tenants apart. */
export function openTenancy({ first, keys, others, open }: TenantSource): Tenancy {
	const all = () => [first, ...others.values()];
	return {
		first,
		callerOf: async (exchange) => {
			if (isFirstKey(first, exchange)) return { core: first };
			const key = await keys.find(bearerOf(exchange));
			if (key === undefined)
				throw new Refusal(
					403,
					"The API key is missing or wrong: send it as a bearer token in the header Authorization.",
				);
			return { key, core: key.tenant === FIRST_TENANT ? first : await open(key.tenant) };
		},
		ofLink: ({ req }) =>
			all().find(({ signer }) => signer.judge(req.path, req.query()) !== "forged") ?? first,
		ofState: (state) => {
			const [id = "", proof = ""] = state.split(".");
			return all().find(({ signer }) => signer.proves(`oauth\n${id}`, proof)) ?? first;
		},
		named: (tenant) => {
			if (first.unopened.has(tenant)) throw unopenedTenant();
			const core = others.get(tenant);
			if (core === undefined) throw new Refusal(404, "There is no such feed or public post.");
			return core;
		},
	};
}

/** Nothing was executed, and a later request may be: what is broken is for the operator to read. */
export function unopenedTenant(): Refusal {
	return new Refusal(
		429,
		"The data of this tenant cannot be opened, so that nothing is done for it: " +
			"the log of the service says why, and whoever runs it can repair that.",
	);
}

/** The limits of a tenant win one by one. What nothing needs makes way for what is limited. */
export function optionsOfTenant(options: ServiceOptions, tenant: string): ServiceOptions {
	const limits = { ...options.limits, ...options.tenantLimits?.[tenant] };
	const { storageBytes = Number.POSITIVE_INFINITY } = limits;
	const cacheBytes = Math.min(options.cacheBytes ?? Number.POSITIVE_INFINITY, storageBytes);
	return { ...options, tenant, limits, ...(cacheBytes < Number.POSITIVE_INFINITY && { cacheBytes }) };
}

/** What a tenant's part of the service is opened with: nothing in it is another's. */
export function optionsOf(options: ServiceOptions, tenant: string): ServiceOptions {
	const { feedUrl, data, outbox, store, media } = options;
	return {
		...optionsOfTenant(options, tenant),
		data: join(data, TENANTS, tenant),
		outbox: join(outbox, TENANTS, tenant),
		...(store && { store: store.of(tenant) }),
		...(media && { media: media.of(tenant) }),
		...(feedUrl !== undefined && { feedUrl: `${feedUrl}/${TENANTS}/${tenant}` }),
		accounts: [],
		programs: [],
		apiKeys: [],
	};
}
