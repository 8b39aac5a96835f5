import { z } from 'zod'
import { checked, readBlocks, wordsMarked } from '#server/catalog/words/word-file.ts'

const selector = z.string().regex(/^[-*]?[a-z\d_']+!?$/)

/**
 * A kind of business: the phrases that people use for it, and its category keys.
 *
 * `keys` and `relatedMains` contain selectors. `key` selects the key and all keys below it, `key!` only the key itself, and
 * `*_key` every key with this ending. `-key` removes what `key` selects.
 *
 * A business whose main category is in `relatedMains` also belongs to this kind if one of its further categories is in
 * `keys`. `nearest` has the labels of the kinds to offer if the catalog has none of the keys.
 */
export type AliasSet = z.infer<typeof AliasSet>
const AliasSet = z.object({
  label: z.string().min(1),
  phrases: z.array(z.string().regex(/^[^,|=]+$/)).min(1),
  keys: z.array(selector),
  relatedMains: z.array(selector),
  nearest: z.array(z.string().min(1)),
})

const topics = ['food', 'health', 'home', 'automotive', 'shopping', 'professional', 'leisure', 'trades', 'lacking']

/** The block with this heading has the `relatedMains` of all sets in the file that do not have their own. */
const EVERY_SET = '*'
/** After "+", this stands for the keys of all sets in the file. */
const EVERY_KEY = '*'

export const aliasSets: readonly AliasSet[] = topics.flatMap(topic => {
  const file = `category-aliases/${topic}.txt`
  const blocks = readBlocks(file)
  const everyKey = blocks.flatMap(({ lines }) => wordsMarked('= ', lines)).filter(key => !key.startsWith('-'))
  const relatedMainsOf = (lines: readonly string[]) =>
    wordsMarked('+ ', lines).flatMap(key => (key === EVERY_KEY ? everyKey : [key]))
  const common = relatedMainsOf(blocks.find(({ heading }) => heading === EVERY_SET)?.lines ?? [])
  return blocks
    .filter(({ heading }) => heading !== EVERY_SET)
    .map(({ heading, lines }) => {
      const own = relatedMainsOf(lines)
      return checked(`${file}: "${heading}"`, AliasSet, {
        label: heading,
        phrases: lines.filter(line => !/^[=+~] /.test(line)).flatMap(line => line.replace(/,$/, '').split(', ')),
        keys: wordsMarked('= ', lines),
        relatedMains: own.length > 0 ? own : common,
        nearest: lines.filter(line => line.startsWith('~ ')).flatMap(line => line.slice(2).split(', ')),
      })
    })
})
