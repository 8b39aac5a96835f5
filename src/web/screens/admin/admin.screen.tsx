import { Link } from 'wouter'
import { lazyPart } from '../../shared/api/lazy-part.tsx'
import { paths } from '../../shared/paths.ts'
import { adminOnly } from '../../shared/session/admin-only.tsx'
import { buttonClass } from '../../shared/ui/button.tsx'
import { PageSpinner } from '../../shared/ui/spinner.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../shared/ui/tabs.tsx'
import { useAddressTab } from '../../shared/use-address-tab.ts'
import { titled, useTitle } from '../../shared/use-title.ts'
import { ContactsTab } from './contacts-tab.tsx'
import { OverviewLoading } from './overview-totals.tsx'
import { UsersTab } from './users-tab.tsx'

// Loaded when opened, because they contain charts.
const OverviewTab = lazyPart(() => import('./overview-tab.tsx'), { waiting: <OverviewLoading /> })
const VisitsTab = lazyPart(() => import('./visits-tab.tsx'), { waiting: <PageSpinner /> })

export default adminOnly(AdminDashboard)

const tabs = [
  { value: 'dashboard', label: 'Dashboard', Content: OverviewTab },
  { value: 'users', label: 'Users', Content: UsersTab },
  { value: 'page-visits', label: 'Page Visits', Content: VisitsTab },
  { value: 'contacts', label: 'Contact Submissions', Content: ContactsTab },
]
const names = tabs.map(({ value }) => value)

function AdminDashboard() {
  useTitle(titled('Admin Dashboard'))
  const tab = useAddressTab('tab', 'dashboard', names)
  return (
    <div className="mx-auto max-w-360 px-4 pt-6 pb-12 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold tracking-tight">Admin Dashboard</h1>
        <nav aria-label="Administration" className="flex flex-wrap gap-2">
          <Link href={paths.adminPlaces} className={buttonClass({ size: 'sm' })}>
            Places
          </Link>
          <Link href={paths.doNotContact} className={buttonClass({ size: 'sm' })}>
            Do not contact
          </Link>
          <Link href={paths.leadReports} className={buttonClass({ size: 'sm' })}>
            Reports
          </Link>
        </nav>
      </div>
      <Tabs {...tab} className="mt-4">
        <TabList aria-label="Admin Dashboard" className="overflow-x-auto overflow-y-hidden">
          {tabs.map(({ value, label }) => (
            <Tab key={value} value={value} className="mb-0! shrink-0">
              {label}
            </Tab>
          ))}
        </TabList>
        {/* A tab is rendered, and loads its data, when it is first opened. */}
        {tabs.map(({ value, Content }) => (
          <TabPanel key={value} value={value} tabIndex={-1} className="pt-6">
            <Content />
          </TabPanel>
        ))}
      </Tabs>
    </div>
  )
}
