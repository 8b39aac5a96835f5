import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const getMapStyle = endpoint({
  method: 'GET',
  path: '/api/map-style',
  access: 'user',
  summary: "Address of the operator's own map style; null if maps are drawn without one",
  replies: { 200: z.object({ styleUrl: z.string().nullable() }) },
})
