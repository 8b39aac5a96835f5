import { adminOnly } from '../../shared/session/admin-only.tsx'
import { WorkPage } from '../../shared/ui/work-page.tsx'
import { CatalogSources } from './catalog-sources.tsx'
import { LoadForm } from './load-form.tsx'
import { LoadList } from './load-list.tsx'
import { Releases } from './releases.tsx'

export default adminOnly(Places)

function Places() {
  return (
    <WorkPage parent="admin" title="Places">
      <div className="mt-6 grid items-start gap-x-8 gap-y-10 lg:grid-cols-[21rem_minmax(0,1fr)]">
        <LoadForm />
        <div className="flex min-w-0 flex-col gap-10">
          <LoadList />
          <CatalogSources />
          <Releases />
        </div>
      </div>
    </WorkPage>
  )
}
