import { queryOptions } from '@tanstack/react-query'
import { getMapStyle } from '#contract/places/towns.ts'
import { call } from '../../shared/api/call.ts'
import type { Theme } from '../../shared/use-theme.ts'
import type { MapStyle } from './base-map.ts'

const LONGEST_WAIT_MS = 4000

/** The style of the street map, or null if there is none or it cannot be read. Requested only once per theme. */
export const mapStyleQuery = (theme: Theme) =>
  queryOptions({
    queryKey: ['map-style', theme],
    queryFn: () => readMapStyle(theme).catch(() => null),
  })

async function readMapStyle(theme: Theme): Promise<MapStyle | null> {
  const { styles } = await call(getMapStyle)
  if (styles === null) return null
  const reply = await fetch(styles[theme], { signal: AbortSignal.timeout(LONGEST_WAIT_MS) })
  return reply.ok ? ((await reply.json()) as MapStyle) : null
}
