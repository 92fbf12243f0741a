import type { KnownLanguage } from "./stop-words.ts";

/**
 * Kinds of words that tell how something is said, whatever it is about: what is told of people (`told`,
 * `past`, `people`, `when`), what is claimed (`contrast`, `all`, `most`), what touches (`heart`), who is
 * spoken of (`self`, `you`), and what says little (`vague`) or only shows (`shown`).
 */
export const WORD_KINDS = [
	...(["told", "past", "people", "when", "contrast", "all", "most", "heart", "self", "you"] as const),
	...(["vague", "shown"] as const),
] as const;
export type WordKind = (typeof WORD_KINDS)[number];

/** In lower case, as they are written between spaces. */
const WORDS: Readonly<Record<KnownLanguage, Readonly<Partial<Record<WordKind, string>>>>> = {
	en: {
		told: "said says saying asked asks told tells whispered shouted screamed replied answered answers rang called yelled begged swore admitted confessed",
		past: "was were had went came got took gave saw found knew thought felt left lost ran sat stood woke fell broke began became brought bought built caught chose cut died drove ate flew forgot grew heard held hid hurt kept laid led met paid rode rose sang sold sent shot slept spent stole stopped started turned walked looked opened closed dropped pulled pushed handed realised realized decided remember remembered wanted needed tried happened cried laughed smiled moved waited wrote",
		people:
			"mother father mum mom dad grandmother grandfather grandma parents brother sister son daughter wife husband child children kid kids boy girl baby man woman men women friend friends neighbour neighbor boss colleague stranger doctor nurse teacher student patient customer client director captain driver soldier family him her his she he they them somebody someone",
		when: "yesterday tonight suddenly finally eventually once ago later until afterwards overnight midnight dawn winter summer christmas birthday funeral wedding",
		contrast:
			"not n't no never nobody nothing none neither nor without but instead yet only just although though except rather unlike cannot can't don't doesn't didn't isn't aren't wasn't weren't won't wouldn't couldn't shouldn't hardly barely because why actually really than",
		all: "every everybody everyone everything all always any anybody anyone anything whole half most ever forever entire people world life",
		most: "best worst biggest smallest greatest hardest easiest most least cheapest fastest better worse more less exactly even still enough too twice first last same only",
		heart:
			"love loved loves hate hated afraid fear scared proud ashamed shame lonely alone angry anger happy sad sorry cry crying tears laugh joy grief pain hurt hurts blood bleed die dies died dead death dying kill kills killed alive survive survived war fire hunger poor rich money pay paid cost costs price worth cheap expensive free freedom trust lie lies lied truth true wrong right mistake mistakes fail failed failure save saved lose losing win won dream dreams hope wish beautiful terrible horrible wonderful crazy mad stupid impossible dangerous danger secret honest honestly promise brave strange weird problem surprise surprised shock fight enemy hero god heart soul mind body hands eyes face home house bread night",
		self: "i i'm i've i'd i'll me my mine myself we we're we've us our",
		you: "you you're you've you'd you'll your yours yourself imagine",
		vague:
			"various certain overall basically generally aspects aspect somehow kind sort stuff things thing lots obviously essentially situation area areas topic topics direction regard respect approach forward naturally whatsoever et cetera",
		shown:
			"click button menu screen page slide slides chapter section figure table column row diagram graph chart field tab list left right corner top bottom arrow box form appendix annex handout step",
	},
	de: {
		told: "sagte sagt gesagt fragte fragt gefragt erzählte erzählt rief antwortete schrie flüsterte meinte",
		past: "war waren hatte hatten ging kam bekam nahm gab sah fand wusste dachte fühlte verlor lief saß stand fiel brach begann wurde brachte kaufte starb fuhr vergaß hörte hielt traf zahlte schlief schrieb merkte wollte versuchte passierte weinte lachte wartete",
		people:
			"mutter vater mama papa oma opa großmutter großvater eltern bruder schwester sohn tochter frau mann kind kinder junge mädchen freund freundin nachbar chef kollege kollegin arzt ärztin lehrer lehrerin patient kunde kundin er ihn ihm jemand",
		when: "gestern plötzlich endlich schließlich einmal damals später bis nachts mitternacht winter sommer weihnachten geburtstag beerdigung hochzeit",
		contrast:
			"nicht kein keine keinen keiner nie niemals niemand nichts weder ohne aber sondern doch nur obwohl außer statt trotzdem kaum weil warum eigentlich wirklich als",
		all: "jeder jede jedes alle alles immer irgendjemand ganze ganzen hälfte meisten leute welt leben",
		most: "beste besten schlimmste größte kleinste schwerste leichteste besser schlechter mehr weniger genau sogar noch genug zu doppelt erste letzte",
		heart:
			"liebe lieben hass angst stolz scham einsam allein wütend glücklich traurig tränen lachen freude schmerz blut tod tot sterben überlebt krieg feuer arm reich geld bezahlt kostet preis wert frei freiheit vertrauen lüge wahrheit falsch fehler gescheitert gerettet verlieren traum hoffnung schön schrecklich verrückt dumm unmöglich gefährlich geheimnis ehrlich problem überrascht herz seele hände augen gesicht zuhause nacht",
		self: "ich mich mir mein meine meinen meinem meiner wir uns unser unsere",
		you: "du dich dir dein deine ihr euch euer sie ihnen",
		vague:
			"verschiedene gewisse insgesamt grundsätzlich generell aspekte irgendwie art sachen dinge quasi sozusagen natürlich situation bereich bereiche themen richtung",
		shown:
			"klicken knopf menü bildschirm seite folie folien kapitel abschnitt abbildung tabelle spalte zeile diagramm feld liste links rechts ecke oben unten formular anhang schritt",
	},
	fr: {
		told: "dit disait demande demandé demandait raconte raconté répondu répond crié",
		past: "était étaient avait avaient suis allé venu pris vu trouvé pensait perdu tombé mort acheté payé écrit voulais commencé",
		people:
			"mère père maman papa parents frère sœur fils fille femme mari enfant enfants garçon homme ami amie voisin patron collègue médecin professeur client il elle lui quelqu'un",
		when: "hier soudain enfin finalement jadis jusqu'à minuit hiver été noël anniversaire mariage",
		contrast:
			"pas ne non jamais personne rien aucun aucune sans mais plutôt pourtant seulement sauf malgré parce pourquoi vraiment que",
		all: "chaque tous toutes tout toujours n'importe entier moitié plupart gens monde vie",
		most: "meilleur meilleure pire plus moins mieux exactement même encore assez trop double premier dernier",
		heart:
			"aime aimer amour haine peur fier honte seul seule colère heureux triste larmes rire joie douleur sang mort mourir guerre feu pauvre riche argent coûte prix gratuit liberté confiance mensonge vérité faux erreur échec sauvé perdre rêve espoir beau terrible fou impossible dangereux secret honnête problème surprise cœur âme mains yeux visage maison nuit",
		self: "je j' me mon ma mes moi nous notre nos",
		you: "tu te ton ta tes toi vous votre vos imaginez",
		vague:
			"divers certains globalement généralement aspects sorte genre choses truc évidemment situation domaine direction",
		shown:
			"cliquer bouton menu écran page diapositive chapitre section figure tableau colonne ligne diagramme champ liste gauche droite coin formulaire annexe étape",
	},
	es: {
		told: "dijo dice decía preguntó pregunta contó respondió gritó",
		past: "era eran fue fueron tenía había estaba llegó salió vio encontró sabía pensé perdió cayó empezó murió compró pagó escribió quería pasó",
		people:
			"madre padre mamá papá abuela abuelo padres hermano hermana hijo hija mujer marido niño niña niños hombre amigo amiga vecino jefe colega médico profesor cliente él ella alguien",
		when: "ayer anoche repente finalmente entonces después hasta medianoche invierno verano navidad cumpleaños boda",
		contrast:
			"no nunca jamás nadie nada ningún ninguna sin pero sino solo sólo aunque excepto porque realmente que",
		all: "cada todos todas todo siempre cualquier entero mitad mayoría gente mundo vida",
		most: "mejor peor más menos mayor exactamente incluso todavía bastante demasiado doble primero último",
		heart:
			"amor odio miedo orgulloso vergüenza solo rabia feliz triste lágrimas risa alegría dolor sangre muerte muerto morir guerra fuego pobre rico dinero cuesta precio gratis libertad confianza mentira verdad error fracaso salvar perder sueño esperanza hermoso terrible loco imposible peligroso secreto honesto problema sorpresa corazón alma manos ojos cara casa noche",
		self: "yo me mi mis mí nosotros nuestro nuestra nos",
		you: "tú te tu tus usted ustedes vosotros imagina",
		vague: "varios ciertos generalmente aspectos especie tipo cosas obviamente situación área dirección",
		shown:
			"botón menú pantalla página diapositiva capítulo sección figura tabla columna fila diagrama campo lista izquierda derecha esquina formulario anexo paso",
	},
	it: {
		told: "disse detto dice chiese chiede raccontò rispose gridò",
		past: "era erano aveva avevano andò venne vide trovò pensavo perse cadde morì comprò scrisse voleva successe",
		people:
			"madre padre mamma papà genitori fratello sorella figlio figlia moglie marito bambino bambina uomo donna amico amica vicino capo collega medico professore cliente lui lei qualcuno",
		contrast: "non mai nessuno niente nulla senza ma invece solo eppure tranne perché davvero",
		all: "ogni tutti tutte tutto sempre intero metà gente mondo vita",
		most: "migliore peggiore più meno esattamente persino ancora abbastanza troppo doppio primo ultimo",
		heart:
			"amore odio paura orgoglioso vergogna solo rabbia felice triste lacrime gioia dolore sangue morte morto guerra fuoco povero ricco soldi costa prezzo libertà fiducia bugia verità errore fallito perdere sogno speranza bello terribile pazzo impossibile pericoloso segreto problema cuore anima mani occhi casa notte",
		self: "io mi mio mia miei noi nostro nostra ci",
		you: "tu ti tuo tua voi vostro immagina",
		vague: "vari certi generalmente aspetti specie tipo cose ovviamente situazione area direzione",
		shown:
			"pulsante menu schermo pagina diapositiva capitolo sezione figura tabella colonna riga diagramma campo elenco sinistra destra modulo allegato passo",
	},
	pt: {
		told: "disse diz dizia perguntou contou respondeu gritou",
		past: "era eram foi foram tinha havia estava chegou viu encontrou sabia pensei perdeu caiu começou morreu comprou pagou escreveu queria",
		people:
			"mãe pai pais irmão irmã filho filha mulher marido menino menina homem amigo amiga vizinho chefe colega médico professor cliente ele ela alguém",
		contrast: "não nunca ninguém nada nenhum sem mas só apenas embora exceto porque realmente",
		all: "cada todos todas tudo sempre qualquer metade maioria gente mundo vida",
		most: "melhor pior mais menos exatamente ainda bastante demais dobro primeiro último",
		heart:
			"amor ódio medo orgulho vergonha sozinho raiva feliz triste lágrimas alegria dor sangue morte guerra fogo pobre rico dinheiro custa preço liberdade confiança mentira verdade erro fracasso salvar perder sonho esperança bonito terrível louco impossível perigoso segredo problema coração alma mãos olhos casa noite",
		self: "eu me meu minha nós nosso nossa",
		you: "você vocês tu teu tua imagine",
		vague: "vários certos geralmente aspectos espécie tipo coisas obviamente situação área direção",
		shown:
			"botão menu tela página slide capítulo seção figura tabela coluna linha diagrama campo lista esquerda direita formulário anexo passo",
	},
	nl: {
		told: "zei zegt gezegd vroeg vraagt vertelde antwoordde riep",
		past: "was waren had hadden ging kwam kreeg nam gaf zag vond wist dacht voelde verloor viel begon werd kocht stierf reed vergat hoorde hield schreef wilde gebeurde",
		people:
			"moeder vader mama papa ouders broer zus zoon dochter vrouw man kind kinderen jongen meisje vriend vriendin buurman baas collega dokter leraar klant hij hem haar iemand",
		contrast:
			"niet geen nooit niemand niets zonder maar alleen toch hoewel behalve omdat waarom eigenlijk echt dan",
		all: "elke iedereen alles altijd hele helft meeste mensen wereld leven",
		most: "beste slechtste grootste beter slechter meer minder precies zelfs nog genoeg dubbel eerste laatste",
		heart:
			"liefde haat bang trots schaamte eenzaam boos gelukkig verdrietig tranen pijn bloed dood oorlog vuur arm rijk geld kost prijs gratis vrijheid vertrouwen leugen waarheid fout mislukt verliezen droom hoop mooi vreselijk gek onmogelijk gevaarlijk geheim probleem hart ziel handen ogen huis nacht",
		self: "ik me mij mijn wij we ons onze",
		you: "jij je jou jouw jullie u uw",
		vague: "verschillende bepaalde algemeen aspecten soort dingen natuurlijk situatie gebied richting",
		shown:
			"knop menu scherm pagina dia hoofdstuk sectie figuur tabel kolom rij diagram veld lijst links rechts formulier bijlage stap",
	},
};

const known = new Map<KnownLanguage, ReadonlyMap<string, readonly WordKind[]>>();

/** For each word of a language, of which kinds it is. */
export function wordKindsIn(language: KnownLanguage): ReadonlyMap<string, readonly WordKind[]> {
	const before = known.get(language);
	if (before) return before;
	const kinds = new Map<string, WordKind[]>();
	for (const kind of WORD_KINDS)
		for (const word of (WORDS[language][kind] ?? "").split(" "))
			kinds.set(word, [...(kinds.get(word) ?? []), kind]);
	known.set(language, kinds);
	return kinds;
}
