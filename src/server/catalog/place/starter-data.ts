import { type Gazetteer, nearestZip, type Point } from '#geography/index.ts'

/** Real places of one town, which the project contains. Searches there find them until a release is loaded. */
export const starterTown = { name: 'Boulder', state: 'CO' } as const

/** Sorts before the date of every release, so that any release of the same source replaces the starter data. */
const mark = '(starter data) '

/** The release of the starter data, as the catalog stores and shows it. */
export const starterRelease = `${mark}2026-04-15.0`

export const isStarterRelease = (release: string): boolean => release.startsWith(mark)

/** SQL for `isStarterRelease`. Null counts as no. */
export const isStarterIn = (release: string): string => `coalesce(starts_with(${release}, '${mark}'), false)`

/** YYYY-MM-DD; undefined if the release does not begin with a date. */
export const dateOfRelease = (release: string): string | undefined =>
  /^(\d{4}-\d{2}-\d{2})(?:\D|$)/.exec(isStarterRelease(release) ? release.slice(mark.length) : release)?.[1]

/** Whether a position is in the town of the starter data: the nearest ZIP code has its name. */
export const isInStarterTown = (gazetteer: Gazetteer, { lat, lon }: Pick<Point, 'lat' | 'lon'>): boolean =>
  nearestZip(gazetteer, { lat, lon, state: starterTown.state })?.city === starterTown.name
