import { useQuery } from '@tanstack/react-query'
import { adminOnly } from '../../shared/session/admin-only.tsx'
import { WorkPage } from '../../shared/ui/work-page.tsx'
import { loadsRead, releasesRead, sourcesRead } from './admin-places.queries.ts'
import { CatalogSources } from './catalog-sources.tsx'
import { LoadForm } from './load-form.tsx'
import { LoadList } from './load-list.tsx'
import { Releases } from './releases.tsx'

export default adminOnly(Places)

function Places() {
  // All reads start together, but each list appears only below complete ones, so it does not move.
  const reads = [useQuery(loadsRead), useQuery(sourcesRead), useQuery(releasesRead)]
  const unknown = reads.findIndex(({ isPending }) => isPending)
  const known = unknown === -1 ? reads.length : unknown
  return (
    <WorkPage parent="admin" title="Places">
      <div className="mt-6 grid items-start gap-x-8 gap-y-10 lg:grid-cols-[21rem_minmax(0,1fr)]">
        <LoadForm />
        <div className="flex min-w-0 flex-col gap-10">
          <LoadList />
          {known >= 1 && <CatalogSources />}
          {known >= 3 && <Releases />}
        </div>
      </div>
    </WorkPage>
  )
}
