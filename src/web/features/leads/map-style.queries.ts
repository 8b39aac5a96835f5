import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { getMapStyle } from '#contract/places/towns.ts'
import { call } from '../../shared/api/call.ts'
import { type Theme, useTheme } from '../../shared/use-theme.ts'
import type { MapStyle, StreetMap } from './base-map.ts'

const LONGEST_WAIT_MS = 4000

/** The style of the street map, or null if there is none or it cannot be read. Requested only once per theme. */
const mapStyleQuery = (theme: Theme) =>
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

/** A map is drawn once per `key`. Undefined while the style is loading. */
export function useStreetMap({ enabled }: { enabled: boolean }): { key: string; streets: StreetMap } | undefined {
  // The map's colors depend on the theme.
  const theme = useTheme()
  const client = useQueryClient()
  const { data: style } = useQuery({ ...mapStyleQuery(theme), enabled })
  if (style === undefined) return undefined
  const onNoStreets = () => client.setQueryData(mapStyleQuery(theme).queryKey, null)
  return { key: `${theme} ${style === null ? 'without' : 'with'} streets`, streets: { style, onNoStreets } }
}
