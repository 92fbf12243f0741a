import {
	ara,
	bul,
	ces,
	dan,
	deu,
	ell,
	eng,
	fas,
	fin,
	fra,
	heb,
	hin,
	hrv,
	hun,
	ind,
	ita,
	jpn,
	kor,
	nld,
	nob,
	pol,
	porBr,
	ron,
	rus,
	slk,
	slv,
	spa,
	swe,
	tur,
	ukr,
	vie,
	zho,
} from "stopword";
import { tokensOf } from "./tokens.ts";

const LISTS: readonly (readonly string[])[] = [
	...[ara, bul, ces, dan, deu, ell, eng, fas, fin, fra, heb, hin, hrv, hun, ind, ita],
	...[jpn, kor, nld, nob, pol, porBr, ron, rus, slk, slv, spa, swe, tur, ukr, vie, zho],
];
/** More of the words than this are common ones in what is said in any language. */
const LEAST_COMMON = 0.25;
const ENOUGH_TOKENS = 2_000;
/** Words of four letters and more that fill talks in English, German, French and Spanish. */
const FILLERS: ReadonlySet<string> = new Set(
	(
		"about above across actually after again against ahead almost along already also although always among another anybody anyone anything anyway aren around asked away " +
		"back bear because been before began begin being below best better between both bring came cannot certain come could couldn didn does doesn doing done down dressed during each either else enough " +
		"even ever every everybody everyone everything exactly fact feel felt find first from gave getting give given goes going gone good gonna gotta great half happen hard hardly have haven having hear heard hello hence here herself himself hold however " +
		"instead into itself just keep kind knew know known knowing large last later least left less like likely little long look looked looking lots made make makes making many matter maybe mean means might more most much must myself " +
		"need needs never next nine nobody none nothing often okay once ones only onto other others otherwise ourselves over part people perhaps please pretty probably quite rather real really right said same says second seem seemed seems seen several shall should shouldn show " +
		"simply since some somebody someone something sometimes somewhat soon sort still such sure take taken taking tell telling than thank thanks that their theirs them themselves then there therefore these they thing things think thinking this those though thought three through thus time times today together told " +
		"took toward tried true truly turn under unless until upon used using very walking want wanted wants wasn ways well went were weren what whatever when where whether which while whole whom whose will with within without woman wonderful word words would wouldn yeah year years yesterday your yours yourself " +
		"aber alle allem allen aller alles also andere anderen auch beim bereits bist dadurch daher damit dann daran darauf darum dass davon dazu dein deine dich diese diesem diesen dieser dieses doch dort durch eben eigentlich eine einem einen einer eines einfach einmal etwas euch euer eure gegen gehabt genau gibt habe haben hast hatte hatten hier hinter ihnen ihre ihrem ihren ihrer immer indem irgendwie jede jedem jeden jeder jedes jetzt kann kannst kein keine können machen manche mehr mein meine meinem meinen mich muss müssen nach nicht nichts noch oder ohne schon sehr sein seine seinem seinen selbst sich sind solche soll sollte sondern sonst uns unser unsere unter viel vielleicht vielen vom warum weil weiter welche wenn werde werden wieder will wird wirklich wollen worden wurde wurden zwar zwischen über " +
		"alors ainsi apres aussi autre autres avait avant avec avoir beaucoup cela celle celui cette ceux chaque comme comment dans depuis donc elle elles encore entre était étaient être faire fait faut font leur leurs mais même mêmes moins nous notre parce parfois peut peux plus pour pourquoi quand quel quelle quelque sans sera seulement sont sous souvent toujours tous tout toute toutes très trop vers voici voilà votre vous vraiment " +
		"ahora algo algunos ante antes aquel aquí así aunque bien cada casi como cómo con contra cosa cosas cual cuando desde después donde durante ella ellas ellos entonces entre eran eres esta está están estas este esto estos estoy estaba fuera hace hacer hacia hasta hay incluso luego mientras mismo mucho muchos muy nada nosotros nuestra nuestro nunca otra otras otro otros para pero poco porque puede pues quien siempre sido siendo sino sobre solo también tanto tenemos tener tengo tiene tienen toda todas todo todos tus una unas unos usted vamos ustedes"
	).split(" "),
);

let lists: readonly ReadonlySet<string>[] | undefined;

/**
 * Words that say nothing about what a text is about, in its language, which is told by them: they are the
 * most common ones in it.
 */
export function stopWordsOf(texts: readonly string[]): ReadonlySet<string> {
	const own = lists?.[mostCommonIn(texts)] ?? new Set();
	return own.size > 0 ? new Set([...FILLERS, ...own]) : FILLERS;
}

/** Languages whose words tell what a sentence is about. */
export type KnownLanguage = "en" | "de" | "fr" | "es" | "it" | "pt" | "nl";
const KNOWN: readonly (readonly [KnownLanguage, readonly string[]])[] = [
	["en", eng],
	["de", deu],
	["fr", fra],
	["es", spa],
	["it", ita],
	["pt", porBr],
	["nl", nld],
];

/** The language of texts, by its common words. Undefined: none of these. */
export function languageOf(texts: readonly string[]): KnownLanguage | undefined {
	const most = LISTS[mostCommonIn(texts)];
	return KNOWN.find(([, words]) => words === most)?.[0];
}

/** Which list has most of the words of the texts; -1 where none has enough. */
function mostCommonIn(texts: readonly string[]): number {
	lists ??= LISTS.map((words) => new Set(words));
	const tokens = someTokens(texts);
	const counts = lists.map((words) => tokens.filter((token) => words.has(token)).length);
	const most = Math.max(...counts);
	return most >= LEAST_COMMON * tokens.length && tokens.length > 0 ? counts.indexOf(most) : -1;
}

function someTokens(texts: readonly string[]): readonly string[] {
	const tokens: string[] = [];
	for (const text of texts) {
		if (tokens.length >= ENOUGH_TOKENS) break;
		tokens.push(...tokensOf(text));
	}
	return tokens;
}
