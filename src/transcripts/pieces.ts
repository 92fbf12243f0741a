/** Something said and when, in milliseconds: a word, or several that share a time. */
export interface Piece {
	readonly begin: number;
	readonly end: number;
	readonly text: string;
	/** Recognised with little confidence: nothing that is posted may rest on it. */
	readonly unsure?: true;
}

/** A word of a transcript, some of which have no time of their own. */
export interface TranscriptWord {
	readonly text: string;
	readonly times?: Times;
	readonly unsure?: true;
}

export interface Times {
	readonly begin: number;
	readonly end: number;
}

/** A word is hardly said in less. */
const SHORTEST_WORD_MS = 60;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * Words as pieces. Those without a time share what lies between their neighbours, or else the time of one of
 * them.
 */
export function timed(words: readonly TranscriptWord[], within?: Times): readonly Piece[] {
	const pieces: Piece[] = [];
	let waiting: TranscriptWord[] = [];
	for (const word of words) {
		const { text, times } = word;
		if (!times) waiting.push(word);
		else {
			const before = between(pieces, waiting, { from: within?.begin, to: times.begin });
			const all = before === "" ? [word] : [...waiting, word];
			pieces.push({ ...times, text: before === "" ? text : `${before} ${text}`, ...doubtIn(all) });
			waiting = [];
		}
	}
	between(pieces, waiting, { from: within?.begin, to: within?.end });
	return pieces;
}

/**
 * Puts what waits behind the last piece, or with it. What comes back has neither room nor neighbour before
 * it.
 */
function between(
	pieces: Piece[],
	waiting: readonly TranscriptWord[],
	room: { readonly from: number | undefined; readonly to: number | undefined },
): string {
	if (waiting.length === 0) return "";
	const text = waiting.map((word) => word.text).join(" ");
	const last = pieces.at(-1);
	const begin = last?.end ?? room.from;
	if (begin !== undefined && room.to !== undefined && room.to - begin >= SHORTEST_WORD_MS * waiting.length)
		pieces.push({ begin, end: room.to, text, ...doubtIn(waiting) });
	else if (last)
		pieces.splice(-1, 1, {
			begin: last.begin,
			end: Math.max(last.end, room.to ?? 0),
			text: `${last.text} ${text}`,
			...doubtIn([last, ...waiting]),
		});
	else return text;
	return "";
}

/**
 * Recognisers begin words with a space: where they do, what begins without one goes on with the word before.
 */
export function joined(parts: readonly TranscriptWord[]): readonly TranscriptWord[] {
	if (!parts.some(({ text }) => /^\s/.test(text))) return parts;
	const words: TranscriptWord[] = [];
	for (const part of parts) {
		const last = words.at(-1);
		if (last && !/^\s/.test(part.text) && !UNSPACED.test(last.text.slice(-1) + part.text.slice(0, 1)))
			words.splice(-1, 1, together(last, part));
		else words.push(part);
	}
	return words;
}

function together(first: TranscriptWord, second: TranscriptWord): TranscriptWord {
	const [begin, end] = [first.times?.begin ?? second.times?.begin, second.times?.end ?? first.times?.end];
	const text = first.text + second.text;
	const unsure = doubtIn([first, second]);
	return begin === undefined || end === undefined
		? { text, ...unsure }
		: { text, times: { begin, end }, ...unsure };
}

/** What is put together is as unsure as any of it. */
function doubtIn(words: readonly Pick<TranscriptWord, "unsure">[]): Pick<TranscriptWord, "unsure"> {
	return words.some(({ unsure }) => unsure) ? { unsure: true } : {};
}

/** Words that were given bare, with the marks that stand behind them in the whole text. */
export function marked<Word extends { readonly text: string }>(
	words: readonly Word[],
	whole: string,
): readonly Word[] {
	let at = 0;
	return words.map((word) => {
		const bare = word.text.trim();
		const found = whole.indexOf(bare, at);
		if (found < 0 || found - at > 200) return word;
		at = found + bare.length;
		const marks = /^[\p{P}\p{S}]*/u.exec(whole.slice(at, at + 4))?.[0] ?? "";
		at += marks.length;
		return { ...word, text: word.text.trimEnd() + marks };
	});
}
