import type { CatalogSource } from '#contract/places/place-loads.ts'
import { QuerySection } from '../../shared/api/query-content.tsx'
import { formatNumber } from '../../shared/format.ts'
import { Cell, Row, Table } from '../../shared/ui/table.tsx'
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
  <>
    <Table
      label="Sources in the catalog"
      columns={['Source', 'Releases', 'States', 'Places', 'In searches']}
      numbers={['Places', 'In searches']}
    >
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
          <Cell className="min-w-40">{releases.join(', ')}</Cell>
          <Cell>{states.length > 8 ? `${states.length} states` : states.join(', ')}</Cell>
          <Cell isNumber>{formatNumber(places)}</Cell>
          <Cell isNumber>{formatNumber(offeredPlaces)}</Cell>
        </Row>
      ))}
    </Table>
    <p className="mt-3 text-sm text-pretty text-ink-3">
      Searches leave out duplicates, businesses on the do-not-contact list, places withheld after reports, and samples
      where real places are loaded.
    </p>
  </>
)
