import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileFactNames, type FileSummary } from '#contract/leads/filled-files.ts'
import type { KnownFile } from '#contract/leads/known-businesses.ts'
import { knownFileRows } from '#contract/leads/known-fields.ts'
import { loadGazetteer } from '#geography/index.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { recognize } from '#server/catalog/recognize/recognize.usecases.ts'
import { openCatalog } from '#server/catalog/search/catalog.ts'
import { changesOf } from '#server/features/known-businesses/file-facts.ts'
import { placesOfKeys } from '#server/features/known-businesses/judge-rows.usecases.ts'
import { readBusiness, type RowCells } from '#server/features/known-businesses/known-business.rules.ts'
import { gonePlaces } from '#server/features/known-businesses/row-places.repository.ts'
import { nationalPhone } from '#server/leads/lead-facts.rules.ts'
import { csvLine } from '#server/platform/basics/csv.ts'
import { testDeps } from '#tests/support/imports.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { askSend } from './support/ask-send.ts'
import { belongsToHeldOut, shareWithInterval } from './support/held-out.ts'
import { limitsOfStart } from './support/limits-of-start.ts'
import { milliseconds, ratio, summed } from './support/measure.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { randomOf } from './support/random.ts'
import { addRichUser } from './support/rich-user.ts'
import { onEachDatabase, type Target } from './support/targets.ts'

const folder = path.resolve(import.meta.dirname, '../../shared/data')
/** The rules were made with the first. */
const files = {
  'Boulder, seen': { file: 'overture-boulder-co-2026-04/places.parquet', location: 'Boulder, CO' },
  'New York, held out': { file: 'labelled-new-york-2025-12/places.parquet', location: 'New York, NY' },
}
/** So little is known that these are only asked about. */
const onlyLikely: ReadonlySet<string> = new Set(['only name and ZIP', 'misspelled name and town'])
const corrections: ReadonlySet<string> = new Set(['otherPhone', 'otherAddress', 'otherName'])
const ROWS = 1000
const STRANGERS = 300
/** How often a place may have a row, each time with another error. */
const LAPS = 20

/**
 * Rows of a customer list against real places: with planted other phones, moves, misspelled and swapped names, lost
 * contacts, only a name and a ZIP, and strangers. Prints how often a sure match is right, how many rows are found, how
 * often a likely match is right, and how many of the corrections are planted. Then a server compares a file of 50,000 such rows
 * while somebody else searches.
 */
export async function run({ databases }: BenchmarkOptions): Promise<void> {
  for (const [name, { file, location }] of Object.entries(files)) {
    const release = path.join(folder, file)
    if (!existsSync(release)) console.log(`No file ${release}`)
    else
      await onEachDatabase(databases, async target => {
        const deps = { ...testDeps(target.bulk), gazetteer: await loadGazetteer() }
        await importPlaces(deps, { files: [release], release: '2026-04-01.0' })
        const places = await measure(target, `${name}, ${target.name}`)
        await measureCustomers(target, file)
        await measureLongFile(target, location, plant(places, randomOf(6), knownFileRows - STRANGERS))
      })
  }
}

type Place = Record<'key' | 'name', string> &
  Record<'website' | 'email' | 'street' | 'city' | 'state' | 'zip', string | null> & { phone: number | null }
type Planted = { kind: string; cells: RowCells; key: string | null; correction?: string }

async function measure({ bulk: db }: Target, title: string): Promise<Place[]> {
  const places = await db.query<Place>(
    `SELECT 'overture:' || source_id AS key, name, phone, website, email, street, city, state, zip FROM place
     WHERE merged_into IS NULL AND is_offered AND street ~ '^[0-9]' AND zip IS NOT NULL ORDER BY md5(source_id)`,
  )
  const rows = plant(places, randomOf(5))
  const outcomes = await judge(db, rows)
  console.log(`\n${title}: ${rows.length} rows, ${places.length} places`)
  print(rows, outcomes, places)
  return places
}

/** `right`: the places that the row is; none if it is no place of the file; null if nobody can know. */
type CustomerRow = { file: string; cells: RowCells; right: string[] | null }

/** Rows that somebody who did not know the rules wrote as the lists of customers have them. Failures of one half are printed. */
async function measureCustomers({ bulk: db }: Target, file: string): Promise<void> {
  const list = readFileSync(path.resolve(import.meta.dirname, 'own-rows/customers.jsonl'), 'utf8')
    .trim()
    .split('\n')
  const rows = list.map(line => JSON.parse(line) as CustomerRow).filter(row => file.includes(row.file))
  const outcomes = await judge(
    db,
    rows.map(({ cells }) => ({ kind: '', cells, key: null })),
  )
  const merged = await db.query<{ id: string; key: string }>(
    `SELECT p.source_id AS id, 'overture:' || h.source_id AS key FROM place p JOIN place h ON h.id = coalesce(p.merged_into, p.id)`,
  )
  const keys = new Map(merged.map(({ id, key }) => [id, key]))
  const counts = new Map<string, number>()
  for (const [at, { cells, right }] of rows.entries()) {
    const { match, keys: found } = outcomes[at] ?? { match: 'none', keys: [] }
    const wanted = new Set(right?.map(id => keys.get(id) ?? id))
    const isFound = found.slice(0, match === 'sure' ? 1 : undefined).some(key => wanted.has(key))
    const half = belongsToHeldOut(JSON.stringify(cells)) ? 'held out' : 'to tune with'
    const what = right === null ? 'nobody can know' : right.length === 0 ? 'no place' : 'a place'
    const outcome = match === 'none' ? 'not found' : `${match}, ${isFound ? 'right' : 'wrong'}`
    counts.set(`${half}, ${what}: ${outcome}`, (counts.get(`${half}, ${what}: ${outcome}`) ?? 0) + 1)
    if (half === 'to tune with' && (what === 'a place') !== isFound)
      console.log(`  ${what}, ${outcome}: ${Object.values(cells).join(' | ')}`)
  }
  for (const [outcome, count] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`rows of customers, ${outcome}: ${count}`)
}

const columns = ['name', 'phone', 'website', 'email', 'street', 'city', 'state', 'zip'] as const
const searched = ['restaurant', 'dentist', 'lawyer', 'coffee shop', 'gym', 'hair salon', 'contractor', 'hotel']
const EVERY_MS = 100
const seconds = (ms: number): string => (ms / 1000).toFixed(1)

/** From the upload until all rows are compared. The searches are those of another user, who has found it all before. */
async function measureLongFile(
  { bulk, release, settings, name, cpu }: Target,
  location: string,
  rows: readonly Planted[],
): Promise<void> {
  const csv = [
    columns.join(','),
    ...rows.map(({ cells }) => csvLine(columns.map(field => cells[field] ?? '')).trimEnd()),
  ]
  const [owner, other] = [await addRichUser(bulk, 'elite', 'owner'), await addRichUser(bulk, 'pro', 'other')]
  await release()
  const server = await startServerProcess({ ...settings, ...limitsOfStart() })
  const ask = askSend(server.address, other.cookie, '/api/search')
  const timesDuring = async (work: Promise<unknown>) => {
    const over = new AbortController()
    const ended = work.finally(() => over.abort())
    const times: number[] = []
    for (let n = 0; !over.signal.aborted; n++) {
      const start = performance.now()
      await ask({
        businessCategory: searched[n % searched.length],
        location,
        radius: 10,
        confirmed: true,
      })
      times.push(performance.now() - start)
      await Promise.race([ended, pause(EVERY_MS)])
    }
    await ended
    return summed(times, 0)
  }
  const usedCpu = () => server.cpuMs() + (name === 'embedded' ? 0 : cpu())
  try {
    await timesDuring(pause(10_000))
    const alone = await timesDuring(pause(10_000))
    const timed = async (what: string, work: () => Promise<unknown>) => {
      const [used, start] = [usedCpu(), performance.now()]
      const meanwhile = await timesDuring(work())
      console.log(
        `${what}: ${seconds(performance.now() - start)} s, CPU ${seconds(usedCpu() - used)} s; searches of others p95 ${milliseconds(alone.p95)} alone, ${milliseconds(meanwhile.p95)} meanwhile (${ratio(meanwhile.p95, alone.p95)})`,
      )
    }
    const memory = server.peakMemoryBytes()
    const file = ownFile(server.address, owner.cookie)
    await timed(`${rows.length} rows compared`, () => file.compare(csv.join('\n')))
    await timed('the same filled', file.fill)
    console.log(`memory at most ${mebibytes(server.peakMemoryBytes())} MiB (${mebibytes(memory)} before)`)
  } finally {
    await server.stop()
  }
}

const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed()

/** Asks for the state of a file as often as its page does. */
function ownFile(address: string, cookie: string) {
  let url = `${address}/api/known-files`
  const until = async (isOver: (summary: FileSummary) => boolean) => {
    for (;;) {
      const summary = (await (await fetch(url, { headers: { cookie } })).json()) as FileSummary
      if (isOver(summary)) return summary
      await pause(1500)
    }
  }
  const send = async (to: string, type: string, body: string) => {
    const sent = await fetch(to, { method: 'POST', headers: { cookie, 'content-type': type }, body })
    if (!sent.ok) throw new Error(await sent.text())
    return sent.json()
  }
  const compare = async (csv: string) => {
    const sent = await send(`${url}?name=crm&fields=${columns.join(',')}`, 'application/octet-stream', csv)
    url += `/${(sent as KnownFile).id}`
    return until(({ file }) => file.isCompared)
  }
  const fill = async () => {
    await send(`${url}/fill`, 'application/json', JSON.stringify({ facts: fileFactNames, maxPulls: 1_000_000 }))
    return until(summary => summary.fill?.state !== 'running')
  }
  return { compare, fill }
}

const cellsOf = ({ name, phone, website, email, street, city, state, zip }: Place): RowCells =>
  Object.fromEntries(
    Object.entries({
      name,
      phone: phone === null ? null : nationalPhone(phone),
      website,
      email,
      street,
      city,
      state,
      zip,
    }).filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== ''),
  )

const without = (cells: RowCells, ...fields: (keyof RowCells)[]): RowCells =>
  Object.fromEntries(Object.entries(cells).filter(([field]) => !fields.includes(field as keyof RowCells)))

type Plant = (
  cells: RowCells,
  random: () => number,
  other: Place,
) => { cells: RowCells; correction?: string; key?: null } | null

const kinds: Record<string, Plant> = {
  untouched: cells => ({ cells }),
  'no contacts': cells => ({ cells: without(cells, 'phone', 'website', 'email') }),
  'no address': cells => (cells.phone === undefined ? null : { cells: without(cells, 'street', 'zip') }),
  'other phone': (cells, random, other) =>
    cells.phone === undefined
      ? null
      : { cells: { ...cells, phone: moved(random, other).phone ?? '' }, correction: 'otherPhone' },
  moved: (cells, random, other) =>
    cells.phone === undefined
      ? null
      : { cells: { ...cells, street: moved(random, other).street ?? '' }, correction: 'otherAddress' },
  misspelled: (cells, random) => {
    const name = misspelled(cells.name ?? '', random)
    return name === null ? null : { cells: { ...cells, name }, correction: 'otherName' }
  },
  swapped: cells => {
    const words = (cells.name ?? '').split(' ')
    if (words.length !== 2 || words.some(word => !/^[A-Za-z]{3,}$/.test(word))) return null
    return { cells: { ...cells, name: words.toReversed().join(' ') }, correction: 'otherName' }
  },
  'lost zeros': cells => ({ cells: { ...cells, zip: `${Number(cells.zip)}.0` } }),
  'only name and ZIP': cells => ({ cells: { name: cells.name ?? '', zip: cells.zip ?? '' } }),
  'written otherwise': cells => ({ cells: writtenOtherwise(cells) }),
  'misspelled, no contacts': (cells, random) => {
    const name = misspelled(cells.name ?? '', random)
    return name === null
      ? null
      : { cells: without({ ...cells, name }, 'phone', 'website', 'email'), correction: 'otherName' }
  },
  'misspelled name and town': (cells, random) => {
    const name = misspelled(cells.name ?? '', random)
    return name === null || cells.city === undefined
      ? null
      : { cells: { name, city: cells.city, state: cells.state ?? '' } }
  },
  // Three rows that are no place of the catalog, though much of them is.
  'new branch': (cells, random, other) =>
    cells.website === undefined ? null : { cells: { ...cells, ...elsewhere, ...moved(random, other) }, key: null },
  'new practitioner': (cells, random) =>
    /clinic|dental|medical|family|health|law|center/i.test(cells.name ?? '')
      ? { cells: { ...cells, name: `${anyOf(firstNames, random)} ${anyOf(lastNames, random)}, MD` }, key: null }
      : null,
  'next tenant': (cells, random, other) => ({
    cells: { ...without(cells, 'website', 'email'), name: other.name, phone: `(917) 555-${digits(random, 4)}` },
    key: null,
  }),
}
const firstNames = ['Maria', 'James', 'Priya', 'Wei', 'Aisha', 'Robert', 'Elena', 'Kwame']
const lastNames = ['Johnson', 'Patel', 'Nguyen', 'Garcia', 'Kim', 'Okafor', 'Rossi', 'Cohen']
const anyOf = (all: readonly string[], random: () => number): string => all[Math.floor(random() * all.length)] ?? ''

const elsewhere: RowCells = { city: 'Boise', state: 'ID', zip: '83702' }
const moved = (random: () => number, other: Place): RowCells => ({
  street: `${1 + digits(random, 3)} ${other.street?.replace(/^\S+\s*/, '')}`,
  phone: `(917) 55${digits(random, 1)}-${digits(random, 4)}`,
})

const otherWords: [RegExp, string][] = [
  [/\bStreet\b|\bSt\b/, 'ST.'],
  [/\bAvenue\b|\bAve\b/, 'AVE'],
  [/\bNorth\b|\bN\b/, 'No.'],
  [/\bSuite\b|\bSte\b/, '#'],
]
/** As another program writes the same: in capitals, with a legal form, an extension, and an address of a campaign. */
function writtenOtherwise({ name, street, phone, website, ...rest }: RowCells): RowCells {
  return {
    ...rest,
    name: `${(name ?? '').replace(/^The /, '').replace('&', 'and').toUpperCase()} LLC`,
    ...(street !== undefined && {
      street: otherWords.reduce((all, [word, other]) => all.replace(word, other), street).toUpperCase(),
    }),
    ...(phone !== undefined && { phone: `${phone.replaceAll(/\D/g, '')} x12` }),
    ...(website !== undefined && { website: `${website.replace(/^https?:\/\//, '')}?utm_source=crm` }),
  }
}

const digits = (random: () => number, count: number): string =>
  Array.from({ length: count }, () => String(Math.floor(random() * 10))).join('')

/** A long word lacks a letter, has one twice, has another one, or has two that changed places. */
function misspelled(name: string, random: () => number): string | null {
  const words = name.split(' ')
  const long = [...words.keys()].filter(at => /^[A-Za-z]{7,}$/.test(words[at] ?? ''))
  const at = long[Math.floor(random() * long.length)]
  if (at === undefined) return null
  const word = words[at] ?? ''
  const from = 2 + Math.floor(random() * (word.length - 4))
  const [before, letter = '', next = '', after] = [
    word.slice(0, from),
    word[from],
    word[from + 1],
    word.slice(from + 2),
  ]
  const typos = [next, letter + letter + next, (letter === 'e' ? 'a' : 'e') + next, next + letter]
  const typo = typos[Math.floor(random() * typos.length)] ?? ''
  return typo === letter + next ? null : words.with(at, before + typo + after).join(' ')
}

function plant(places: readonly Place[], random: () => number, count = ROWS): Planted[] {
  const names = Object.keys(kinds)
  const known = places.slice(0, places.length - STRANGERS)
  const rows: Planted[] = []
  for (let at = 0; rows.length < count && at < known.length * LAPS; at++) {
    const place = known[at % known.length]
    const other = known[Math.floor(random() * known.length)]
    const kind = names[(at + Math.floor(at / known.length)) % names.length] ?? ''
    const planted = place === undefined || other === undefined ? null : kinds[kind]?.(cellsOf(place), random, other)
    if (place !== undefined && planted != null) rows.push({ kind, key: place.key, ...planted })
  }
  for (let n = 0; n < STRANGERS; n++) {
    const [a, b, c] = [0, 1, 2].map(() => known[Math.floor(random() * known.length)])
    const name = `${a?.name.split(' ')[0]} ${b?.name.split(' ').at(-1)} ${digits(random, 2)}`
    const phone = `(${c?.phone === null ? '212' : String(c?.phone).slice(1, 4)}) 555-${digits(random, 4)}`
    const cells = {
      name,
      phone,
      street: `${1 + digits(random, 3)} ${c?.street?.replace(/^\S+\s*/, '')}`,
      zip: c?.zip ?? '',
    }
    rows.push({ kind: 'stranger', cells, key: null })
  }
  return rows
}

type Outcome = { match: string; keys: readonly string[]; facts: string[]; isGone: boolean }

async function judge(db: Target['bulk'], rows: readonly Planted[]): Promise<Outcome[]> {
  const { gazetteer, refresh } = await openCatalog({ db, searchDb: db })
  const snapshot = await refresh()
  const outcomes: Outcome[] = []
  for (let from = 0; from < rows.length; from += 250) {
    const batch = rows.slice(from, from + 250).map(({ cells }) => ({ cells, business: readBusiness(cells, gazetteer) }))
    const recognized = await recognize(
      db,
      gazetteer,
      batch.map(({ business }) => business),
    )
    const keys = recognized.flatMap(({ row }) => (row.match === 'sure' ? row.keys : []))
    const places = await placesOfKeys(db, { userId: 0, snapshot }, keys)
    const lost = batch.flatMap(({ business: { name } }, at) =>
      recognized[at]?.row.match === 'none' ? [{ at, key: null, name, lat: 0, lon: 0 }] : [],
    )
    const gone = new Set((await gonePlaces(db, lost)).map(({ at }) => at))
    for (const [at, row] of batch.entries()) {
      const { match, keys: found } = recognized[at]?.row ?? { match: 'none', keys: [] }
      const place = match === 'sure' ? places.get(found[0] ?? '') : undefined
      const changes = place === undefined ? [] : changesOf(row, place)
      outcomes.push({
        match,
        keys: found,
        facts: changes.map(({ fact }) => fact).filter(fact => corrections.has(fact)),
        isGone: gone.has(at),
      })
    }
  }
  return outcomes
}

function print(rows: readonly Planted[], outcomes: readonly Outcome[], places: readonly Place[]): void {
  const byKey = new Map(places.map(place => [place.key, place]))
  const isRight = (found: string | undefined, key: string | null): boolean => {
    const [a, b] = [byKey.get(found ?? ''), byKey.get(key ?? '')]
    // Some businesses are in the file twice.
    return (
      found === key ||
      (a !== undefined &&
        b !== undefined &&
        a.name === b.name &&
        a.zip === b.zip &&
        (a.phone === b.phone || a.street === b.street))
    )
  }
  const judged = rows.map((row, at) => ({ row, outcome: outcomes[at] as Outcome }))
  const sure = judged.filter(({ outcome }) => outcome.match === 'sure')
  const right = sure.filter(({ row, outcome }) => isRight(outcome.keys[0], row.key))
  const wanted = judged.filter(({ row }) => row.key !== null && !onlyLikely.has(row.kind))
  const likely = judged.filter(({ outcome }) => outcome.match === 'likely')
  const rightLikely = likely.filter(({ row, outcome }) => outcome.keys.some(key => isRight(key, row.key)))
  const made = judged.flatMap(({ row, outcome }) => outcome.facts.map(fact => ({ fact, row })))
  const planted = made.filter(({ fact, row }) => fact === row.correction)
  const found = right.filter(({ row }) => !onlyLikely.has(row.kind))
  console.log(`match precision   ${shareWithInterval(right.length, sure.length)}  (≥ .985)`)
  console.log(`match recall      ${shareWithInterval(found.length, wanted.length)}  (≥ .90)`)
  console.log(`likely, right     ${shareWithInterval(rightLikely.length, likely.length)}  (≥ .6)`)
  console.log(`corrections right ${shareWithInterval(planted.length, made.length)}  (≥ .97)`)
  for (const [kind, of] of Map.groupBy(judged, ({ row }) => row.kind)) {
    const count = (match: string) => of.filter(({ outcome }) => outcome.match === match).length
    const wrong = of.filter(({ row, outcome }) => outcome.match === 'sure' && !isRight(outcome.keys[0], row.key))
    const corrected = of.filter(
      ({ row, outcome }) => row.correction !== undefined && outcome.facts.includes(row.correction),
    )
    console.log(
      `  ${kind.padEnd(18)} ${of.length}: sure ${count('sure')} (wrong ${wrong.length}), likely ${count('likely')}, none ${count('none')}, corrected ${corrected.length}`,
    )
  }
}
