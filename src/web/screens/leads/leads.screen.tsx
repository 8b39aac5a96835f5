import clsx from 'clsx'
import { ScreenWithBanners } from '../../features/plans/account-banners.tsx'
import { ownListLinks, paths } from '../../shared/paths.ts'
import { linkRow, TextLink } from '../../shared/ui/links.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../shared/ui/tabs.tsx'
import { useAddressTab } from '../../shared/use-address-tab.ts'
import { titled, useTitle } from '../../shared/use-title.ts'
import { AllTab } from './all-tab.tsx'
import { ListsTab } from './lists-tab.tsx'
import { SpecificTab } from './specific-tab.tsx'

const tabs = [
  { value: 'specific', label: 'Search Specific', heading: 'Leads of one search', Content: SpecificTab },
  { value: 'all', label: 'All Leads', heading: 'Leads of all searches', Content: AllTab },
  { value: 'lists', label: 'Lists', heading: 'Leads of one list', Content: ListsTab },
]
const names = tabs.map(({ value }) => value)

/** The lists are a tab here. */
const linksBesideTabs = ownListLinks.filter(({ href }) => href !== paths.leadsTab('lists'))

export default function LeadsScreen() {
  useTitle(titled('My Leads'))
  const tab = useAddressTab('tab', 'specific', names)
  return (
    <ScreenWithBanners className="pb-12">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h1 className="text-2xl font-semibold tracking-tight">My Leads</h1>
        <span className={clsx(linkRow, 'max-sm:gap-x-3 max-sm:text-xs print:hidden')}>
          {linksBesideTabs.map(({ href, label }) => (
            <TextLink key={href} href={href}>
              {label}
            </TextLink>
          ))}
        </span>
      </div>
      <Tabs {...tab} className="mt-1">
        <TabList aria-label="My Leads">
          {tabs.map(({ value, label }) => (
            <Tab key={value} value={value}>
              {label}
            </Tab>
          ))}
        </TabList>
        {tabs.map(({ value, heading, Content }) => (
          <TabPanel key={value} value={value} tabIndex={-1} className="pt-2">
            <h2 className="sr-only">{heading}</h2>
            <Content />
          </TabPanel>
        ))}
      </Tabs>
    </ScreenWithBanners>
  )
}
