import { z } from 'zod'
import { commaList, readTable } from '#server/catalog/words/word-file.ts'

/** What is done, and what a trade is called that does it. `X` stands for the thing. After "? ", it is only a guess. */
export type Verb = { base: string; theirs: readonly string[]; own: readonly string[] }

const rows = readTable('request-verbs.txt', z.tuple([commaList, commaList, commaList]))

/** By every form of the verb: "clean out", "cleans out", "cleaned out", and "cleaning out". */
const verbs: ReadonlyMap<string, Verb> = new Map(
  rows
    .flatMap(([forms, theirs, own]) =>
      forms.flatMap(base => {
        const verb = { base, theirs, own: own.length > 0 ? own : theirs }
        return formsOf(base).map(form => [form, verb] as const)
      }),
    )
    // The first verb with a form counts: "saw" is no form of "see" if it is listed before.
    .toReversed(),
)
const MAX_WORDS = 3

function formsOf(verb: string): string[] {
  const [first = '', ...others] = verb.split(' ')
  const doubled = /^[^aeiou]*[aeiou][bdgmnprt]$/.test(first) ? first + first.slice(-1) : first
  const past = /[^aeiou]y$/.test(first) ? `${first.slice(0, -1)}ied` : `${doubled.replace(/e$/, '')}ed`
  const third = /[^aeiou]y$/.test(first)
    ? `${first.slice(0, -1)}ies`
    : `${first}${/(?:s|sh|ch|x|z|o)$/.test(first) ? 'es' : 's'}`
  return [first, third, past, ingOf(first)].map(form => [form, ...others].join(' '))
}

/** "Moving" for "move", and "cutting" for "cut". */
export function ingOf(verb: string): string {
  const doubled = /^[^aeiou]*[aeiou][bdgmnprt]$/.test(verb) ? verb + verb.slice(-1) : verb
  return `${doubled.replace(/(?<!e)e$/, '')}ing`
}

/** The longest verb of the table that begins at the position. */
export function verbAt(words: readonly string[], position: number): { verb: Verb; length: number } | null {
  for (let length = MAX_WORDS; length > 0; length--) {
    const verb =
      position + length <= words.length ? verbs.get(words.slice(position, position + length).join(' ')) : undefined
    if (verb !== undefined) return { verb, length }
  }
  return null
}

const particles = new Set(['off', 'out', 'away', 'down', 'up', 'in', 'apart'])

/** A verb that stands around its thing: "get" this tattoo "off". `end` is where the thing ends. */
export function verbAround(words: readonly string[]): { verb: Verb; end: number } | null {
  const end = words.findIndex((word, position) => position > 1 && particles.has(word))
  const verb = end === -1 ? undefined : verbs.get(`${words[0] ?? ''} ${words[end] ?? ''}`)
  return verb === undefined ? null : { verb, end }
}
