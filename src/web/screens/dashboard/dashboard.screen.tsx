import { AccountBanners } from '../../shared/plans/account-banners.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../shared/ui/tabs.tsx'
import { titled, useTitle } from '../../shared/use-title.ts'
import { SearchTab } from './search-tab.tsx'

export default function DashboardScreen() {
  useTitle(titled('Dashboard'))
  return (
    <div className="mx-auto max-w-360 px-4 pt-6 sm:px-6">
      <h1 className="sr-only">Dashboard</h1>
      <AccountBanners />
      <Tabs defaultValue="search">
        <TabList aria-label="Dashboard">
          <Tab value="search">Search Leads</Tab>
        </TabList>
        <TabPanel value="search" tabIndex={-1} className="pt-6">
          <SearchTab />
        </TabPanel>
      </Tabs>
    </div>
  )
}
