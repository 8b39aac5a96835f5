import { maxLabels, type Town } from '#contract/places/towns.ts'
import type { Box } from '#geography/index.ts'
import type { Deps } from '#server/features/deps.ts'

export function townsIn({ catalog }: Deps, { south, north, west, east }: Box): Town[] {
  return catalog.gazetteer.towns
    .filter(({ lat, lon }) => lat >= south && lat <= north && lon >= west && lon <= east)
    .toSorted((a, b) => b.population - a.population)
    .slice(0, maxLabels)
    .map(({ name, lat, lon, population }) => ({ name, latitude: lat, longitude: lon, population }))
}
