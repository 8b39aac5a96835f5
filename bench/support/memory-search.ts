import { boxAround, distanceMiles } from '#geography/index.ts'
import type { BigCatalog } from './big-catalog.ts'

export type Question = { lat: number; lon: number; radiusMiles: number; categoryIds: number[] }
export type Answer = { total: number; ids: number[] }

/**
 * The lower limit: answers the question from arrays in memory, sorted by (category, latitude). Returns what the catalog
 * returns: the exact total after shared phones, and the ids of the first page by relevance.
 */
export function memorySearchOf(catalog: BigCatalog): (question: Question, limit: number) => Answer {
  const rows: { place: Int32Array; main: Uint8Array; starts: Map<number, [number, number]> } = sortedRows(catalog)
  const { lat, lon, quality, phone } = catalog
  return ({ lat: centerLat, lon: centerLon, radiusMiles, categoryIds }, limit) => {
    const { south, north, west, east } = boxAround({ lat: centerLat, lon: centerLon }, radiusMiles)
    const best = new Map<number, number>()
    for (const category of categoryIds) {
      const [start, end] = rows.starts.get(category) ?? [0, 0]
      for (let row = firstAtLeast(rows.place, lat, south, start, end); row < end; row++) {
        const i = rows.place[row] ?? 0
        if ((lat[i] ?? 0) > north) break
        const x = lon[i] ?? 0
        if (x < west || x > east) continue
        if (distanceMiles({ lat: centerLat, lon: centerLon }, { lat: lat[i] ?? 0, lon: x }) > radiusMiles) continue
        const relevance = (quality[i] ?? 0) + (rows.main[row] === 1 ? 101 : 0)
        if (relevance > (best.get(i) ?? -1)) best.set(i, relevance)
      }
    }
    const ordered = [...best].toSorted((a, b) => b[1] - a[1] || a[0] - b[0])
    const phones = new Set<number>()
    const listed: number[] = []
    for (const [i] of ordered) {
      const number = phone[i] ?? 0
      if (phones.has(number)) continue
      phones.add(number)
      listed.push(i + 1)
    }
    return { total: listed.length, ids: listed.slice(0, limit) }
  }
}

function sortedRows({ count, category, secondCategory, lat }: BigCatalog) {
  const order: number[] = []
  for (let i = 0; i < count; i++) order.push(i * 2)
  for (let i = 0; i < count; i++) if ((secondCategory[i] ?? 0) > 0) order.push(i * 2 + 1)
  const categoryOf = (code: number) => (code % 2 === 0 ? category[code / 2] : secondCategory[(code - 1) / 2]) ?? 0
  order.sort((a, b) => categoryOf(a) - categoryOf(b) || (lat[a >> 1] ?? 0) - (lat[b >> 1] ?? 0))
  const starts = new Map<number, [number, number]>()
  for (const [row, code] of order.entries()) {
    const range = starts.get(categoryOf(code))
    if (range === undefined) starts.set(categoryOf(code), [row, row + 1])
    else range[1] = row + 1
  }
  return {
    place: Int32Array.from(order, code => code >> 1),
    main: Uint8Array.from(order, code => 1 - (code % 2)),
    starts,
  }
}

function firstAtLeast(place: Int32Array, lat: Float64Array, south: number, start: number, end: number): number {
  let low = start
  let high = end
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lat[place[middle] ?? 0] ?? 0) < south) low = middle + 1
    else high = middle
  }
  return low
}
