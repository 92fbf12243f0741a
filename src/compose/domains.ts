import tlds from "tlds" with { type: "json" };

/** Top-level domains that are gone, and that X still makes links of (twitter-text 3.1). */
const RETIRED = [
	"abarth active adac afamilycompany aigo alfaromeo an avianca bananarepublic bentley bl blanco bnl ",
	"boots bq budapest bugatti cancerresearch cartier caseih cbs ceb chloe chrysler cityeats comcast ",
	"cookingchannel csc dabur dodge doha doosan duck dunlop duns eh epost esurance etisalat everbank ",
	"fiat flsmidth foodnetwork frontdoor fujixerox glade goodhands guardian hgtv honeywell hoteles ",
	"htc iinet intel iselect iveco iwc jcp jlc kerrylogistics kinder ladbrokes lancaster lancia ",
	"lancome liaison linde lipsy lixil loft lupin macys maserati mcd mcdonalds meo metlife mf mobily ",
	"montblanc mopar movistar mtpc mutual mutuelle nadex nationwide natura newholland ",
	"northwesternmutual off oldnavy onion onyourside orientexpress pamperedchef panerai passagens ",
	"piaget pramerica qvc raid redstone rightathome rmit rocher sapo sca scjohnson scor ses shaw ",
	"showtime shriram spiegel spreadbetting srt starhub statoil swiftcover symantec telecity ",
	"telefonica tiffany tp travelchannel uconnect um vista vistaprint volkswagen vuelos warman ",
	"xfinity xperia zippo اتصالات موبايلي 大众汽车 工行 手表 珠宝 诺基亚",
];

let known: ReadonlySet<string> | undefined;

/** Whether X makes a link of `acme.NAME` without `https://`. The name is in lower case. */
export function isTopLevelDomain(name: string): boolean {
	known ??= new Set([...tlds, ...RETIRED.join("").split(" ")]);
	return known.has(name);
}
