import { existsSync } from 'node:fs'
import path from 'node:path'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { loadGazetteer, usBorders } from '#geography/index.ts'
import { normalizePlace } from '#server/catalog/normalize/normalize.rules.ts'
import { openSourceFile } from '#server/catalog/readers/source-file.ts'
import { belongsToHeldOut } from './support/held-out.ts'

const folder = path.resolve(import.meta.dirname, '../../shared/data')
const samples = [
  {
    title: 'all states',
    file: 'overture-us-sample-2025-02/project_c_samples.parquet',
    asOf: '2025-02-25',
    label: 'open',
  },
  {
    title: 'New York, still listed a month later (for the order only)',
    file: 'labelled-new-york-2025-12/places.parquet',
    asOf: '2026-01-01',
    label: 'still_listed',
  },
]

type Labeled = {
  isOpen: boolean
  quality: number
  /** Null if the source states no confidence. */
  openPercent: number | null
  confidence: number
  provider: string
  isHeldOut: boolean
}

/**
 * How well the score and the probability of existence put open places before closed ones (AUC), compared with the
 * source's confidence alone, and how often places with a probability, a score, a confidence, or a provider are open.
 * Half of the places are held out.
 */
export async function run(): Promise<void> {
  for (const { title, ...sample } of samples) {
    if (!existsSync(path.join(folder, sample.file))) {
      console.log(`${title}: no file`)
      continue
    }
    const places = await labeledPlaces(sample)
    print(`${title}, both halves`, places)
    for (const isHeldOut of [false, true])
      print(
        `${title}, ${isHeldOut ? 'held out' : 'tuned'}`,
        places.filter(place => place.isHeldOut === isHeldOut),
      )
  }
}

async function labeledPlaces({ file, asOf, label }: { file: string; asOf: string; label: string }): Promise<Labeled[]> {
  const full = path.join(folder, file)
  const labels = await parquetReadObjects({
    file: await asyncBufferFromFile(full),
    compressors,
    columns: [label],
  })
  const context = {
    source: 'overture' as const,
    gazetteer: await loadGazetteer(),
    borders: usBorders,
    asOf,
    license: '',
  }
  const source = await openSourceFile(full)
  const places: Labeled[] = []
  for await (const batch of (await source.read()).batches)
    for (const raw of batch) {
      // The reader rejects closed places by the same label.
      const result = normalizePlace({ ...raw, status: 'open' }, context)
      if (!('place' in result)) continue
      places.push({
        isOpen: Number(labels[raw.row - 1]?.[label]) === 1,
        quality: result.place.quality,
        openPercent:
          result.place.scoreLines.find(({ existence }) => existence !== undefined)?.existence?.openPercent ?? null,
        confidence: raw.confidence ?? 0,
        provider: raw.origin ?? 'unknown',
        isHeldOut: belongsToHeldOut(raw.sourceId ?? ''),
      })
    }
  await source.close()
  return places
}

function print(title: string, places: readonly Labeled[]): void {
  console.log(`${title}: ${places.length} places, ${places.filter(({ isOpen }) => isOpen).length} of them open`)
  const aucs = {
    score: aucOf(places, ({ quality }) => quality),
    'the probability': aucOf(places, ({ openPercent }) => openPercent ?? 0),
    'confidence alone': aucOf(places, ({ confidence }) => confidence),
  }
  for (const [name, auc] of Object.entries(aucs))
    console.log(`  AUC of ${name.padEnd(25)} ${auc.toFixed(3)} ± ${reachOf(auc, places).toFixed(3)}`)
  printShares('open by probability', places, ({ openPercent }) =>
    openPercent === null ? 'unknown' : `from ${Math.floor(openPercent / 5) * 5}%`,
  )
  printExpected('all', places)
  for (const [provider, some] of Map.groupBy(places, ({ provider: name }) => name)) printExpected(provider, some)
  printShares('open by score', places, ({ quality }) =>
    quality < 40 ? 'below 40' : `from ${Math.min(80, quality - (quality % 20))}`,
  )
  printShares('open by confidence', places, ({ confidence }) => `from ${(Math.floor(confidence * 10) / 10).toFixed(1)}`)
  printShares('open by provider', places, ({ provider }) => provider)
}

function printShares(title: string, places: readonly Labeled[], groupOf: (place: Labeled) => string): void {
  const groups = [...Map.groupBy(places, groupOf)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const shares = groups.map(
    ([name, group]) =>
      `${name}: ${(group.filter(({ isOpen }) => isOpen).length / group.length).toFixed(3)} (${group.length})`,
  )
  console.log(`  ${title}: ${shares.join(', ')}`)
}

/** A calibrated probability says on average how many places are open. */
function printExpected(provider: string, places: readonly Labeled[]): void {
  const known = places.filter(({ openPercent }) => openPercent !== null)
  const expected = known.reduce((total, { openPercent }) => total + (openPercent ?? 0) / 100, 0)
  const open = known.filter(({ isOpen }) => isOpen).length
  console.log(
    `  open (${provider}): ${open} of ${known.length}, expected from the probabilities: ${expected.toFixed(0)}`,
  )
}

/** Half of the 95% confidence interval of an AUC (Hanley and McNeil). */
function reachOf(auc: number, places: readonly Labeled[]): number {
  const open = places.filter(({ isOpen }) => isOpen).length
  const closed = places.length - open
  const twoOpen = auc / (2 - auc) - auc ** 2
  const twoClosed = (2 * auc ** 2) / (1 + auc) - auc ** 2
  const variance = (auc * (1 - auc) + (open - 1) * twoOpen + (closed - 1) * twoClosed) / (open * closed)
  return 1.96 * Math.sqrt(variance)
}

/** The probability that an open place has a higher value than a closed one; equal values count half. */
function aucOf(places: readonly Labeled[], valueOf: (place: Labeled) => number): number {
  const groups = [...Map.groupBy(places, valueOf)].toSorted(([a], [b]) => a - b)
  let closedBelow = 0
  let won = 0
  for (const [, group] of groups) {
    const open = group.filter(({ isOpen }) => isOpen).length
    const closed = group.length - open
    won += open * (closedBelow + closed / 2)
    closedBelow += closed
  }
  const open = places.filter(({ isOpen }) => isOpen).length
  return won / (open * (places.length - open))
}
