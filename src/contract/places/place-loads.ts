import { z } from 'zod'
import { FollowedLoad } from '../area-load.ts'
import { endpoint } from '../endpoint.ts'

/** What the catalog has from one source, or one list. */
export const CatalogSource = z.object({
  source: z.string(),
  list: z.string(),
  releases: z.array(z.string()),
  places: z.number().int(),
  offeredPlaces: z.number().int(),
  states: z.array(z.string()),
  /** Columns of a list that may say which businesses are closed, but were not used. */
  unusedStatusColumns: z.array(z.string()),
})
export type CatalogSource = z.infer<typeof CatalogSource>

export const PlaceLoad = z.object({
  id: z.number().int(),
  /** Shown to people: "25 miles around Austin, TX". */
  area: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** What it is doing, or how it ended. */
  progress: z.string(),
  /** Progress of reading, 0 to 1. */
  fraction: z.number(),
  createdAt: z.iso.datetime(),
})
export type PlaceLoad = z.infer<typeof PlaceLoad>

const placeMessage = 'Please enter a town, ZIP code, or state'
export const PlaceLoadInput = z.strictObject({
  /** A town or ZIP code with a radius, or a state, for which the radius is ignored. */
  location: z.string(placeMessage).trim().min(2, placeMessage).max(100),
  miles: z.number().int().min(1).max(100),
})
export type PlaceLoadInput = z.infer<typeof PlaceLoadInput>

export const getCatalogSources = endpoint('GET', '/api/admin/places', {
  access: 'admin',
  replies: { 200: z.array(CatalogSource) },
})
export const getPlaceLoads = endpoint('GET', '/api/admin/place-loads', {
  access: 'admin',
  replies: { 200: z.array(PlaceLoad) },
})
export const startPlaceLoad = endpoint('POST', '/api/admin/place-loads', {
  access: 'admin',
  body: PlaceLoadInput,
  replies: { 202: PlaceLoad },
})

export const PlaceReleases = z.object({
  /** on: newer releases are loaded. approve: an administrator is asked first. off: they are ignored. */
  mode: z.enum(['on', 'approve', 'off']),
  /** The newest release at the last check; null if there was none, or if the source does not name it. */
  newest: z.string().nullable(),
  lookedAt: z.iso.datetime().nullable(),
  /** Releases that wait for a decision, and those that were decided, newest first. */
  decisions: z.array(
    z.object({ release: z.string(), state: z.enum(['waiting', 'stopped', 'approved']), reason: z.string() }),
  ),
})
export type PlaceReleases = z.infer<typeof PlaceReleases>

export const ReleaseDecisionInput = z.strictObject({
  release: z
    .string()
    .max(40)
    .regex(/^\d{4}-\d{2}-\d{2}[\w.-]*$/),
  state: z.enum(['stopped', 'approved']),
})
export type ReleaseDecisionInput = z.infer<typeof ReleaseDecisionInput>

export const getPlaceReleases = endpoint('GET', '/api/admin/releases', {
  access: 'admin',
  replies: { 200: PlaceReleases },
})
export const decideRelease = endpoint('POST', '/api/admin/releases/decisions', {
  access: 'admin',
  body: ReleaseDecisionInput,
  replies: { 200: PlaceReleases },
})

const LoadId = z.object({ id: z.uuid() })
export const getAreaLoad = endpoint('GET', '/api/area-loads/:id', { params: LoadId, replies: { 200: FollowedLoad } })
export const retryAreaLoad = endpoint('POST', '/api/area-loads/:id/retry', {
  params: LoadId,
  replies: { 202: FollowedLoad },
})
