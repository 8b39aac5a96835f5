import type { CatalogSource } from '#contract/places/place-loads.ts'
import { QuerySection } from '../../shared/api/query-content.tsx'
import { formatNumber } from '../../shared/format.ts'
import { Cell, HeaderCell, Row, Table } from '../../shared/ui/table.tsx'
import { sourcesRead } from './admin-places.queries.ts'

export const CatalogSources = () => (
  <QuerySection title="In the catalog" loading="Loading the sources" read={sourcesRead}>
    {sources =>
      sources.length === 0 ? (
        <p className="text-sm text-ink-2">The catalog is empty. Load an area to get started.</p>
      ) : (
        <Sources sources={sources} />
      )
    }
  </QuerySection>
)

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
          title="Excludes duplicates, businesses on the do-not-contact list, and samples where real places are loaded"
        >
          In searches
        </HeaderCell>
      </tr>
    </thead>
    <tbody>
      {sources.map(({ source, list, releases, states, places, offeredPlaces, unusedStatusColumns }) => (
        <Row key={`${source} ${list}`}>
          <Cell>
            <p className="font-medium whitespace-nowrap">{list === source ? source : `${source}: ${list}`}</p>
            {unusedStatusColumns.length > 0 && (
              <p className="mt-1 max-w-80 text-amber-ink">
                Not used: {unusedStatusColumns.join(', ')}. May say which businesses are closed.
              </p>
            )}
          </Cell>
          <Cell className="whitespace-nowrap">{releases.slice(-2).join(', ')}</Cell>
          <Cell>{states.length > 8 ? `${states.length} states` : states.join(', ')}</Cell>
          <Cell isNumber>{formatNumber(places)}</Cell>
          <Cell isNumber>{formatNumber(offeredPlaces)}</Cell>
        </Row>
      ))}
    </tbody>
  </Table>
)
