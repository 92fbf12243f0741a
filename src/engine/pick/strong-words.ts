/**
 * Words that make one listen, in English, German, French, Spanish, Italian, Portuguese and Dutch. A star
 * stands for any ending.
 */
const WORDS = [
	"secret* mistake* never always nobody everyone everybody truth wrong why best worst biggest imagine stop surpris* shock* crazy insane amazing incredible actually problem lesson learn learned learnt changed free money million* billion* nothing don't warning love hate fail failed failure win won lost story",
	"geheimnis* fehler niemals niemand wahrheit falsch warum wieso beste bester bestes besten schlimmste* schlechteste* größte* wichtigste* überrasch* schock* verrückt* unglaublich* probleme gelernt verändert kostenlos* geld milliarde* nichts gescheitert scheitern gewonnen verloren geschichte*",
	"erreur* jamais personne vérité faux pourquoi meilleur* pire imaginez surpren* choqu* incroyable* problème* leçon* appris changé gratuit* argent milliard* rien échec* échoué gagné perdu histoire*",
	"nunca nadie verdad mejor mejores peor peores imagin* sorpren* increíble* locura problema* lección lecciones aprend* cambió cambiado gratis dinero millón millones nada fracas* ganado perdido historia* errores",
	"segreto segreti errore errori sempre nessuno verità sbagliato migliore migliori peggiore peggiori sorprend* incredibil* problemi lezion* imparato cambiato soldi milion* miliard* niente fallit* storia",
	"segredo* ninguém verdade melhor melhores pior piores surpre* incrível lição mudou grátis dinheiro milhão milhões ganhou perdeu história",
	"geheim* fout fouten nooit waarheid waarom slechtste grootste belangrijkste verras* ongelo* probleem problemen geleerd veranderd miljoen* miljard* niets mislukt verhaal",
];
const PHRASES =
	/how to|most important|first time|the (?:reason|key)|zum ersten mal|der grund|stell\p{L}* (?:dir|euch|sie sich)|première fois|la raison|plus (?:grand|important)|por qué|más (?:grande|importante)|primera vez|la razón|prima volta|il motivo|più (?:grande|importante)|mais importante|primeira vez|a razão|eerste keer|de reden/gu;
const NUMBERS = new Set(
	(
		"hundred thousand million billion percent dollars euro euros twice half hundert tausend millionen milliarden prozent hälfte doppelt " +
		"mille millions milliards cent cents moitié ciento cientos miles millones mitad doble mila milioni miliardi percento metà doppio milhões metade dobro honderd duizend miljoen procent helft"
	).split(" "),
);
const FIGURES = /\p{Nd}|[%$€£¥₹]/u;

const listed = WORDS.flatMap((line) => line.split(" "));
const whole = new Set(listed.filter((word) => !word.endsWith("*")));
const stems = listed.flatMap((word) => (word.endsWith("*") ? [word.slice(0, -1)] : []));
/** Texts say the same words again and again; looking at a word's stems takes longer than remembering it. */
const known = new Map<string, boolean>();
const MOST_KNOWN = 50_000;

/** How many strong words and phrases there are. */
export function strongWordsIn(text: string): number {
	const lower = text.toLowerCase();
	return tokens(lower).filter(isStrong).length + (lower.match(PHRASES)?.length ?? 0);
}

/** Whether an amount is named, in figures or in words. */
export function namesAmount(text: string): boolean {
	return FIGURES.test(text) || tokens(text.toLowerCase()).some((token) => NUMBERS.has(token));
}

function tokens(lower: string): readonly string[] {
	return lower.match(/[\p{L}\p{M}'’]+/gu) ?? [];
}

function isStrong(token: string): boolean {
	const before = known.get(token);
	if (before !== undefined) return before;
	const plain = token.replace("’", "'");
	const strong = whole.has(plain) || stems.some((stem) => plain.startsWith(stem));
	if (known.size < MOST_KNOWN) known.set(token, strong);
	return strong;
}
