import { loadGazetteer } from '#geography/index.ts'
import { noFilters } from '#server/catalog/place/search-filters.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import { searchStatement } from '#server/catalog/search/search-statement.sql.ts'
import type { Db } from '#server/platform/database/db.ts'
import { makeBigCatalog } from './support/big-catalog.ts'
import { loadBigCatalog } from './support/load-catalog.ts'
import { type Measured, measureInTurn, milliseconds, ratio } from './support/measure.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { onEachDatabase, type Target } from './support/targets.ts'

type Question = { words: string[]; where: SearchPlan['where'] }

const places: Record<string, SearchPlan['where']> = {
  'New York, 25 miles': { anyOf: [{ lat: 40.71, lon: -74, radiusMiles: 25 }] },
  'Boulder, 5 miles': { anyOf: [{ lat: 40.015, lon: -105.27, radiusMiles: 5 }] },
  Texas: { anyOf: [{ state: 'TX' }] },
}
/** From the most common word to a rare one. */
const words = [['first'], ['st'], ['golden', 'grill'], ['abc']]
const first = 'first,american,st mary,the,joe,ace,star,stone,state,city,county,smith,company,pro,best,new,old,golden'
const second = 'plumbing,dental,auto,repair,salon,store,studio,bank,church,school,cafe,grill,law,realty,health,services'

/**
 * Finding places by business name: within the cells of the area, compared with the same statement over the names of the
 * whole country.
 */
export async function run({ places: count, databases }: BenchmarkOptions): Promise<void> {
  const catalog = makeBigCatalog(await loadGazetteer(), count, { sharesPhones: false })
  await onEachDatabase(databases, async target => {
    await loadBigCatalog(target.bulk, catalog)
    await nameUnevenly(target.bulk)
    console.log(`\n${target.name}, ${count} places; milliseconds (and times the whole country's names)`)
    for (const [place, where] of Object.entries(places))
      for (const some of words) await compare(target, place, { words: some, where })
  })
}

/** SQL that picks from a list and strongly prefers its first entries. */
const pick = (list: string, seed: number) =>
  `split_part('${list}', ',', 1 + floor(power(abs(hashint8extended(id, ${seed}) % 10000) / 10000.0, 2) * ${list.split(',').length})::int)`

async function nameUnevenly(db: Db): Promise<void> {
  await db.query('DROP INDEX place_name')
  await db.query(
    `UPDATE place SET name_sort = ${pick(first, 1)} || ' ' || ${pick(second, 2)} || ' ' || left(md5(id::text), 3)`,
  )
  await db.query(`CREATE INDEX place_name ON place USING gin (to_tsvector('simple', name_sort))`)
  await db.query('VACUUM ANALYZE place')
}

async function compare({ db, cpu }: Target, place: string, question: Question): Promise<void> {
  const ways = { ours: (asked: Question) => find(db, asked, text => text), country: askCountry(db) }
  const [ours, theirs] = await Promise.all([ways.ours(question), ways.country(question)])
  if (JSON.stringify(ours) !== JSON.stringify(theirs)) throw new Error(`${place}, ${question.words.join(' ')}: differs`)
  const measured = await measureInTurn({ questions: [question, question, question], ways, cpu })
  const [own, reference] = [measured.get('ours'), measured.get('country')] as [Measured, Measured]
  console.log(
    `  ${place.padEnd(20)} ${question.words.join(' ').padEnd(13)} ${String(ours[0]?.total).padStart(7)} found  ${milliseconds(own.p50)} (${ratio(own.p50, reference.p50)})`,
  )
}

const askCountry = (db: Db) => (asked: Question) =>
  find(db, asked, text =>
    text
      .replace(/p\.cell = ANY\((\$\d+)::int\[\]\)/, (_, value: string) => `${value}::text IS NOT NULL`)
      .replace('p.state =', "p.state || '' ="),
  )

function find(db: Db, { words: nameWords, where }: Question, change: (text: string) => string) {
  const plan: SearchPlan = { what: { nameWords }, where, filters: noFilters, sortBy: 'relevance', withoutSample: true }
  const { text, values } = searchStatement(plan, { after: null, limit: 20 })
  const statement = change(text)
  return db.queryPrepared<{ id: number; total: number }>(statement, values)
}
