const acronyms = new Set([
  'atm',
  'atv',
  'bbq',
  'cpa',
  'cpr',
  'csa',
  'diy',
  'dj',
  'dui',
  'dvd',
  'ems',
  'ev',
  'hvac',
  'ip',
  'iv',
  'rv',
  'tv',
  'vr',
])
const spelled: ReadonlyMap<string, string> = new Map([
  ['3d', '3D'],
  ['atms', 'ATMs'],
  ['b2b', 'B2B'],
  ['mens', "Men's"],
  ['womens', "Women's"],
  ['childrens', "Children's"],
  ['texmex', 'Tex-Mex'],
  ['heatlh', 'Health'],
  ['pizzaria', 'Pizzeria'],
])
const lowercaseWords = new Set(['a', 'and', 'by', 'for', 'in', 'of', 'on', 'or', 'the', 'to', 'with'])

/** The display name of a category key: "Pizza Restaurant" for `pizza_restaurant`. */
export const categoryName = (key: string): string =>
  key
    .split(/[_\s]+/)
    .filter(word => word !== '')
    .map((word, position, words) => nameWord(word.toLowerCase(), position, words))
    .join(' ')

function nameWord(word: string, position: number, words: string[]): string {
  if (acronyms.has(word) || isInformationTechnology(word, words[position + 1])) return word.toUpperCase()
  if (position > 0 && lowercaseWords.has(word)) return word
  return spelled.get(word) ?? word.slice(0, 1).toUpperCase() + word.slice(1)
}

const isInformationTechnology = (word: string, next: string | undefined) =>
  word === 'it' && ['consultant', 'service', 'support'].includes(next ?? '')
