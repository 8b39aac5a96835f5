import { z } from 'zod'
import { checked, readBlocks } from '#server/catalog/words/word-file.ts'

/**
 * What people call a kind of business, and its category keys. `key` means this key and all kinds below it, `key!` only
 * this key, and `*_key` every key with this ending. `-key` is excluded.
 */
export type AliasSet = z.infer<typeof AliasSet>
const AliasSet = z.object({
  label: z.string().min(1),
  phrases: z.array(z.string().regex(/^[^,|=]+$/)).min(1),
  keys: z.array(z.string().regex(/^[-*]?[a-z\d_']+!?$/)).min(1),
})

const topics = ['food', 'health', 'home', 'automotive', 'shopping', 'professional', 'leisure']

export const aliasSets: readonly AliasSet[] = topics.flatMap(topic => {
  const file = `category-aliases/${topic}.txt`
  return readBlocks(file).map(({ heading, lines }) => {
    const keyLines = lines.filter(line => line.startsWith('= '))
    const phraseLines = lines.filter(line => !line.startsWith('= '))
    return checked(`${file}: "${heading}"`, AliasSet, {
      label: heading,
      phrases: phraseLines.flatMap(line => line.replace(/,$/, '').split(', ')),
      keys: keyLines.flatMap(line => line.slice(2).split(' ')),
    })
  })
})
