import { Link } from 'wouter'
import { plans } from '#contract/plans.ts'
import { paths } from '../../shared/paths.ts'
import { buttonClass } from '../../shared/ui/button.tsx'
import { ProductPreview } from './product-preview.tsx'

const { searchQuota, contactPullQuota } = plans.free
const firstPlan = `Free plan: ${searchQuota} searches and ${contactPullQuota} leads every month. No card needed.`

export const Hero = () => (
  <section className="relative overflow-hidden border-b border-line">
    <Contours />
    <div className="relative mx-auto grid max-w-reading grid-cols-1 items-center gap-12 px-4 pt-16 pb-16 sm:px-6 lg:grid-cols-[1fr_30rem] lg:gap-14 lg:pt-24 lg:pb-28">
      <div>
        <h1 className="max-w-xl text-4xl font-semibold tracking-[-0.03em] text-balance sm:text-5xl">
          Know which local businesses to call next.
        </h1>
        <p className="mt-6 max-w-lg text-lg text-balance text-ink-2">
          Search any category in any US town. See how to reach each one, with a quality score that shows its reasons.
          Export the list as CSV.
        </p>
        <div className="mt-9 flex flex-wrap gap-3">
          <Link href={paths.register} className={buttonClass({ variant: 'primary', size: 'lg' })}>
            Get Started
          </Link>
          <a href="#features" className={buttonClass({ size: 'lg' })}>
            Learn More
          </a>
        </div>
        <p className="mt-5 text-sm text-ink-3">{firstPlan}</p>
      </div>
      <ProductPreview />
    </div>
  </section>
)

const lines = [0, 1, 2, 3, 4, 5, 6, 7]

/** Decorative depth contours, as on a sea chart. */
const Contours = () => (
  <svg
    aria-hidden="true"
    viewBox="0 0 1200 640"
    preserveAspectRatio="xMaxYMid slice"
    className="absolute inset-0 size-full fill-none stroke-line opacity-70"
  >
    {lines.map(line => (
      <path
        key={line}
        strokeWidth="1"
        d={`M${420 + line * 70} -20 C${300 + line * 96} ${140 + line * 8} ${620 + line * 60} ${260 - line * 12} ${500 + line * 92} ${380 + line * 14} S${640 + line * 74} ${560 + line * 6} ${560 + line * 88} 680`}
      />
    ))}
  </svg>
)
