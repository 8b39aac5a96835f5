import { Contact, Download, Layers, Map } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { navigate, useHistoryState } from 'wouter/use-browser-location'
import { offeredPlans, offeredTiers, plans } from '#contract/plans.ts'
import { paths, signInAddress } from '../../shared/paths.ts'
import { signInTitles } from '../../shared/public-pages.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../shared/ui/tabs.tsx'
import type { WantedPage } from '../../shared/use-first-page.ts'
import { useTitle } from '../../shared/use-title.ts'
import { LoginForm, useLoginForm } from './login-form.tsx'
import { RegisterForm, useRegisterForm } from './register-form.tsx'

const { searchQuota, contactPullQuota } = plans.free
const firstPlan = `Start with ${searchQuota} searches and ${contactPullQuota} leads a month, free.`

type SignInTab = keyof typeof signInTitles

/** The tab that an address asks for; /auth asks for none. */
function tabAt(path: string): SignInTab | undefined {
  const name = signInAddress.exec(path)?.[1]
  return name === 'login' || name === 'register' ? name : undefined
}

/** Stores the tab in the history, so that it survives a reload and Back. A chosen plan or search stays in the URL. */
function showTab(tab: SignInTab): void {
  const given = new URLSearchParams(location.search)
  const query = new URLSearchParams([...given].filter(([name]) => ['tier', 'category', 'place'].includes(name)))
  const kept = history.state as WantedPage | null
  navigate(query.size === 0 ? paths.auth : `${paths.auth}?${query.toString()}`, {
    replace: true,
    state: { ...kept, tab },
  })
}

export default function AuthScreen() {
  const chosen = new URLSearchParams(useSearch()).get('tier')
  const tier = offeredTiers.find(known => known === chosen)
  const [path] = useLocation()
  const kept = useHistoryState<{ tab?: SignInTab } | null>()?.tab
  const tab = tabAt(path) ?? kept ?? (tier === undefined ? 'login' : 'register')
  useEffect(() => {
    // A tab that was pressed before hydration has already changed the address.
    const asked = location.pathname === path ? tabAt(path) : undefined
    if (asked !== undefined) showTab(asked)
  }, [path])
  // Both forms live here, so switching tabs keeps what was typed.
  const loginForm = useLoginForm()
  const registerForm = useRegisterForm()
  useTitle(signInTitles[tab])
  return (
    <div className="mx-auto grid max-w-6xl gap-12 px-4 py-8 sm:px-6 lg:grid-cols-2 lg:gap-20 lg:tall:py-20">
      <div className="mx-auto w-full max-w-md lg:mx-0">
        <h1 className="text-2xl font-semibold tracking-tight">
          {tab === 'login' ? 'Welcome back' : 'Create your account'}
        </h1>
        <p className="mt-1.5 text-ink-2">{tab === 'login' ? 'Log in to search and export leads.' : firstPlan}</p>
        <noscript>
          <div className="mt-4">
            <Alert>To log in or register, turn on JavaScript in your browser.</Alert>
          </div>
        </noscript>
        <Tabs value={tab} onValueChange={chosenTab => showTab(chosenTab as SignInTab)} className="mt-4 tall:mt-6">
          <TabList aria-label="Log in or register">
            <Tab value="login">Login</Tab>
            <Tab value="register">Register</Tab>
          </TabList>
          <TabPanel value="login" className="pt-6">
            <LoginForm form={loginForm} />
          </TabPanel>
          <TabPanel value="register" className="pt-6">
            <RegisterForm form={registerForm} tier={tier} />
          </TabPanel>
        </Tabs>
      </div>
      <MarketingPanel />
    </div>
  )
}

const planNames = offeredPlans.map(({ name }) => name).join(', ')
const points = [
  { icon: Map, title: 'Nationwide search', text: 'Every state, down to a single ZIP code and a radius in miles.' },
  {
    icon: Contact,
    title: 'Automatic contact info',
    text: 'Phone, address, website and email are filled in wherever the data has them.',
  },
  { icon: Layers, title: 'A plan for every size', text: `${planNames}. Change or cancel anytime.` },
  { icon: Download, title: 'CSV export', text: 'Export all leads of a search, or only the ones you select.' },
]

const MarketingPanel = () => (
  <aside
    aria-label="What you get"
    className="hidden self-start rounded-xl border border-line bg-surface p-8 shadow-card lg:block"
  >
    <h2 className="text-xl font-semibold tracking-tight text-balance">
      Local business leads without the manual research
    </h2>
    <ul className="mt-7 flex flex-col gap-6">
      {points.map(({ icon: Icon, title, text }) => (
        <li key={title} className="flex gap-4">
          <span className="flex size-9 shrink-0 items-center justify-center rounded-md bg-accent-soft text-accent-ink">
            <Icon className="size-4.5" />
          </span>
          <div>
            <h3 className="text-sm font-semibold">{title}</h3>
            <p className="mt-0.5 text-sm text-pretty text-ink-2">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  </aside>
)
