type KeyOf<Fields> = Extract<keyof Fields, string>;

/** The keys of a record, with their type: `Object.keys` makes plain strings of them. */
export function keysOf<Fields extends object>(record: Fields): KeyOf<Fields>[] {
	return Object.keys(record) as KeyOf<Fields>[];
}

/** The keys and values of a record, with their types. */
export function entriesOf<Fields extends object>(record: Fields): [KeyOf<Fields>, Fields[KeyOf<Fields>]][] {
	return Object.entries(record) as [KeyOf<Fields>, Fields[KeyOf<Fields>]][];
}
