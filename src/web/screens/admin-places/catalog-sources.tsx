import { useQuery } from '@tanstack/react-query'
import type { CatalogSource } from '#contract/place-loads.ts'
import { LoadError } from '../../shared/api/load-error.tsx'
import { formatNumber } from '../../shared/format.ts'
import { PageSpinner } from '../../shared/ui/spinner.tsx'
import { Cell, HeaderCell, Row, Table } from '../../shared/ui/table.tsx'
import { sourcesFailure, sourcesQuery } from './admin-places.queries.ts'

export function CatalogSources() {
  const sources = useQuery(sourcesQuery)
  return (
    <section aria-labelledby="sources-title">
      <h2 id="sources-title" className="text-base font-semibold">
        In the catalog
      </h2>
      <div className="mt-3">
        {sources.isPending && <PageSpinner label="Loading the sources" />}
        {sources.error && !sources.data && (
          <LoadError error={sources.error} failure={sourcesFailure} onRetry={() => void sources.refetch()} />
        )}
        {sources.data && <Sources sources={sources.data} />}
      </div>
    </section>
  )
}

const Sources = ({ sources }: { sources: CatalogSource[] }) => (
  <Table label="Sources in the catalog">
    <thead>
      <tr>
        <HeaderCell>Source</HeaderCell>
        <HeaderCell>Releases</HeaderCell>
        <HeaderCell>States</HeaderCell>
        <HeaderCell className="text-right">Places</HeaderCell>
        <HeaderCell
          className="text-right"
          title="Without rows that are part of another place, suppressed ones, and samples where real places are"
        >
          Offered
        </HeaderCell>
      </tr>
    </thead>
    <tbody>
      {sources.map(({ source, list, releases, states, places, offeredPlaces }) => (
        <Row key={`${source} ${list}`}>
          <Cell className="font-medium whitespace-nowrap">{list === source ? source : `${source}: ${list}`}</Cell>
          <Cell className="whitespace-nowrap">{releases.slice(-2).join(', ')}</Cell>
          <Cell>{states.length > 8 ? `${states.length} states` : states.join(', ')}</Cell>
          <Cell isNumber>{formatNumber(places)}</Cell>
          <Cell isNumber>{formatNumber(offeredPlaces)}</Cell>
        </Row>
      ))}
    </tbody>
  </Table>
)
