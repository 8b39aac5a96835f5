import { EDGE } from './address.rules.ts'
import { hoursInText, type TextHours } from './hours-text.rules.ts'

/** Full names of the days, from Monday on, in the most common languages of non-English sites. */
const names = [
  'lunes|lundi|montag|luned[iì]|maandag|segunda(?:-feira)?',
  'martes|mardi|dienstag|marted[iì]|dinsdag|ter[cç]a(?:-feira)?',
  'mi[eéè]rcoles|mercredi|mittwoch|mercoled[iì]|woensdag|quarta(?:-feira)?',
  'jueves|jeudi|donnerstag|gioved[iì]|donderdag|quinta(?:-feira)?',
  'viernes|vendredi|freitag|venerd[iì]|vrijdag|sexta(?:-feira)?',
  's[aáà]bados?|samedi|samstag|sabato|zaterdag',
  'domingos?|dimanche|sonntag|domenica|zondag',
]
/** Short forms count only next to punctuation or a time, because most of them are also ordinary words. */
const shortNames = [
  'lun|mo|ma|seg',
  'mar|di|ter',
  'mi[eé]|mer|mi|wo|qua',
  'jue|jeu|gio|do|qui',
  'vie|ven|fr|vr(?:ij)?|sex',
  's[aá]b|sam|sa|za',
  'dom|dim|so|zo',
]
const english = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Runs on the full text of most pages, so it is fast rather than exact. No English word starts like these names. */
const someDay =
  /\b(?:[Ll]unes|[Ll]undi|[Ll]uned|LUN[ED]|[Mm]ontag|MONTAG|[Mm]aandag|MAANDAG|[Ss]egunda|SEGUNDA|[Vv]iernes|VIERNES|[Vv]endredi|VENDREDI|[Ff]reitag|FREITAG|[Vv]ener|VENER|[Vv]rijdag|VRIJDAG|[Ss]exta|SEXTA|[Dd]omingo|DOMINGO|[Dd]imanche|DIMANCHE|[Ss]onntag|SONNTAG|[Dd]omenica|DOMENICA|[Zz]ondag|ZONDAG|(?:[Ll]un|LUN)\.? ?[-\u2010-\u2015a] ?[VvSsDd]|[Ss]eg\.? ?[-\u2010-\u2015aà] ?[Ss]|[Mm]a\.? ?[-\u2010-\u2015&] ?[VvZzWwDd]|(?:Mo|MO)\.?(?: ?[-\u2010-\u2015&]|,| bis) ?(?:D|F|S|Mi))|\d ?(?:Uhr|uur)\b|[Tt]odos los d|[Tt]ous les j|[Tt]äglich|\bL ?[-\u2010-\u2015a] ?[VSD]\b/
const fullDay = new RegExp(`(?<![\\p{L}\\d])(?:${names.map(name => `(${name})`).join('|')})(?![\\p{L}\\d])`, 'giu')
const shortDay = new RegExp(
  `(?<![\\p{L}\\d])(?:${shortNames.map(name => `(${name})`).join('|')})(?:\\.|(?=\\s?[-\u2010-\u2015:/])|(?=(?:,| ?&) ?(?:${shortNames.join('|')})\\b)|(?<=[,&] ?[a-zé]{2,3})(?![\\p{L}\\d])|(?=\\s(?:bis|tot|t\\/m|al?|gesloten|geschlossen|chiuso|ferm[eé]|cerrado|fechado)(?!\\p{L}))|(?<=(?:bis|tot|t\\/m|al?) [a-zé]{2,3})(?![\\p{L}\\d])|(?=\\s\\d{1,2}[.:]\\d{2})|(?<=[-\u2010-\u2015]\\s?[a-zé]{2,3})(?![\\p{L}\\d]))`,
  'giu',
)
const DAY = `${english.join('|')}|daily`
const gap = `[ ${EDGE}]{0,3}`
const words: readonly (readonly [RegExp, string])[] = [
  [
    /(?<!\p{L})(?:todos los d[ií]as|todos os dias|tous les jours|tutti i giorni|t[aä]glich|dagelijks|(?:iedere|elke) dag)(?!\p{L})/giu,
    'daily',
  ],
  [
    /(?<!\p{L})(?:(?:estamos|siamo|wir haben) )?(?:abiert[oa]s?|aberto|ouverte?|aperti?|ge[oö]ffnet|geopend)(?!\p{L})/giu,
    'Open',
  ],
  [/(?<!\p{L})(?:cerrado|ferm[eé]e?|geschlossen|ruhetag|chiuso|gesloten|fechado)(?!\p{L})/giu, 'closed'],
  [
    /(?<!\p{L})(?:(?:horarios?|(?<!\d ?)horas)(?: de (?:atenci[oó]n|apertura|oficina|servicio|trabajo))?|heures d.ouverture|horaires?(?: d.ouverture)?|(?:[oö]ffnungs|sprech|ordinations|gesch[aä]fts|b[uü]ro|praxis)zeiten|orari(?:o)?(?: di apertura)?|openingstijden|openingsuren|hor[aá]rio(?: de (?:funcionamento|atendimento))?)(?!\p{L})/giu,
    'Hours',
  ],
  [
    /(?<!\p{L})(?:(?:und )?nach (?:vereinbarung|absprache)|(?:solo )?su appuntamento|sur rendez-vous|(?:con|previa) cita(?: previa)?|op afspraak)(?!\p{L})/giu,
    'by appointment',
  ],
  [
    /(?<=\d) ?(?:uhr|uur|u\.?(?!\d))(?!\p{L})|(?<!\p{L})elke(?!\p{L})|(?:en )?journ[ée]e continue|non[- ]stop|durchgehend/giu,
    '',
  ],
  // "Ons bedrijf is geopend", once "geopend" is translated.
  [/^[\p{L}' ]{2,40} (?:is|zijn|ist|sind|est|sommes|est[aá]|estamos|siamo|è) (?=Open )/gimu, 'We are '],
  [/(?<=\d) ?(?:hrs?\.?|hs\.?|(?<=[:.]\d{2} ?)h\.?|horas)(?![\p{L}\d])/giu, ''],
  [/(?<!\d)(\d{1,2}) ?[hu] ?(\d{2})(?!\d)/gi, '$1:$2'],
  [/(?<![\d:.])(\d{1,2}) ?h(?![\p{L}\d])/giu, '$1:00'],
  [new RegExp(`(?<!\\p{L})(?:de|du|von|van|dal|das|le|los|am|op)${gap}(?=\\d|${DAY})`, 'giu'), ''],
  // "Between 9 and 17", as in "zwischen 9 und 17 Uhr".
  [
    /(?<!\p{L})(?:tussen|zwischen|entre)(?: (?:las|les))? (\d{1,2}(?:[:.]\d{2})?) ?-? ?(?:en|und|y|et|e)(?: (?:las|les))? (?=\d)/giu,
    '$1 - ',
  ],
  [
    /(?<!\p{L})(?:feestdagen|feiertagen?|jours f[ée]ri[ée]s|(?:d[ií]as )?festivos|festivi|feriados)(?!\p{L})/giu,
    'holidays',
  ],
  [
    new RegExp(
      `(?<=\\d|[ap]\\.?m\\.?|${DAY})${gap}(?:a las|a|al|à|au|bis|tot(?: en met)?|alle|at[eé]|às|t\\/m)${gap}(?=\\d|${DAY})`,
      'giu',
    ),
    ' - ',
  ],
  [new RegExp(`(?<=\\d|${DAY})${gap}(?:y|et|und|en|e)${gap}(?=\\d|holidays|${DAY})`, 'giu'), ' and '],
]

/** "L-V" and "L a S" in Spanish. */
const letters = /(?<![\p{L}\d])L ?(?:[-\u2010-\u2015]|a) ?([VSD])(?=[ :]|$)/gmu
const LETTERS: Readonly<Record<string, string>> = { V: 'Friday', S: 'Saturday', D: 'Sunday' }

const dayOf = (groups: readonly unknown[], whole: string): string =>
  english[groups.findIndex(group => group === whole)] ?? whole

/** Reads opening hours in English, or in another language if there are none in English. */
export function hoursInAnyLanguage(text: string): TextHours {
  const hours = hoursInText(text)
  return hours.weeks.length > 0 || hours.areDoubtful || !someDay.test(text) ? hours : hoursInText(inEnglish(text))
}

function inEnglish(text: string): string {
  const named = text
    .replaceAll(letters, (_, to: string) => `Monday - ${LETTERS[to]}`)
    .replaceAll(fullDay, (whole: string, ...groups: unknown[]) => dayOf(groups.slice(0, 7), whole))
    .replaceAll(shortDay, (whole: string, ...groups: unknown[]) => dayOf(groups.slice(0, 7), whole.replace('.', '')))
  return words.reduce((result, [word, meaning]) => result.replaceAll(word, meaning), named)
}
