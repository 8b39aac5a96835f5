import { Link } from 'wouter'
import { plans } from '#contract/plans.ts'
import { paths } from '../../shared/paths.ts'
import { buttonClass } from '../../shared/ui/button.tsx'

export const CallToAction = () => (
  <section aria-labelledby="call-title" className="mx-auto max-w-reading px-4 pt-20 pb-8 sm:px-6 lg:pt-28 lg:pb-12">
    <div className="flex flex-col gap-8 md:flex-row md:items-end md:justify-between">
      <div>
        <h2 id="call-title" className="max-w-lg text-3xl font-semibold tracking-tight text-balance">
          Your first {plans.free.contactPullQuota} leads are free
        </h2>
        <p className="mt-3 max-w-lg text-ink-2">Create an account, run a search, download the file.</p>
      </div>
      <div className="flex shrink-0 flex-wrap gap-3">
        <Link href={paths.register} className={buttonClass({ variant: 'primary', size: 'lg' })}>
          Sign up for free
        </Link>
        <Link href={paths.login} className={buttonClass({ size: 'lg' })}>
          Log in
        </Link>
      </div>
    </div>
  </section>
)
