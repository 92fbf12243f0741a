/** Where a server listens; port 0: any free one. */
export interface ListenAddress {
	readonly host: string;
	readonly port: number;
}

const WRITTEN = /^(?:(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9][A-Za-z0-9._-]*)):)?(\d{1,5})$/;

/** `[HOST:]PORT`: 127.0.0.1 where no host is written. Undefined: it is no such address. */
export function listenAddress(text: string): ListenAddress | undefined {
	const [, six, name, port] = WRITTEN.exec(text) ?? [];
	if (port === undefined || Number(port) > 65_535) return undefined;
	return { host: six ?? name ?? "127.0.0.1", port: Number(port) };
}
