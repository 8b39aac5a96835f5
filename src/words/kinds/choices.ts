import MiniSearch from 'minisearch'
import type { Kind } from './kind.ts'
import { isFiller, isRole } from './roles.ts'
import { isWord } from './spelling.ts'
import { allKinds, phrasesBeginningWith } from './vocabulary.ts'

type Document = { id: number; label: string; phrases: string }

let index: MiniSearch<Document> | undefined

function indexOfKinds(): MiniSearch<Document> {
  const kinds = allKinds()
  const ids = new Map(kinds.map((kind, id) => [kind, id]))
  const documents = kinds.map((kind, id): Document => ({ id, label: kind.label, phrases: '' }))
  for (const [phrase, meaning] of phrasesBeginningWith(''))
    for (const kind of meaning.kinds) {
      const document = documents[ids.get(kind) ?? -1]
      if (document !== undefined) document.phrases += ` ${phrase}`
    }
  const built = new MiniSearch<Document>({ fields: ['label', 'phrases'], processTerm: term => term })
  built.addAll(documents.filter(({ phrases }) => phrases !== ''))
  return built
}

/** The kinds that share the most telling words with these, likeliest first. */
export function kindsLike(words: readonly string[], limit: number): Kind[] {
  const kinds = allKinds()
  index ??= indexOfKinds()
  const telling = words.filter(word => !isFiller(word) && !isRole(word))
  const found = search(index, telling)
  return (found.length > 0 ? found : search(index, words))
    .slice(0, limit)
    .flatMap(({ id }: { id: number }) => kinds[id] ?? [])
}

const search = (built: MiniSearch<Document>, words: readonly string[]) =>
  built.search(words.join(' '), {
    boost: { label: 2 },
    fuzzy: term => (term.length > 3 && !isWord(term) ? 0.25 : false),
  })

/** The kinds with all words in their names; the last word may be incomplete. `share`: how well they fit, at most 1. */
export function kindsBeginning(typed: string): { kind: Kind; share: number }[] {
  const kinds = allKinds()
  index ??= indexOfKinds()
  const found = index.search(typed, {
    boost: { label: 2 },
    combineWith: 'AND',
    prefix: (_, position, terms) => position === terms.length - 1,
  })
  const best = found[0]?.score ?? 1
  return found.flatMap(({ id, score }: { id: number; score: number }) => {
    const kind = kinds[id]
    return kind === undefined ? [] : [{ kind, share: score / best }]
  })
}
