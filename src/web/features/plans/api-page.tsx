import type { ReactNode } from 'react'
import { featureMessages } from '#contract/plans.ts'
import { paths } from '../../shared/paths.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, buttonClass } from '../../shared/ui/button.tsx'
import { TextLink } from '../../shared/ui/links.tsx'

type ApiPageProps = {
  title: string
  about: ReactNode
  isInPlan: boolean
  /** Shown to users without API access. */
  withoutPlan: string
  create: { label: string; onClick: () => void }
  children: ReactNode
}

/** A page for API keys or webhooks. If the plan has no API access, nothing can be created. */
export const ApiPage = ({ title, about, isInPlan, withoutPlan, create, children }: ApiPageProps) => (
  <div className="mx-auto max-w-360 px-4 pt-6 pb-14 sm:px-6">
    <TextLink href={paths.profile}>Profile</TextLink>
    {/* An element of its own, so that the focus stays in it if the last entry is deleted. */}
    <div className="mt-2">
      <div className="flex items-start justify-between gap-4 max-sm:flex-col">
        <div className="max-w-2xl">
          <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
          <p className="mt-1.5 text-ink-2">{about}</p>
        </div>
        {isInPlan && (
          <Button variant="primary" className="shrink-0" onClick={create.onClick}>
            {create.label}
          </Button>
        )}
      </div>
      <div className="mt-6 flex flex-col gap-6">
        {!isInPlan && (
          <Alert
            title={featureMessages.api}
            actions={
              <a href={paths.plans} className={buttonClass({ variant: 'primary', size: 'sm' })}>
                See plans
              </a>
            }
          >
            {withoutPlan}
          </Alert>
        )}
        {children}
      </div>
    </div>
  </div>
)
