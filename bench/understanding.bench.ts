import { readdirSync } from 'node:fs'
import path from 'node:path'
import { loadGazetteer } from '#geography/index.ts'
import { buildCategoryIndex, type Sense } from '#server/catalog/kinds/category-index.ts'
import { type CategoryResolution, resolveCategory } from '#server/catalog/kinds/resolve-category.ts'
import { linesOfList } from '#server/platform/basics/own-text.ts'
import { readRealRows, realCategories } from '#tests/support/real-categories.ts'
import { boulderFile, realFiles } from '#tests/support/real-files.ts'
import { readPlace } from '#words/index.ts'
import { belongsToHeldOut } from './support/held-out.ts'

/** A line of a list in `understanding/`: words, and the categories of a right answer; none if nothing may be applied. */
type Phrase = { words: string; accepted: string[]; refused: string[]; place: string | null; isHeldOut: boolean }

const verdicts = ['right', 'asked', 'wrong', 'missed'] as const
/**
 * right: applied, or not applied if nothing may be; asked: the first choice is right; wrong: something else was applied;
 * missed: asked without the right answer first, or searched names.
 */
type Verdict = (typeof verdicts)[number]

const folder = path.join(import.meta.dirname, 'understanding')

/**
 * How the words of a search are understood: real phrases with the answers that are accepted. Half of each list is held
 * out: failures are printed for the other half only, so that nobody tunes to them.
 */
export async function run(): Promise<void> {
  const rows = [
    ...(await readRealRows(boulderFile, ['names', 'taxonomy', 'categories'])),
    ...(await readRealRows(realFiles.sample, ['names', 'categories'])),
  ]
  const index = buildCategoryIndex(await realCategories(rows))
  const lists = readdirSync(folder).filter(file => file.endsWith('.txt') && file !== 'baseline.txt')
  const baseline = readBaseline()
  const gazetteer = await loadGazetteer()
  const isPlace = (words: string) => readPlace(gazetteer, words).kind === 'point'
  const understand = (words: string) => resolveCategory(index, words, isPlace)
  console.log('\nlist and half             right  asked  wrong missed   (before)')
  const failures: string[] = []
  for (const list of lists) {
    const phrases = readList(list)
    for (const half of ['tuned', 'held out']) {
      const some = phrases.filter(({ isHeldOut }) => isHeldOut === (half === 'held out'))
      const counts = new Map<Verdict, number>(verdicts.map(verdict => [verdict, 0]))
      for (const phrase of some) {
        const verdict = judge(understand, phrase)
        counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
        if (half === 'tuned' && verdict !== 'right')
          failures.push(`${list}: ${verdict}: ${describe(understand, phrase)}`)
      }
      const name = `${path.basename(list, '.txt')}, ${half}`
      const figures = verdicts.map(verdict => String(counts.get(verdict)).padStart(6)).join(' ')
      console.log(`${name.padEnd(23)} ${figures}   (${baseline.get(name) ?? 'no baseline'})`)
    }
  }
  console.log(`\n${millisecondsPerQuery(understand, lists.flatMap(readList)).toFixed(3)} ms of CPU per query`)
  console.log(`\nNot right, in the half to tune with:\n${failures.join('\n')}`)
}

function readBaseline(): Map<string, string> {
  const lines = linesOfList(path.join(folder, 'baseline.txt'))
  return new Map(lines.map(line => line.split(' | ', 2) as [string, string]))
}

function readList(file: string): Phrase[] {
  return linesOfList(path.join(folder, file)).flatMap(line => {
    const [words = '', answer = '', place = null] = line.split(' | ')
    const keys = file.startsWith('other') ? [] : answer.split(' ')
    const phrases = place === null ? words.split(', ') : [words]
    return phrases.map(phrase => ({
      words: phrase,
      accepted: keys.filter(key => !key.startsWith('-')),
      refused: keys.filter(key => key.startsWith('-')).map(key => key.slice(1)),
      place,
      isHeldOut: belongsToHeldOut(phrase),
    }))
  })
}

type Understand = (words: string) => CategoryResolution

function judge(understand: Understand, phrase: Phrase): Verdict {
  const resolved = understand(phrase.words)
  if (phrase.accepted.length === 0) return resolved.kind === 'certain' ? 'wrong' : 'right'
  if (resolved.kind === 'certain') return isAccepted(phrase, resolved.sense) ? 'right' : 'wrong'
  const first = 'choices' in resolved ? resolved.choices[0] : undefined
  return first !== undefined && isAccepted(phrase, first) ? 'asked' : 'missed'
}

function isAccepted({ accepted, refused }: Phrase, { categories }: Sense): boolean {
  const keys = new Set(categories.map(({ key }) => key))
  return accepted.some(key => keys.has(key)) && !refused.some(key => keys.has(key))
}

function describe(understand: Understand, { words }: Phrase): string {
  const resolved = understand(words)
  if (resolved.kind === 'certain') return `"${words}" is ${resolved.sense.label}`
  const choices = 'choices' in resolved ? `: ${resolved.choices.map(({ label }) => label).join(', ')}` : ''
  return `"${words}" is ${resolved.kind}${choices}`
}

function millisecondsPerQuery(understand: Understand, phrases: Phrase[]): number {
  const rounds = 10
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round++) for (const { words } of phrases) understand(words)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / rounds / phrases.length
}
