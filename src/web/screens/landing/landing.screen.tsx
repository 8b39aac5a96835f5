import { Suspense } from 'react'
import { paths } from '../../shared/paths.ts'
import { titleOf } from '../../shared/public-pages.ts'
import { useTitle } from '../../shared/use-title.ts'
import { CallToAction } from './call-to-action.tsx'
import { Features } from './features.tsx'
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
