import { type ReactNode, useId } from 'react'
import { ChangePasswordForm } from './change-password-form.tsx'
import { OwnData } from './own-data.tsx'
import { ProgramList } from './program-list.tsx'
import { SecurityLog } from './security-log.tsx'
import { SessionList } from './session-list.tsx'
import { TwoFactorPanel } from './two-factor-panel.tsx'

export const SecuritySection = () => (
  <div className="divide-y divide-line">
    <Part title="Password">
      <ChangePasswordForm />
    </Part>
    <Part title="Two-factor sign-in">
      <TwoFactorPanel />
    </Part>
    <Part title="Where you are signed in">
      <SessionList />
    </Part>
    <Part title="Programs with access">
      <ProgramList />
    </Part>
    <Part title="Security log">
      <SecurityLog />
    </Part>
    <Part title="Your data">
      <OwnData />
    </Part>
  </div>
)

function Part({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="py-5 first:pt-0 last:pb-0">
      <h3 id={titleId} className="mb-3 text-sm font-semibold">
        {title}
      </h3>
      {children}
    </section>
  )
}
