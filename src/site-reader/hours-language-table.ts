import type { Language } from './hours-language.ts'
import { cyrillic, czechAndSlovak, polish, southSlavic, southSlavicInCyrillic } from './hours-slavic-languages.ts'

const DASH = '[-\\u2010-\\u2015]'
const DASH_OR_A = '[-\\u2010-\\u2015a]'
const western: Language = {
  sign: new RegExp(
    String.raw`\b(?:lun(?:es|di|ed|\.? ?${DASH_OR_A} ?[vsd])|m(?:ontag|a(?:andag|\.? ?(?:${DASH}|&) ?[vzwd])|o\.?(?: ?(?:${DASH}|&)|,| bis) ?(?-i:D|F|S|Mi))|s(?:eg(?:unda|\.? ?(?:${DASH_OR_A}|à) ?s)|exta|onntag|prechzeit)|v(?:iernes|en(?:dredi|er)|rijdag)|freitag|d(?:om(?:ingo|enica)|imanche)|zondag|t(?:odos los d|ous les j|äglich)|(?-i:L ?${DASH_OR_A} ?[VSD]\b)|o(?:ffnungszeit|penings(?:tijd|ur)|rari\b)|ffnungszeit|bürozeit|hor(?:[aá]rio|aire)|\d{1,2} ?(?:uhr|uur)\b)`,
    'i',
  ),
  countsToTwelve:
    /\b(?:[Ll]un(?:es)?|LUN(?:ES)?|[Vv]iernes|VIERNES|[Dd]omingos?|DOMINGOS?|[Ss]egunda|SEGUNDA|[Ss]exta|SEXTA)\b/,
  days: 'lunes|lundis?|montags?|luned[iì]|maandag|segunda(?:-feira)? / martes|mardis?|dienstags?|marted[iì]|dinsdag|ter[cç]a(?:-feira)? / mi[eéè]rcoles|mercredis?|mittwochs?|mercoled[iì]|woensdag|quarta(?:-feira)? / jueves|jeudis?|donnerstags?|gioved[iì]|donderdag|quinta(?:-feira)? / viernes|vendredis?|freitags?|venerd[iì]|vrijdag|sexta(?:-feira)? / s[aáà]bados?|samedis?|samstags?|sonnabends?|sabato|zaterdag / domingos?|dimanches?|sonntags?|domenica|zondag',
  short:
    'lun|mo|ma|seg / mar|di|ter / mi[eé]|mer|mi|wo|qua / jue|jeu|gio|do|qui / vie|ven|fr|vr(?:ij)?|sex / s[aá]b|sam|sa|sonnab|sbd|za / dom|dim|so|zo',
  hours:
    '(?:horarios?|(?<!\\d ?)horas)(?: de (?:atenci[oó]n|apertura|oficina|servicio|trabajo))?|heures d.ouverture|horaires?(?: d.ouverture)?|(?:[oö]ffnungs|sprech|ordinations|gesch[aä]fts|b[uü]ro|praxis)zeiten|orari(?:o)?(?: di apertura)?|openingstijden|openingsuren|hor[aá]rio(?: de (?:funcionamento|atendimento))?',
  open: '(?:(?:estamos|siamo|wir haben) )?(?:abiert[oa]s?|abertos?|ouverte?s?|apert[oi]|ge[oö]ffnet|geopend)',
  closed: 'cerrad[oa]s?|ferm[eé]e?s?|geschlossen|ruhetag|chius[oi]|gesloten|fechad[oa]s?|encerrad[oa]s?',
  daily:
    'todos los d[ií]as|todos os dias|tous les jours|7 ?(?:j|jours) ?(?:sur|\\/) ?7|tutti i giorni|t[aä]glich|dagelijks|(?:iedere|elke) dag',
  weekdays:
    'werktags?|wochentags?|werkdagen|doordeweeks|en semaine|jours ouvr(?:[ée]s|ables)|d[ií]as laborables|entre semana|giorni feriali|feriali|dias [uú]teis',
  weekends: 'wochenendes?|fin(?:es)? de semana|fins de semana|fine settimana',
  always: 'rund um die uhr|24 ?(?:horas|heures|ore|uur|stunden)|24 ?h(?:eures)? ?(?:\\/|sur) ?24',
  byAppointment:
    '(?:und )?nach (?:vereinbarung|absprache)|(?:solo )?su appuntamento|sur rendez-vous|(?:con|previa) cita(?: previa)?|op afspraak|com hora marcada|por marca[cç][aã]o',
  holidays:
    'feestdagen|feiertage?n?|jours f[ée]ri[ée]s|(?:d[ií]as )?festivos|festivi|feriados|weihnachten|advent|ostern|(?:sommer|winter|herbst|oster|schul)ferien|navidad(?:es)?|semana santa|no[eë]l|p[aâ]ques|natale|pasqua|ferragosto|kerst|pasen|natal|p[aá]scoa',
  lunch:
    'mittagspause|pausa (?:pranzo|de almuerzo|para almo[cç]o)|pause (?:d[ée]jeuner|de midi)|lunchpauze|middagpauze',
  seasons:
    'sommerzeit|winterzeit|verano|invierno|d.[ée]t[ée]|hiver|estate|estivo|invernale|zomer|ver[aã]o|sommer|winter',
  months:
    'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|janvier|juin|juillet|septembre|octobre|novembre|f[ée]vrier|mars|avril|mai|ao[uû]t|d[ée]cembre|januari?|februari?|m[aä]rz|april|juni|juli|august(?:us)?|september|oktober|november|dezember|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|maart|mei|janeiro|junho|julho|setembro|novembro|mar[cç]o|maio|outubro|dezembro',
  others:
    'k[uü]che|cocina|cucina|keuken|cozinha|notdienst|notfall\\w*|urgencias?|urgences?|telefonzeiten|hotline|kundenservice|kundendienst|service client|atenci[oó]n al cliente|servizio clienti|klantenservice|mittagstisch|mittagsmen[uü]|gottesdienste?|misas?|lieferservice|(?:[\\w]{2,12}-)?kurse?|unterricht|clases|corsi',
  from: 'dalle ore|dalle|ore|de|du|von|van|dal|das|le|los|las|am|op',
  to: 'a las|a|al|à|au|bis|tot(?: en met)?|alle(?: ore)?|at[eé]|às|t\\/m',
  and: 'y|et|und|en|e',
  oClock: 'uhr|uur|u\\.?(?!\\d)',
  first: [
    [/(?<![\p{L}\d])L ?(?:[-\u2010-\u2015]|a) ?V(?=[ :]|$)/gmu, 'Monday - Friday'],
    [/(?<![\p{L}\d])L ?(?:[-\u2010-\u2015]|a) ?S(?=[ :]|$)/gmu, 'Monday - Saturday'],
    [/(?<![\p{L}\d])L ?(?:[-\u2010-\u2015]|a) ?D(?=[ :]|$)/gmu, 'Monday - Sunday'],
    [/(?<![\p{L}\d])2[ªa] ?(?:feira )?(?:[aàá]|[-\u2010-\u2015]) ?6[ªa](?:[ -]?feira)?/giu, 'Monday - Friday'],
  ],
  last: [
    [/(?<!\p{L})(?:elke|(?:en )?journ[ée]e continue|non[- ]stop|durchgehend)(?!\p{L})/giu, ''],
    // "Ons bedrijf is Open": "geopend" has already been translated.
    [/^[\p{L}' ]{2,40} (?:is|zijn|ist|sind|est|sommes|est[aá]|estamos|siamo|è) (?=Open )/gimu, 'We are '],
    [/(?<=\d) ?(?:hrs?\.?|hs\.?|(?<=[:.]\d{2} ?)h\.?|horas)(?![\p{L}\d])/giu, ''],
    [/(?<!\d)(\d{1,2}) ?[hu] ?(\d{2})(?!\d)/gi, '$1:$2'],
    [/(?<![\d:.])(\d{1,2}) ?h(?![\p{L}\d])/giu, '$1:00'],
  ],
}

const nordic: Language = {
  letters: /[åæøÅÆØ]|ää|yö|äy|öy/g,
  announced: /[Öö]ppettider|ÖPPETTIDER|[Åå](?:b|p)ningstid|Å[BP]NINGSTID|[Aa]ukioloajat|AUKIOLOAJAT/,
  days: 'm[aå]ndag(?:ar|er|e)?|maanantai(?:sin|na|sta)? / ti(?:s|rs)dag(?:ar|er|e)?|tiistai(?:sin|na|sta)? / onsdag(?:ar|er|e)?|keskiviikko(?:na)? / torsdag(?:ar|er|e)?|torstai(?:sin|na)? / fredag(?:ar|er|e)?|perjantai(?:sin|na|hin)? / l[öø]rdag(?:ar|er|e)?|lauantai(?:sin|na|hin)? / s[öø]ndag(?:ar|er|e)?|sunnuntai(?:sin|na|hin)?',
  short: 'm[aå]n?|ma / tirs?|tis?|ti / ons?|ke / tors?|to / fred?|fre?|pe / l[öø]rd?|l[öø]|la / s[öø]nd?|s[öø]|su',
  hours:
    '(?:[öo]ppet(?:tider)?|(?:v[åa]ra )?[öo]ppettider|kontorstid(?:er)?|butikstider|[åa]b?p?nings?tid(?:er)?|aukioloajat|avoinna)',
  open: '(?:vi har )?[öo]ppet|(?:vi har )?[åa](?:be|pe)nt?|avoinna|auki',
  closed: 'st[äa]ngt|lukket|stengt|suljettu|kiinni',
  daily: 'alla dagar|varje dag|dagligen|alle dage?r?|daglig(?:t|e)?|hver dag|joka p[äa]iv[äa]|p[äa]ivitt[äa]in',
  weekdays: '(?:alla |alle )?vardag(?:ar)?|hverdag(?:e|er)?|arkisin',
  weekends: 'helg(?:er|en)?|weekend(?:er|en)?|viikonloppuisin',
  always: 'dygnet runt|d[øo]gnet rundt|hele d[øo]gnet|24 (?:timmar|timer)',
  byAppointment:
    '(?:enligt|efter|etter) (?:[öo]verenskommelse|aftale|avtale)|(?:endast )?tidsbokning|sopimuksen mukaan',
  holidays:
    '(?:r[öo]da|helg)dagar|helligdage?r?(?:e)?|pyh[äa]t|jul(?:en|ens)?|p[åa]sk(?:en|e|ens)?|midsommar|joulu\\p{L}*|p[äa][äa]si[äa]i\\p{L}+|juhannu\\p{L}+',
  lunch: 'lunch(?:st[äa]ngt)?|frokost(?:pause)?|lounastauko',
  seasons: 'sommar\\p{L}*|sommer\\p{L}*|vinter\\p{L}*|kes[äa]\\p{L}*|talvi\\p{L}*',
  months: 'januari|februari|mars|maj|mai|juni|juli|augusti|oktober|desember',
  others:
    'k[öo]ket|k[øo]kken(?:et)?|kj[øo]kken(?:et)?|telefontid\\p{L}*|jour|vagt|vakt|akut\\p{L}*|keitti[öo]|kundtj[äa]nst|kundeservice|kundest[øo]tte|asiakaspalvelu|drop-?in|kurser|gudstj[äa]nst\\p{L}*|gudstjenest\\p{L}*',
  from: 'fr[åa]n|fra|kl(?:ockan)?\\.?|klo|p[åa]',
  to: 'til og med|till?|t\\.?o\\.?m\\.?',
  and: 'och|og|samt|ja',
  oClock: 'kl\\.?',
}

const turkish: Language = {
  letters: /[şğıŞĞİ]/g,
  countsToTwelve: /[şğıŞĞİ]/,
  announced: /[Çç]al[ıi]ş?s?ma [Ss]aat|ÇALIŞMA SAAT|[Mm]esai [Ss]aat/,
  days: 'pazartes[iİ]|(?:pazartes[iİ]) / sal[ıiI] / [çc]ar[şs]amba / per[şs]embe / cuma / cumartes[iİ] / pazar',
  short: 'pzt|pts / sal / [çc]ar|[çc]r[şs] / per|pr[şs] / cum / cmt|cts / paz|pzr',
  hours:
    '(?:[çc]al[ıi][şs]ma|a[çc][ıi]l[ıi][şs]|hizmet|mesai|ziyaret) (?:saatler[iİ](?:m[iİ]z)?|saat[iİ]|g[üu]n ve saatler[iİ](?:m[iİ]z)?)',
  open: 'a[çc][ıi]k(?:t[ıi]r|[ıi]z)?',
  closed: 'kapal[ıi](?:d[ıi]r|y[ıi]z)?',
  daily: 'her g[üu]n|haftan[ıi]n (?:her|7|yedi) g[üu]n[üu]',
  weekdays: 'hafta ?[iİ][çc][iİ](?: her g[üu]n)?',
  weekends: 'hafta ?sonu(?:lar[ıi])?',
  always: '(?:7 g[üu]n )?24 saat',
  byAppointment: 'randevu (?:ile|[iİ]le)|randevuyla|randevulu',
  holidays: 'resm[iİ] tat[iİ]l(?:ler)?|ramazan|bayramda',
  lunch: '[öo][ğg]le (?:aras[ıi]|tat[iİ]l[iİ])',
  seasons: 'yaz|k[ıi][şs]|sezon\\p{L}*',
  months: 'ocak|[şs]ubat|mart|n[iİ]san|may[ıi]s|haz[iİ]ran|temmuz|a[ğg]ustos|eyl[üu]l|ek[iİ]m|kas[ıi]m|aral[ıi]k',
  others:
    'mutfak|ac[iİ]l|n[öo]bet\\p{L}*|kurs(?:lar[ıi])?|ders(?:ler[iİ]?)?|m[üu][şs]ter[iİ] hizmetler[iİ]|[çc]a[ğg]r[ıi] merkez[iİ]',
  from: 'saat(?:ler[iİ])?',
  to: 'ile|[iİ]le|ila',
  and: 've',
  oClock: '(?:saatler[iİ] )?aras[ıi](?:nda)?|.?(?:da|de|ta|te|a|e|ya|ye)',
  first: [[/(?<=\p{L})(?:['’](?:den|dan|ten|tan|ye|ya|e|a)| günleri| günü)(?!\p{L})/giu, '']],
}

const hungarian: Language = {
  letters: /[őűŐŰ]/g,
  announced: /[Nn]yitva ?tart[áa]s|NYITVA ?TART[ÁA]S|[Rr]endel[ée]si id[őo]/,
  days: 'h[ée]tf[őo]n? / kedd(?:en)? / szerd[aá]n? / cs[üu]t[öo]rt[öo]k(?:[öo]n)? / p[ée]ntek(?:en)? / szombat(?:on)? / vas[áa]rnap',
  short: 'h[ée]t|h / kedd?|k / szer?|sze / cs[üu]t?|cs / p[ée]n|p / szom?b?|szo / vas?|v',
  hours:
    'nyitva ?tart[áa]s(?:i id[őo])?(?:unk)?|rendel[ée]si id[őo]|(?:[üu]gy)?f[ée]lfogad[áa]s(?:i id[őo])?|munkaid[őo]',
  open: 'nyitva(?: vagyunk)?',
  closed: 'z[áa]rva|sz[üu]nnap',
  daily: 'minden ?nap|naponta|a h[ée]t minden napj[áa]n',
  weekdays: 'h[ée]tk[öo]znap(?:okon)?|munkanap(?:okon)?',
  weekends: 'h[ée]tv[ée]g[eé]n?',
  always: '(?:napi )?24 [óo]r[áa](?:s|ban)?|[ée]jjel-nappal|(?<!\\d)0-24',
  byAppointment:
    '(?:csak )?(?:el[őo]zetes )?(?:telefonos )?(?:bejelentkez[ée]s|egyeztet[ée]s|id[őo]pont\\p{L}*)(?: alapj[áa]n| szerint|sel)?',
  holidays: '[üu]nnepnap(?:okon)?|kar[áa]cson\\p{L}*|h[úu]sv[ée]t\\p{L}*',
  lunch: 'eb[ée]d(?:sz[üu]net|id[őo])',
  seasons: 'ny[áa]ri|t[ée]li|szezon\\p{L}*',
  months: 'janu[áa]r|febru[áa]r|m[áa]rcius|[áa]prilis|m[áa]jus|j[úu]nius|j[úu]lius|augusztus|szeptember|okt[óo]ber',
  others: 'konyh[aá]|[üu]gyelet|[üu]gyf[ée]lszolg[áa]lat\\p{L}*|tanfolyam\\p{L}*|(?:eb[ée]d|napi )men[üu]|mis[ée]k',
  from: 'reggel|d[ée]lel[őo]tt',
  to: 'és(?= nincs)',
  and: '[ée]s',
  oClock: '[óo]r[áa](?:ig)?|h|-?ig',
  first: [
    [/(?<!\p{L})H ?[-\u2010-\u2015] ?(P|V|SZO|Szo)(?=[ :.])/gu, 'Hétfő - $1'],
    [/(?<=- )(?:P)(?=[ :.])/gu, 'péntek'],
    // "Hétfőtől péntekig 8 órától 17 óráig".
    [/(?<=\p{L})-?(?:t[őo]l|t[óo]l) (?=\p{L})/giu, ' - '],
    [/(?<=\d)(?: [óo]r[áa])?-?(?:t[őo]l|t[óo]l) (?=\d)/giu, ' - '],
    [/(?<=k(?:edd|en)?|[aáeé]|t|p|nap)-?ig(?!\p{L})/giu, ''],
  ],
}

const romanian: Language = {
  letters: /[ăşţșțĂŞŢȘȚ]/g,
  announced: /[Pp]rogram(?:ul)? de (?:lucru|func[țţt]ionare)|PROGRAM DE LUCRU|[Pp]rogram cu publicul/,
  days: 'luni|lunea / mar[țţt][iie]a?|mar[țţt]i / miercur(?:i|ea) / jo(?:i|ia) / viner(?:i|ea) / s[âaîi]mb[ăa]t[ăaăa] / duminic[ăa]',
  short: 'lun?|lu / mar?|ma / mie?|mi / joi|jo / vin?|vi / s[âa]m?b?|s / dum?|du',
  hours:
    'program(?:ul)?(?: (?:de (?:lucru|func[țţt]ionare)|cu publicul|magazin|cabinet))?(?=\\s{0,3}[:\\n])|program(?:ul)? (?:de (?:lucru|func[țţt]ionare)|cu publicul|nostru)|orar(?:ul)?(?: de (?:func[țţt]ionare|lucru))?',
  open: 'deschis[ăei]?|(?:suntem )?deschi[sș]i?',
  closed: '[îi]nchis[ăei]?',
  daily: 'zilnic|[îi]n fiecare zi',
  weekdays: 'zile(?:le)? lucr[ăa]toare|[îi]n timpul s[ăa]pt[ăa]m[âa]nii',
  weekends: 'week-?end(?:uri)?|sf[âa]r[șşs]it de s[ăa]pt[ăa]m[âa]n[ăa]',
  always: 'non-?stop|24 de ore',
  byAppointment: '(?:doar )?(?:cu|pe baz[ăa] de) programare',
  holidays: 's[ăa]rb[ăa]tori(?:le)?(?: legale)?|cr[ăa]ciun\\p{L}*|pa[șşs]te',
  lunch: 'pauz[ăa](?: de (?:mas[ăa]|pr[âa]nz))?',
  seasons: 'var[ăa]|iarn[ăa]|sezon\\p{L}*',
  months: 'ianuarie|februarie|martie|aprilie|mai|iunie|iulie|august|septembrie|octombrie|noiembrie|decembrie',
  others: 'buc[ăa]t[ăa]ri[ae]|urgen[țţt]e|rela[țţt]ii cu clien[țţt]ii|cursuri|livr[ăa]ri|liturghi\\p{L}+',
  from: 'de la|de|orele|ora',
  to: 'p[âa]n[ăa](?: la)?|la|a',
  and: '[șşs]i',
  oClock: 'h|ore',
  first: [[/(?<![\p{L}\d])L ?[-\u2010-\u2015] ?V(?=[ :]|$)/gmu, 'luni - vineri']],
}

const greek: Language = {
  letters: /[α-ωά-ώΑ-Ω]{3}/g,
  countsToTwelve: /[α-ω]/,
  days: 'δευτ[έε]ρας? / τρ[ίι]της? / τετ[άα]ρτης? / π[έε]μπτης? / παρασκευ[ήη]ς? / σ[άα]ββ[άα]το[νυ]? / κυριακ[ήη]ς?',
  short: 'δευ|δε / τρι?ί?|τρ / τετ|τε / π[έε]μ?|πε / παρ|πα / σ[άα]β?|σα / κυρ|κυ',
  hours: '(?:[ώω]ρες|ωρ[άα]ριο)(?: (?:λειτουργ[ίι]ας|κοινο[ύυ]|εργασ[ίι]ας|καταστ[ήη]ματος))?',
  open: 'ανοι[χκ]τ[άόάοα]',
  closed: 'κλειστ[άόάοα]|αργ[ίι]α',
  daily: 'κ[άα]θε μ[έε]ρα|7 ημ[έε]ρες',
  weekdays: 'καθημεριν[έε]ς',
  weekends: 'σαββατοκ[ύυ]ριακ[οα]',
  always: '24 [ώω]ρες|24ωρο',
  byAppointment: '(?:κατ[όο]πιν |με )ραντεβο[ύυ]',
  holidays: 'αργ[ίι]ες|χριστο[ύυ]γενν\\p{L}+|π[άα]σχα',
  lunch: 'δι[άα]λειμμα',
  seasons: 'καλοκα[ίι]ρι\\p{L}*|χειμ[ώω]να\\p{L}*|θεριν\\p{L}+|χειμεριν\\p{L}+',
  months: '(?:ιαν|φεβ|μ[άα]ρτ|απρ|μ[άα]ι|ιο[ύυ]ν|ιο[ύυ]λ|α[ύυ]γ|σεπτ|οκτ|νο[έε]|δεκ)\\p{L}+',
  others: 'κουζ[ίι]να|επε[ίι]γον\\p{L}*|εφημερ\\p{L}+|εξυπηρ[έε]τηση πελατ[ώω]ν|μαθ[ήη]ματα|παραδ[όο]σεις',
  from: 'απ[όο]|στις',
  to: '[έε]ως(?: τις)?|μ[έε]χρι(?: τις)?|ως|με',
  and: 'και',
  oClock: '[ώω]ρα',
  first: [
    [/(?<=\d ?)π\.?μ\.?/giu, 'am'],
    [/(?<=\d ?)μ\.?μ\.?/giu, 'pm'],
  ],
}

/** In the order in which they are tried. Western languages share letters with all others. */
export const languages: readonly Language[] = [
  western,
  // Before the languages that share some of their names of days.
  southSlavic,
  southSlavicInCyrillic,
  cyrillic,
  czechAndSlovak,
  polish,
  nordic,
  turkish,
  hungarian,
  romanian,
  greek,
]
