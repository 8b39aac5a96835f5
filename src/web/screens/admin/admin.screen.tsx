import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'wouter'
import { setAddressValue, useAddressValue } from '../../shared/address.ts'
import { paths } from '../../shared/paths.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { showToast } from '../../shared/toast/toast.store.ts'
import { PageSpinner } from '../../shared/ui/spinner.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../shared/ui/tabs.tsx'
import { titled, useTitle } from '../../shared/use-title.ts'
import { ContactsTab } from './contacts-tab.tsx'
import { UsersTab } from './users-tab.tsx'

// They draw charts, and load them only when opened.
const OverviewTab = lazy(() => import('./overview-tab.tsx'))
const VisitsTab = lazy(() => import('./visits-tab.tsx'))

export default function AdminScreen() {
  return useUser().isAdmin ? <AdminDashboard /> : <AccessDenied />
}

function AccessDenied() {
  const [, navigate] = useLocation()
  useEffect(() => {
    showToast({
      title: 'Access Denied',
      description: "You don't have permission to access the admin dashboard.",
      variant: 'destructive',
    })
    navigate(paths.home, { replace: true })
  }, [navigate])
  return null
}

const tabs = [
  { value: 'dashboard', label: 'Dashboard', Content: OverviewTab },
  { value: 'users', label: 'Users', Content: UsersTab },
  { value: 'page-visits', label: 'Page Visits', Content: VisitsTab },
  { value: 'contacts', label: 'Contact Submissions', Content: ContactsTab },
]

function AdminDashboard() {
  useTitle(titled('Admin Dashboard'))
  const asked = useAddressValue('tab')
  const tab = tabs.find(({ value }) => value === asked)?.value ?? 'dashboard'
  return (
    <div className="mx-auto max-w-360 px-4 pt-6 pb-12 sm:px-6">
      <h1 className="text-2xl font-semibold tracking-tight">Admin Dashboard</h1>
      <Tabs
        value={tab}
        onValueChange={value => setAddressValue('tab', value === 'dashboard' ? '' : value)}
        className="mt-4"
      >
        <TabList aria-label="Admin Dashboard" className="overflow-x-auto overflow-y-hidden">
          {tabs.map(({ value, label }) => (
            <Tab key={value} value={value} className="mb-0! shrink-0">
              {label}
            </Tab>
          ))}
        </TabList>
        {/* A tab is drawn, and asks for what it shows, when it is first opened. */}
        {tabs.map(({ value, Content }) => (
          <TabPanel key={value} value={value} tabIndex={-1} className="pt-6">
            <Suspense fallback={<PageSpinner />}>
              <Content />
            </Suspense>
          </TabPanel>
        ))}
      </Tabs>
    </div>
  )
}
