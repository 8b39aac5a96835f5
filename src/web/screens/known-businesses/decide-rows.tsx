import { useQueryClient } from '@tanstack/react-query'
import { ReadContent } from '../../shared/api/query-content.tsx'
import { TableLoading } from '../../shared/ui/skeleton.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../shared/ui/tabs.tsx'
import { useAddressTab } from '../../shared/use-address-tab.ts'
import { DecidedRows } from './decided-rows.tsx'
import { Decisions } from './decisions.tsx'
import { openRowsRead } from './filled-files.queries.ts'

/** Rows that may be a business in the catalog, and rows that the user has decided. */
export function DecideRows({ id }: { id: number }) {
  return (
    <section aria-labelledby="decide-title" className="min-w-0">
      <Tabs {...useAddressTab('rows', 'open', ['decided'])}>
        <div className="mb-3 flex flex-wrap items-start justify-between gap-x-4">
          <h2 id="decide-title" className="text-base font-semibold">
            Is this the same business?
          </h2>
          <TabList aria-label="Rows">
            <Tab value="open">Open</Tab>
            <Tab value="decided">Decided</Tab>
          </TabList>
        </div>
        <TabPanel value="open">
          <OpenRows id={id} />
        </TabPanel>
        <TabPanel value="decided">
          <DecidedRows id={id} />
        </TabPanel>
      </Tabs>
    </section>
  )
}

/** Rows one after the other, decided with a click or a key. */
function OpenRows({ id }: { id: number }) {
  const client = useQueryClient()
  const read = openRowsRead(id)
  return (
    <ReadContent read={read} waiting={<TableLoading label="Loading the rows" />}>
      {({ items, nextCursor }) => (
        <Decisions
          id={id}
          // After a release, and until the file is compared with it, the businesses of a row may be gone.
          rows={items.filter(({ candidates }) => candidates.length > 0)}
          onEnd={nextCursor === null ? undefined : () => void client.resetQueries({ queryKey: read.queryKey })}
        />
      )}
    </ReadContent>
  )
}
