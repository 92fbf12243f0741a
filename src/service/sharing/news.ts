import { ulid } from "ulid";
import type { Texts } from "../store/store.ts";

/** What a request made or changed: the process that works on it looks at it. */
export interface News {
	readonly kind: "post" | "event";
	readonly id: string;
}

/** News as they are kept, until somebody took them. */
export interface KeptNews extends News {
	readonly name: string;
}

const FOLDER = "news";
const NAME = /^[0-9A-Z]{26}\.(post|event)\.(.+)$/;

/** Tells it. Within `together` it is there exactly where the change is. */
export function tell(texts: Texts, { kind, id }: News): Promise<void> {
	return texts.write(`${FOLDER}/${ulid()}.${kind}.${id}`, "");
}

/** What nobody took yet, the oldest first. */
export async function readNews(texts: Texts): Promise<readonly KeptNews[]> {
	return (await texts.names(FOLDER)).flatMap((name) => {
		const [, kind, id] = NAME.exec(name) ?? [];
		return kind === undefined || id === undefined ? [] : [{ name, kind: kind as News["kind"], id }];
	});
}

/** It was taken. */
export function forget(texts: Texts, { name }: Pick<KeptNews, "name">): Promise<void> {
	return texts.remove(`${FOLDER}/${name}`);
}
