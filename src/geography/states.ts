import { plainWords } from './town-key.ts'

/** USPS codes of the fifty states, DC, and the territories, with their names. */
export const stateNames: Readonly<Record<string, string>> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
  PR: 'Puerto Rico',
  VI: 'U.S. Virgin Islands',
  GU: 'Guam',
  AS: 'American Samoa',
  MP: 'Northern Mariana Islands',
}

// Traditional abbreviations from newspapers and letters, and a few that people type.
const abbreviations: Readonly<Record<string, string>> = {
  AL: 'ala',
  AK: 'alas',
  AZ: 'ariz',
  AR: 'ark',
  CA: 'calif, cali, cal',
  CO: 'colo, col',
  CT: 'conn',
  DE: 'del',
  FL: 'fla, flor',
  GA: 'geo',
  ID: 'ida',
  IL: 'ill, ills',
  IN: 'ind',
  KS: 'kan, kans',
  KY: 'ken, kent',
  HI: 'hawai',
  LA: 'lou, luisiana',
  MA: 'mass',
  MI: 'mich',
  MN: 'minn',
  MS: 'miss, misisipi',
  MO: 'misuri',
  MT: 'mont',
  NE: 'neb, nebr',
  NV: 'nev',
  NH: 'n hamp, new hamp, n hampshire',
  NJ: 'n jersey, jersey',
  NM: 'n mex, n mexico, new mex, nuevo mexico',
  NY: 'n york, nys, nueva york',
  NC: 'n car, n carolina, no carolina, carolina del norte',
  ND: 'n dak, no dak, n dakota, no dakota, dakota del norte',
  OK: 'okla',
  RI: 'rhode isl, rhode is, r island',
  OR: 'ore, oreg',
  PA: 'penn, penna, pensilvania',
  SC: 's car, s carolina, so carolina, carolina del sur',
  SD: 's dak, s dakota, so dakota, so dak, dakota del sur',
  TN: 'tenn',
  TX: 'tex, tejas',
  VT: 'verm',
  VA: 'virg',
  WA: 'wash',
  WV: 'w va, w virginia, wva, west va, west virg, virginia occidental',
  WI: 'wis, wisc',
  WY: 'wyo',
  VI: 'us virgin islands, virgin islands, usvi',
}

/** "ny" for "N.Y.", and "n dak" for "N. Dak." */
const wordsOf = (text: string): string => plainWords(text).join(' ')

const codesByWords = new Map<string, string>()
for (const [code, name] of Object.entries(stateNames)) {
  codesByWords.set(code.toLowerCase(), code)
  codesByWords.set(wordsOf(name), code)
  // "Newyork" is the city.
  if (code !== 'NY') codesByWords.set(wordsOf(name).replaceAll(' ', ''), code)
  for (const words of abbreviations[code]?.split(', ') ?? []) codesByWords.set(words, code)
}

/** USPS code of "CO", "US-CO", "Colorado", "colo." or "Calif."; null for anything else. */
export function stateCode(words: string): string | null {
  if (words.length > 40 || /\d/.test(words)) return null
  return codesByWords.get(wordsOf(words).replace(/^us (?=[a-z]{2}$)/, '')) ?? null
}

/** Whether the words name the United States: "USA", "U.S.", "United States of America", "Estados Unidos". */
export const isUnitedStates = (words: string): boolean =>
  /^(?:usa?|u\.s\.(?:a\.)?|united states(?: of america)?|estados unidos)$/i.test(words)
