import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const maxLabels = 60

const Latitude = z.coerce.number().min(-90).max(90)
const Longitude = z.coerce.number().min(-180).max(180)

export const Town = z.object({
  name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  population: z.number().int(),
})
export type Town = z.infer<typeof Town>

/** The largest towns of a box in degrees, to label a map. */
export const getTowns = endpoint('GET', '/api/towns', {
  limit: 'suggestion',
  query: z.object({ south: Latitude, north: Latitude, west: Longitude, east: Longitude }),
  replies: { 200: z.object({ towns: z.array(Town).max(maxLabels) }) },
})

/** Addresses of the styles of the street map; null if maps have no streets. */
export const getMapStyle = endpoint('GET', '/api/map-style', {
  replies: { 200: z.object({ styles: z.object({ light: z.string(), dark: z.string() }).nullable() }) },
})
