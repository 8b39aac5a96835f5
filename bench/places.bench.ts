import path from 'node:path'
import { distanceMiles, type Gazetteer, loadGazetteer, type Point } from '#geography/index.ts'
import { linesOfList } from '#server/platform/basics/own-text.ts'
import { readPlace } from '#words/index.ts'
import { belongsToHeldOut } from './support/held-out.ts'

/** A line of a list in `places`: what is typed, and the answer that is right. */
type TypedPlace = { typed: string; answer: string; isHeldOut: boolean }

const verdicts = ['right', 'asked', 'refused', 'wrong'] as const
/** asked: the right answer is among the choices; refused: not found; wrong: another place was taken. */
type Verdict = (typeof verdicts)[number]

const folder = path.join(import.meta.dirname, 'places')
const linesOf = (file: string): string[] => linesOfList(path.join(folder, file))

/**
 * How typed places are understood. Half of the strings are held out: what was not right is printed for the other half
 * only, so that nobody tunes to it.
 */
export async function run(): Promise<void> {
  const gazetteer = await loadGazetteer()
  for (const list of [
    'strings',
    'further',
    'fifty',
    'fresh',
    'another',
    'later',
    'unseen',
    'outside',
    'phones',
    'blind',
  ])
    report(gazetteer, list)
}

function report(gazetteer: Gazetteer, list: string): void {
  const places = readTypedPlaces(`${list}.txt`)
  const baseline = new Map(linesOf('baseline.txt').map(line => line.split(' | ', 2) as [string, string]))
  console.log(`\n${list}`)
  console.log('half         right  asked refused  wrong   (before)')
  for (const half of ['tuned', 'held out']) {
    const some = places.filter(({ isHeldOut }) => isHeldOut === (half === 'held out'))
    const counts = Map.groupBy(some, place => verdictOf(gazetteer, place))
    const figures = verdicts.map(verdict => String(counts.get(verdict)?.length ?? 0).padStart(6)).join(' ')
    console.log(`${half.padEnd(10)} ${figures}   (${baseline.get(`${list}, ${half}`) ?? 'no baseline'})`)
  }
  console.log(`\n${millisecondsPerString(gazetteer, places).toFixed(3)} ms of CPU per string`)
  console.log('\nNot right, in the half to tune with:')
  for (const place of places.filter(({ isHeldOut }) => !isHeldOut)) {
    const verdict = verdictOf(gazetteer, place)
    if (verdict !== 'right')
      console.log(`${verdict}: "${place.typed}" is ${answerOf(gazetteer, place.typed)}, not ${place.answer}`)
  }
}

function readTypedPlaces(file: string): TypedPlace[] {
  return linesOf(file).flatMap(line => {
    const [answer = '', strings = ''] = line.split(' | ')
    return strings.split('; ').map(typed => ({
      typed,
      answer,
      isHeldOut: belongsToHeldOut(typed),
    }))
  })
}

function verdictOf(gazetteer: Gazetteer, { typed, answer }: TypedPlace): Verdict {
  const found = readPlace(gazetteer, typed)
  if (answer === 'ask' || answer === 'none') return 'label' in found ? 'wrong' : 'right'
  if ('label' in found) return isAnswer(gazetteer, typed, answer) ? 'right' : 'wrong'
  if (found.kind === 'unknown')
    return found.suggestions.some(words => isAnswer(gazetteer, words, answer)) ? 'asked' : 'refused'
  return found.choices.some(({ location }) => isAnswer(gazetteer, location, answer)) ? 'asked' : 'refused'
}

function isAnswer(gazetteer: Gazetteer, words: string, answer: string): boolean {
  const found = readPlace(gazetteer, words)
  if (!('label' in found)) return false
  if (!answer.startsWith('@ '))
    return (
      spelledOut(found.label) === spelledOut(answer) ||
      (found.kind === 'area' && isAreaAround(gazetteer, words, found, answer))
    )
  const [lat = NaN, lon = NaN, miles = NaN] = answer.slice(2).split(' ').map(Number)
  return 'lat' in found && distanceMiles(found, { lat, lon }) <= miles
}

/** "Phoenix metro" is also right as the counties around Phoenix. */
function isAreaAround(gazetteer: Gazetteer, words: string, area: Point, town: string): boolean {
  const middle = readPlace(gazetteer, town)
  return (
    /metro|greater|area|suburb|borough|surround/i.test(words) && 'lat' in middle && distanceMiles(area, middle) < 30
  )
}

const spelledOut = (label: string) => label.replace(/ \d{5}$/, '').replace(/^St\. /, 'Saint ')

function answerOf(gazetteer: Gazetteer, typed: string): string {
  const found = readPlace(gazetteer, typed)
  return 'label' in found ? `${found.label} (${found.kind})` : found.kind
}

function millisecondsPerString(gazetteer: Gazetteer, places: TypedPlace[]): number {
  const rounds = 5
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round++) for (const { typed } of places) readPlace(gazetteer, typed)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / rounds / places.length
}
