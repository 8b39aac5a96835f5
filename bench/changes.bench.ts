import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Gazetteer, loadGazetteer } from '#geography/index.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { changedFactsOf, newsBits } from '#server/catalog/place/place-changes.ts'
import { systemClock } from '#server/platform/basics/clock.ts'
import { linesOfList } from '#server/platform/basics/own-text.ts'
import type { Db } from '#server/platform/database/db.ts'
import { writeOverture } from '#tests/support/imports.ts'
import type { TestPlace } from '#tests/support/overture-file.ts'
import { belongsToHeldOut, shareWithInterval } from './support/held-out.ts'
import { releasePairs } from './support/release-pairs.ts'
import { onEachDatabase } from './support/targets.ts'

const verdictsFile = path.join(import.meta.dirname, 'changes/verdicts.txt')

type Facts = Record<'name' | 'phone' | 'website' | 'email' | 'address', string | null>
type Fact = keyof Facts
/** A fact that the product says has changed, and what a reader says about it. */
type Hit = { id: string; fact: Fact; was: string | null; is: string | null; isRight: boolean | undefined }

/**
 * How many of the changes that leads are reported to have are real ones, as a reader judged: between two real releases,
 * and between two sources that describe the same business, which is what a release looks like that takes a place from
 * another source. Half of the places are held out.
 */
export async function run(): Promise<void> {
  const verdicts = readVerdicts()
  const gazetteer = await loadGazetteer()
  for (const { title, before, after } of await releasePairs(gazetteer)) {
    if (before.length === 0) {
      console.log(`${title}: no file`)
      continue
    }
    await onEachDatabase(['embedded'], async ({ bulk }) => {
      const hits = await hitsOf(bulk, gazetteer, { before, after, verdicts })
      console.log(`${title}: ${before.length} places`)
      print(
        'tuned',
        hits.filter(({ id }) => !belongsToHeldOut(id)),
      )
      print(
        'held out',
        hits.filter(({ id }) => belongsToHeldOut(id)),
      )
      print('both', hits)
      for (const { id, fact, was, is, isRight } of hits)
        if (isRight !== true) console.log(`  ${isRight === undefined ? '?' : '-'} ${id} ${fact}: ${was} -> ${is}`)
    })
  }
}

/** Verdicts by id and fact. */
function readVerdicts(): Map<string, boolean> {
  return new Map(linesOfList(verdictsFile).map(line => [line.slice(2), line.startsWith('+')]))
}

type Releases = { before: TestPlace[]; after: TestPlace[]; verdicts: ReadonlyMap<string, boolean> }

async function hitsOf(db: Db, gazetteer: Gazetteer, { before, after, verdicts }: Releases): Promise<Hit[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'leadline-changes-'))
  try {
    const load = async (release: string, places: TestPlace[]) => {
      const files = [await writeOverture(folder, `${release}.parquet`, places)]
      await importPlaces({ db, gazetteer, clock: systemClock }, { files, release })
      return readFacts(db)
    }
    const was = await load('2025-12-17.0', before)
    const is = await load('2026-01-21.0', after)
    const changes = await db.query<{ id: string; what: number }>(
      `SELECT substr(place_key, 10) AS id, what FROM place_change WHERE kind = 'changed' AND what & $1 <> 0 ORDER BY 1`,
      [newsBits],
    )
    return changes.flatMap(({ id, what }) =>
      changedFactsOf(what).map(fact => ({
        id,
        fact,
        was: was.get(id)?.[fact] ?? null,
        is: is.get(id)?.[fact] ?? null,
        isRight: verdicts.get(`${id} ${fact}`),
      })),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function readFacts(db: Db): Promise<Map<string, Facts>> {
  const rows = await db.query<Facts & { id: string }>(
    `SELECT source_id AS id, name, phone::text, website, email, concat_ws(', ', street, city, state, zip) AS address FROM place`,
  )
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}

function print(title: string, hits: readonly Hit[]): void {
  const judged = hits.filter(({ isRight }) => isRight !== undefined)
  const right = judged.filter(({ isRight }) => isRight === true)
  console.log(
    `  ${title}: ${hits.length} changed facts of ${new Set(hits.map(({ id }) => id)).size} places, ${judged.length} judged: precision ${shareWithInterval(right.length, Math.max(1, judged.length))}`,
  )
}
