import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";
import { parseSync } from "oxc-parser";

/** Letters that a word may share with the one before: what one digit of base 36 can say. */
const MOST_SHARED = 35;
const SHARED = Object.freeze({ path: "shared-letters", namespace: "stop-lists" });
const READER = `
	export const read = (list) => {
		let word = "";
		return list.split("|").map((end) => (word = word.slice(0, parseInt(end[0], 36)) + end.slice(1)));
	};
`;

/**
 * Bundles the lists of common words sorted, each word once and without the letters that it shares with the
 * one before: that packs into three quarters. They are used as sets only.
 */
export function stopLists(): Plugin {
	return {
		name: "stop-lists",
		setup({ onResolve, onLoad }) {
			onResolve({ filter: /^shared-letters$/ }, () => SHARED);
			onLoad({ filter: /./, namespace: SHARED.namespace }, () => ({ contents: READER }));
			onLoad({ filter: /node_modules\/stopword\/src\/stopwords_[a-z]\w+\.js$/ }, async ({ path }) => {
				const { name, words } = listIn(path, await readFile(path, "utf8"));
				const list = JSON.stringify(withoutShared(words));
				return {
					contents: `import { read } from "${SHARED.path}"; export const ${name} = /* @__PURE__ */ read(${list});`,
				};
			});
		},
	};
}

/** The one list of a file: `const eng = ["about", …]`. */
function listIn(path: string, text: string) {
	const [statement] = parseSync(path, text).program.body;
	const [list] = statement?.type === "VariableDeclaration" ? statement.declarations : [];
	if (list?.id.type !== "Identifier" || list.init?.type !== "ArrayExpression")
		throw new Error(`${path} is no list`);
	const words = list.init.elements.map((each) => {
		if (each?.type !== "Literal" || typeof each.value !== "string" || /^$|[|]/.test(each.value))
			throw new Error(`${path} has something else than words`);
		return each.value;
	});
	return { name: list.id.name, words };
}

/** `about|above` is `0about|3ve`. */
function withoutShared(words: readonly string[]): string {
	let before = "";
	const ends = [...new Set(words)].sort().map((word) => {
		let shared = 0;
		while (shared < Math.min(before.length, MOST_SHARED) && word[shared] === before[shared]) shared++;
		before = word;
		return shared.toString(36) + word.slice(shared);
	});
	return ends.join("|");
}
