import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import { Alert } from '../../shared/ui/alert.tsx'
import { useTheme } from '../../shared/use-theme.ts'
import { canDrawMap, type StreetMap } from './base-map.ts'
import { mapStyleQuery } from './map-style.queries.ts'

type WithStreetsProps = {
  /** A further sentence to show if the browser cannot draw the map. */
  instead: string
  children: (streets: StreetMap) => ReactNode
}

/** Renders a map once the style of its streets is known, and anew in another theme, whose colors it needs. */
export function WithStreets({ instead, children }: WithStreetsProps) {
  const [hasMap] = useState(canDrawMap)
  const theme = useTheme()
  const client = useQueryClient()
  const query = mapStyleQuery(theme)
  const { data: style } = useQuery({ ...query, enabled: hasMap })
  if (!hasMap) return <Alert>The map needs WebGL, which this browser does not offer. {instead}</Alert>
  if (style === undefined) return null
  const onNoStreets = () => client.setQueryData(query.queryKey, null)
  return (
    <Fragment key={`${theme} ${style === null ? 'without' : 'with'} streets`}>
      {children({ style, onNoStreets })}
    </Fragment>
  )
}
