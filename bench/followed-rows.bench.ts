import { existsSync } from 'node:fs'
import path from 'node:path'
import type { FileChange, FileChanges } from '#contract/leads/followed-files.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import { csvLine } from '#server/platform/basics/csv.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createFollowedLab, type FollowedLab } from '#tests/support/followed-lab.ts'
import { testDeps } from '#tests/support/imports.ts'
import type { TestPlace } from '#tests/support/overture-file.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { onEachDatabase } from './support/targets.ts'

const file = path.resolve(import.meta.dirname, '../../shared/data/overture-boulder-co-2026-04/places.parquet')
const UNTOUCHED = 1000
const EACH = 50

type Place = TestPlace & { name: string; phones: string[]; websites: string[]; street: string }
type Change = (place: Place, other: Place) => Partial<TestPlace> | null

/** What the second release says about a place; null: nothing. */
const changes: Record<string, Change> = {
  closed: () => ({ status: 'permanently_closed' }),
  unlisted: () => null,
  moved: (_, { street }) => ({ street: `9${street}` }),
  otherPhone: ({ phones: [phone = ''] }) => ({ phones: [`+1917555${phone.slice(-4)}`] }),
  renamed: (_, { name }) => ({ name: `${name} Annex` }),
}

/**
 * Follows 1,000 rows of places that stay as they are, and 50 for each kind of change, through a second release. Prints
 * which changes are reported, and how many are reported of the rows that stay as they are.
 */
export async function run({ databases }: BenchmarkOptions): Promise<void> {
  if (!existsSync(file)) return console.log(`No file ${file}`)
  await onEachDatabase(databases, async ({ bulk: db, name }) => {
    const deps = testDeps(db)
    await importPlaces(deps, { files: [file], release: '2026-03-01.0' })
    const places = await placesIn(db)
    const lab = await createFollowedLab(db)
    const { user } = await lab.begin()
    await lab.release(places)
    await grantPlan(lab.product.deps, { username: user.username, tier: 'pro' })
    const kinds = Object.keys(changes)
    const planted = new Map(kinds.map((kind, at) => [kind, places.slice(at * EACH, (at + 1) * EACH)]))
    const untouched = places.slice(kinds.length * EACH, kinds.length * EACH + UNTOUCHED)
    const rows = [...[...planted.values()].flat(), ...untouched]
    const id = await lab.followed(...rows.map(rowOf))
    const changed = new Map(
      [...planted].flatMap(([kind, some]) =>
        some.map((place, at) => [place.id, changedPlace(place, kind, places.at(-1 - at))] as const),
      ),
    )
    await lab.release(places.flatMap(place => (changed.has(place.id) ? (changed.get(place.id) ?? []) : place)))
    // As in a spreadsheet, the first row is that of the column names.
    const found = (await changesIn(lab, id)).map(({ row, kind }) => ({ at: row - 2, kind }))
    console.log(`\n${name}: ${rows.length} rows, ${places.length} places`)
    for (const [at, kind] of kinds.entries()) {
      const own = found.filter(change => Math.floor(change.at / EACH) === at)
      const others = own.filter(change => change.kind !== kind).map(change => change.kind)
      console.log(
        `${kind.padEnd(12)} ${own.length - others.length} of ${EACH} reported; other reports: ${others.join(', ')}`,
      )
    }
    const wrong = found.filter(({ at }) => at >= kinds.length * EACH)
    console.log(
      `untouched    ${wrong.length} of ${untouched.length} reported (0) ${wrong.map(({ kind }) => kind).join(', ')}`,
    )
    await lab.close()
  })
}

async function placesIn(db: Db): Promise<Place[]> {
  const rows = await db.query<
    Omit<Place, 'phones' | 'websites'> & { phone: number | null; website: string | null; key: string }
  >(
    `SELECT source_id AS id, name, lat, lon, phone, website, street, city, state AS region, zip,
       (SELECT key FROM category WHERE id = category_ids[1]) AS key
     FROM place WHERE merged_into IS NULL AND is_offered AND street ~ '^[0-9]' AND zip IS NOT NULL AND phone IS NOT NULL
     ORDER BY md5(source_id)`,
  )
  return rows.map(({ phone, website, key, ...place }) =>
    Object.assign(place, {
      category: key,
      hierarchy: [key],
      phones: [`+${phone}`],
      websites: website === null ? [] : [website],
    }),
  )
}

const rowOf = ({ name, phones, websites, street, city, region, zip }: Place): string =>
  csvLine([name, phones[0] ?? '', websites[0] ?? '', street, city ?? '', region ?? '', zip ?? '']).trimEnd()

function changedPlace(place: Place, kind: string, other: Place | undefined): TestPlace | null {
  const change = other && changes[kind]?.(place, other)
  return change == null ? null : { ...place, ...change }
}

async function changesIn(lab: FollowedLab, id: number): Promise<FileChange[]> {
  const found: FileChange[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: FileChanges = await lab.changesOf(id, cursor === '' ? '' : `?cursor=${cursor}`)
    found.push(...page.items)
    cursor = page.nextCursor
  }
  return found
}
