import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const getMapStyle = endpoint('GET', '/api/map-style', {
  summary: 'Addresses of the styles of the street map; null if maps have no streets',
  replies: { 200: z.object({ styles: z.object({ light: z.string(), dark: z.string() }).nullable() }) },
})
