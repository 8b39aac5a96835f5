import type { CategoryDoubt } from '#server/catalog/place/category.rules.ts'
import { readBlocks, wordsMarked } from '#server/catalog/words/word-file.ts'
import { otherNamesOf } from './category-renames.ts'
import { keyPattern } from './key-pattern.ts'

type Doubt = CategoryDoubt & { isBeside: (main: string) => boolean }

const doubts: ReadonlyMap<string, readonly Doubt[]> = Map.groupBy(
  readBlocks('doubtful-categories.txt').flatMap(({ heading, lines }): (Doubt & { key: string })[] => {
    const words = lines.filter(line => !/^[?=] /.test(line)).flatMap(line => line.replace(/,$/, '').split(', '))
    const beside = wordsMarked('? ', lines)
    const pattern = beside.length === 0 ? null : keyPattern(beside)
    return [...new Set([heading, ...otherNamesOf(heading)])].map(key => ({
      key,
      isBeside: main => pattern === null || pattern.test(main),
      isSupportedBy: text => words.some(word => text.includes(word)),
      instead: wordsMarked('= ', lines)[0] ?? null,
    }))
  }),
  ({ key }) => key,
)

/**
 * Why a category may be wrong for a business whose main category is `main`: sources often give it to businesses of
 * another kind. Undefined if there is no doubt.
 */
export const doubtAbout = (key: string, main: string): CategoryDoubt | undefined =>
  doubts.get(key)?.find(({ isBeside }) => isBeside(main))
