import { FileSpreadsheet, ListChecks, SlidersHorizontal } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { plans } from '#contract/plans.ts'
import { paths } from '../../shared/paths.ts'
import { titleOf } from '../../shared/public-pages.ts'
import { buttonClass } from '../../shared/ui/button.tsx'
import { FeatureList } from '../../shared/ui/feature-list.tsx'
import { useTitle } from '../../shared/use-title.ts'
import { Hero } from './hero.tsx'
import { PlanSection } from './plan-section.tsx'
import { WhyUs } from './why-us.tsx'

/** Each section below the first hydrates on its own, so that a slow processor can respond to input between them. */
export default function LandingScreen() {
  useTitle(titleOf(paths.home))
  return (
    <>
      <Hero />
      <Suspense>
        <WhyUs />
      </Suspense>
      <Suspense>
        <Features />
      </Suspense>
      <Suspense>
        <PlanSection />
      </Suspense>
      <Suspense>
        <CallToAction />
      </Suspense>
    </>
  )
}

const CallToAction = () => (
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

const features = [
  {
    icon: SlidersHorizontal,
    title: 'Advanced business search',
    text: 'Type a category the way you would say it and a city, state or ZIP. Choose a radius in miles, and filter by rating, keywords, website, or phone.',
  },
  {
    icon: ListChecks,
    title: 'Comprehensive lead data',
    text: 'Name, phone, address, website, email and rating where a source has them, each with its source, the date it was last confirmed, and a score that explains itself.',
  },
  {
    icon: FileSpreadsheet,
    title: 'CSV export',
    text: 'One click for a whole search, or select the leads you want. The file opens cleanly in Excel and imports into any CRM.',
  },
]

const Features = () => (
  <section id="features" aria-labelledby="features-title" className="mx-auto max-w-reading px-4 py-20 sm:px-6 lg:py-28">
    <h2 id="features-title" className="max-w-xl text-3xl font-semibold tracking-tight text-balance">
      From a category and a town to a call list
    </h2>
    <FeatureList items={features} className="mt-12 gap-y-10" />
  </section>
)
