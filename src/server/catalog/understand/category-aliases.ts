import { z } from 'zod'
import { checked, readBlocks } from '#server/catalog/words/word-file.ts'

const selector = z.string().regex(/^[-*]?[a-z\d_']+!?$/)

/**
 * What people call a kind of business, and its category keys. `key` means this key and all kinds below it, `key!` only
 * this key, and `*_key` every key with this ending. `-key` is excluded. `sideWith` are the main categories of businesses
 * that belong to the set if only a further category does. `nearest` are labels of sets to offer if the catalog has none
 * of the keys.
 */
export type AliasSet = z.infer<typeof AliasSet>
const AliasSet = z.object({
  label: z.string().min(1),
  phrases: z.array(z.string().regex(/^[^,|=]+$/)).min(1),
  keys: z.array(selector),
  sideWith: z.array(selector),
  nearest: z.array(z.string().min(1)),
})

const topics = ['food', 'health', 'home', 'automotive', 'shopping', 'professional', 'leisure', 'trades', 'lacking']

/** The heading for `sideWith` of every set of a file that has none of its own. */
const EVERY_SET = '*'
/** After "+": the keys of every set of the file. */
const EVERY_KEY = '*'

export const aliasSets: readonly AliasSet[] = topics.flatMap(topic => {
  const file = `category-aliases/${topic}.txt`
  const blocks = readBlocks(file)
  const everyKey = blocks.flatMap(({ lines }) => selectorsAfter('= ', lines)).filter(key => !key.startsWith('-'))
  const sideWithOf = (lines: readonly string[]) =>
    selectorsAfter('+ ', lines).flatMap(key => (key === EVERY_KEY ? everyKey : [key]))
  const common = sideWithOf(blocks.find(({ heading }) => heading === EVERY_SET)?.lines ?? [])
  return blocks
    .filter(({ heading }) => heading !== EVERY_SET)
    .map(({ heading, lines }) => {
      const own = sideWithOf(lines)
      return checked(`${file}: "${heading}"`, AliasSet, {
        label: heading,
        phrases: lines.filter(line => !/^[=+~] /.test(line)).flatMap(line => line.replace(/,$/, '').split(', ')),
        keys: selectorsAfter('= ', lines),
        sideWith: own.length > 0 ? own : common,
        nearest: lines.filter(line => line.startsWith('~ ')).flatMap(line => line.slice(2).split(', ')),
      })
    })
})

function selectorsAfter(mark: string, lines: readonly string[]): string[] {
  return lines.filter(line => line.startsWith(mark)).flatMap(line => line.slice(mark.length).split(' '))
}
