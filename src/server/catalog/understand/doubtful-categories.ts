import type { CategoryDoubt } from '#server/catalog/place/category.rules.ts'
import { readBlocks } from '#server/catalog/words/word-file.ts'
import { renamedKeys } from './category-renames.ts'
import { keyPattern } from './key-pattern.ts'

type Doubt = CategoryDoubt & { isBeside: (main: string) => boolean }

const doubts: ReadonlyMap<string, readonly Doubt[]> = Map.groupBy(
  readBlocks('doubtful-categories.txt').flatMap(({ heading, lines }): (Doubt & { key: string })[] => {
    const after = (mark: string) =>
      lines.filter(line => line.startsWith(mark)).flatMap(line => line.slice(mark.length).split(' '))
    const words = lines.filter(line => !/^[?=] /.test(line)).flatMap(line => line.replace(/,$/, '').split(', '))
    const beside = after('? ')
    const pattern = beside.length === 0 ? null : keyPattern(beside)
    return [...new Set([heading, ...otherNamesOf(heading)])].map(key => ({
      key,
      isBeside: main => pattern === null || pattern.test(main),
      isSupportedBy: text => words.some(word => text.includes(word)),
      instead: after('= ')[0] ?? null,
    }))
  }),
  ({ key }) => key,
)

function otherNamesOf(key: string): string[] {
  return renamedKeys.filter(names => names.includes(key)).flat()
}

/** Why a category may be wrong if `main` is the main one. Sources often give it to businesses of another kind. */
export const doubtAbout = (key: string, main: string): CategoryDoubt | undefined =>
  doubts.get(key)?.find(({ isBeside }) => isBeside(main))
