import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { cellOf } from '#geography/index.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { inBoulder, writeOverture } from '#tests/support/imports.ts'
import { clinic, describeMerges, listed } from '#tests/support/merge-lab.ts'

describeMerges('rows of one business', lab => {
  const { importOverture, importList } = lab
  const log = () => lab.db.query('SELECT place_key, kind FROM place_change ORDER BY place_key')

  test('record in the change log what a release changed, except for a first load', async () => {
    const bob = { ...clinic, id: 'bob', name: 'Bob Plumbing', phones: ['303-440-0002'] }
    await importOverture([clinic, bob])
    expect(await log()).toEqual([])
    await importOverture(
      [
        { ...clinic, phones: ['303-440-0003'] },
        { ...bob, id: 'new', name: 'New', phones: null },
      ],
      '2026-05-20.0',
    )
    expect(await log()).toEqual([
      { place_key: 'overture:bob', kind: 'vanished' },
      { place_key: 'overture:clinic', kind: 'changed' },
      { place_key: 'overture:new', kind: 'added' },
    ])
  })

  test('in one office with one phone are all compared, even ten thousand pairs and more', async () => {
    const agents = Array.from({ length: 150 }, (__, n) =>
      listed(`a${n}`, createHash('sha1').update(String(n)).digest('hex'), ',80302,(303) 440-0002,,,Realtor'),
    )
    const twice = ['x1', 'x2'].map(id => listed(id, 'Flatirons Realty Partners', ',80302,(303) 440-0002,,,Realtor'))
    await importList([...twice, ...agents])
    const [{ alone, merged } = { alone: 0, merged: [] as string[] }] = await lab.db.query<{
      alone: number
      merged: string[]
    }>(
      `SELECT count(*) FILTER (WHERE is_offered)::int AS alone,
         array_agg(source_id) FILTER (WHERE merged_into IS NOT NULL) AS merged FROM place`,
    )
    expect([alone, merged]).toEqual([151, ['x2']])
  })

  test('next to a file that ends inside a cell are kept, but a few missing ones are removed', async () => {
    const many = Array.from({ length: 60 }, (__, n) => ({
      ...clinic,
      id: `p${n}`,
      name: `Shop ${n} of ${n}`,
      street: null,
      phones: [`303-440-1${String(n).padStart(3, '0')}`],
      lat: inBoulder.lat + n / 2000,
    }))
    await importOverture(many)
    const cut = await importOverture(many.slice(0, 30), '2026-05-20.0')
    expect(cut.counts).toMatchObject({ vanished: 0, outsideOfFiles: 30, unchanged: 30 })
    await importOverture(many, '2026-06-20.0')
    const few = await importOverture(many.slice(0, 56), '2026-07-20.0')
    expect(few.counts).toMatchObject({ vanished: 4, outsideOfFiles: 0 })
    const rest = [await writeOverture(lab.folder, 'rest.parquet', many.slice(0, 1))]
    const coveredCells = [cellOf(inBoulder.lat, inBoulder.lon)]
    const whole = { files: rest, release: '2026-08-20.0', coveredCells, isWholeInCells: true }
    expect((await importPlaces(lab.deps, whole)).counts).toMatchObject({ vanished: 55, outsideOfFiles: 0 })
  })
})
