import type { Town } from '#geography/index.ts'
import { groupNamed, readGroups } from '#server/catalog/words/word-file.ts'
import { type DemoCategory, namePatterns } from './categories.ts'
import { chance, pick, type Random } from './random.ts'
import { streetNames } from './street.ts'

const regionWords = readGroups('demo-regions.txt')
const people = readGroups('demo-people.txt')
// Without vowels, K, and S, so that initials do not spell a word.
const LETTERS = 'BCDGHJLMNPRTW'.split('')

type Naming = { random: Random; category: DemoCategory; town: Pick<Town, 'name' | 'state'> }

export function nameBusiness({ random, category, town }: Naming): string {
  const pattern = pick(random, patterns.get(category.style) ?? [])
  const name = pattern.map(fill => fill(random, category, town)).join('')
  return name.replaceAll(/s's\b/g, "s'")
}

type Fill = (random: Random, category: DemoCategory, town: Pick<Town, 'name' | 'state'>) => string

const slots: Readonly<Record<string, Fill>> = {
  ...Object.fromEntries([...readGroups('demo-slots.txt')].map(([slot, words]) => [slot, fillFrom(words)])),
  first: fillFrom(groupNamed(people, 'first')),
  last: fillFrom(groupNamed(people, 'last')),
  other: fillFrom(groupNamed(people, 'last')),
  street: fillFrom(streetNames),
  noun: (random, { nouns }) => pick(random, nouns),
  place: (_, __, town) => town.name,
  region: (random, _, { state }) => pick(random, regionWords.get(state) ?? ['Heartland']),
  letters: random => Array.from({ length: chance(random, 0.5) ? 2 : 3 }, () => pick(random, LETTERS)).join(''),
  number: random => String(1 + Math.floor(random() * 98)),
}

function fillFrom(words: readonly string[]): Fill {
  return random => pick(random, words)
}

// "{head}{tail} Marketing" is split into alternating texts and slots.
function compile(pattern: string): Fill[] {
  return pattern.split(/\{(\w+)\}/).map((text, position) => (position % 2 === 0 ? () => text : slotNamed(text)))
}

function slotNamed(name: string): Fill {
  const slot = slots[name]
  if (!slot) throw new Error(`No words for {${name}}`)
  return slot
}

const patterns = new Map([...namePatterns].map(([style, list]) => [style, list.map(compile)]))
