import { ScreenWithBanners } from '../../features/plans/account-banners.tsx'
import { lazyPart } from '../../shared/api/lazy-part.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../shared/ui/tabs.tsx'
import { useAddressTab } from '../../shared/use-address-tab.ts'
import { titled, useTitle } from '../../shared/use-title.ts'
import { AnalyticsLoading } from './analytics/stat-cards.tsx'
import { FirstVisit } from './first-visit.tsx'
import { SearchTab } from './search-tab.tsx'

const AnalyticsTab = lazyPart(() => import('./analytics/analytics-tab.tsx'), { waiting: <AnalyticsLoading /> })

export default function DashboardScreen() {
  useTitle(titled('Dashboard'))
  return (
    <ScreenWithBanners offer={<FirstVisit />}>
      <h1 className="sr-only">Dashboard</h1>
      <Tabs {...useAddressTab('tab', 'search', ['analytics'])}>
        <TabList aria-label="Dashboard">
          <Tab value="search">Search Leads</Tab>
          <Tab value="analytics">Analytics</Tab>
        </TabList>
        {/* Stays mounted while the other tab is shown, to keep the typed text and a running search. */}
        <TabPanel value="search" forceMount tabIndex={-1} className="pt-5 max-sm:pt-2 data-[state=inactive]:hidden">
          <SearchTab />
        </TabPanel>
        <TabPanel value="analytics" tabIndex={-1} className="pt-5">
          <AnalyticsTab />
        </TabPanel>
      </Tabs>
    </ScreenWithBanners>
  )
}
