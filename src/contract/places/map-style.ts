import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** Addresses of the styles of the street map; null if maps have no streets. */
export const getMapStyle = endpoint('GET', '/api/map-style', {
  replies: { 200: z.object({ styles: z.object({ light: z.string(), dark: z.string() }).nullable() }) },
})
