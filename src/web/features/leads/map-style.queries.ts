import { queryOptions } from '@tanstack/react-query'
import { getMapStyle } from '#contract/places/map-style.ts'
import { call } from '../../shared/api/call.ts'
import type { MapStyle } from './base-map.ts'

/**
 * The operator's map style, or null for the built-in one. If it cannot be read, the built-in style is used, which is
 * better than no map.
 */
export const mapStyleQuery = queryOptions({
  queryKey: ['map-style'],
  queryFn: async (): Promise<MapStyle | null> => {
    const { styleUrl } = await call(getMapStyle)
    if (styleUrl === null) return null
    const reply = await fetch(styleUrl)
    return reply.ok ? ((await reply.json()) as MapStyle) : null
  },
  retry: false,
})
