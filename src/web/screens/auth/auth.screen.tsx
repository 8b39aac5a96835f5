import { useState } from 'react'
import { useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { offeredTiers, plans } from '#contract/plans.ts'
import { Tab, TabList, TabPanel, Tabs } from '../../shared/ui/tabs.tsx'
import { titled, useTitle } from '../../shared/use-title.ts'
import { LoginForm, useLoginForm } from './login-form.tsx'
import { MarketingPanel } from './marketing-panel.tsx'
import { RegisterForm, useRegisterForm } from './register-form.tsx'

const { searchQuota, contactPullQuota } = plans.free
const firstPlan = `Start with ${searchQuota} searches and ${contactPullQuota} leads a month, free.`

export default function AuthScreen() {
  const chosen = new URLSearchParams(useSearch()).get('tier')
  const tier = offeredTiers.find(known => known === chosen)
  const arrivedFor = useHistoryState<{ tab?: string } | null>()?.tab
  const [tab, setTab] = useState(arrivedFor ?? (tier === undefined ? 'login' : 'register'))
  // Both forms live here, so switching tabs keeps what was typed.
  const loginForm = useLoginForm()
  const registerForm = useRegisterForm()
  useTitle(titled(tab === 'login' ? 'Log in' : 'Sign up'))
  return (
    <div className="mx-auto grid max-w-6xl gap-12 px-4 py-8 sm:px-6 lg:grid-cols-2 lg:gap-20 lg:py-8 lg:tall:py-20">
      <div className="mx-auto w-full max-w-md lg:mx-0">
        <h1 className="text-2xl font-semibold tracking-tight">
          {tab === 'login' ? 'Welcome back' : 'Create your account'}
        </h1>
        <p className="mt-1.5 text-ink-2">{tab === 'login' ? 'Log in to search and export leads.' : firstPlan}</p>
        <Tabs value={tab} onValueChange={setTab} className="mt-4 tall:mt-6">
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
