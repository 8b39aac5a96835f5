import type { CategoryDoubt } from '#server/catalog/place/category.rules.ts'
import { readBlocks } from '#server/catalog/words/word-file.ts'
import { keyPattern } from './key-pattern.ts'

const doubts = new Map<string, CategoryDoubt>(
  readBlocks('doubtful-categories.txt').map(({ heading, lines }) => {
    const after = (mark: string) =>
      lines.filter(line => line.startsWith(mark)).flatMap(line => line.slice(mark.length).split(' '))
    const words = lines.filter(line => !/^[?=] /.test(line)).flatMap(line => line.replace(/,$/, '').split(', '))
    const beside = after('? ')
    const pattern = beside.length === 0 ? null : keyPattern(beside)
    return [
      heading,
      {
        isDoubtedBeside: main => pattern === null || pattern.test(main),
        isSupportedBy: text => words.some(word => text.includes(word)),
        instead: after('= ')[0] ?? null,
      },
    ]
  }),
)

/** Why a category may be wrong, for categories that sources often give to businesses of another kind. */
export const doubtAbout = (key: string): CategoryDoubt | undefined => doubts.get(key)
