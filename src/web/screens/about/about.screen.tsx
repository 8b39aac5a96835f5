import { BadgeCheck, HandCoins, MousePointerClick } from 'lucide-react'
import { Link } from 'wouter'
import { productName } from '#contract/product.ts'
import { paths } from '../../shared/paths.ts'
import { titleOf } from '../../shared/public-pages.ts'
import { PageHeading } from '../../shared/reading/page-heading.tsx'
import { buttonClass } from '../../shared/ui/button.tsx'
import { FeatureList } from '../../shared/ui/feature-list.tsx'
import { useTitle } from '../../shared/use-title.ts'
import { DataSources } from './data-sources.tsx'

export default function AboutScreen() {
  useTitle(titleOf(paths.about))
  return (
    <div className="mx-auto max-w-reading px-4 pt-12 sm:px-6 lg:pt-20">
      <PageHeading title={`About ${productName}`}>
        We help businesses find high-quality leads without manual research.
      </PageHeading>
      <section id="work" aria-labelledby="work-title" className="mt-10 grid gap-x-16 gap-y-4 lg:grid-cols-[14rem_1fr]">
        <h2 id="work-title" className="font-semibold">
          Why we exist
        </h2>
        <div className="flex max-w-2xl flex-col gap-4 text-pretty text-ink-2">
          <p>
            {productName} was founded in 2023. Anyone who sells to local businesses knows the work before the first
            call: maps in one tab, a spreadsheet in another, and an afternoon spent copying phone numbers.
          </p>
          <p>
            We do this work for you. Enter a category and a place, and get a list of the businesses there with their
            phone numbers, websites, email addresses, and street addresses, as far as they are known. Each lead shows
            where it comes from, how recent it is, and why it has its score, so you can decide whom to call first.
          </p>
        </div>
      </section>
      <Strengths />
      <DataSources />
      <section aria-labelledby="start-title" className="mt-16">
        <h2 id="start-title" className="text-2xl font-semibold tracking-tight">
          See it with your own category
        </h2>
        <div className="mt-5 flex flex-wrap gap-3">
          <Link href={paths.register} className={buttonClass({ variant: 'primary', size: 'lg' })}>
            Sign up for free
          </Link>
          <Link href={paths.contact} className={buttonClass({ size: 'lg' })}>
            Contact Us
          </Link>
        </div>
      </section>
    </div>
  )
}

const strengths = [
  {
    icon: BadgeCheck,
    title: 'Accuracy',
    text: 'Every lead names its source and the date of its evidence, and its quality score shows its reasons line by line. What we do not know stays empty: we never make up a rating or an email address.',
  },
  {
    icon: MousePointerClick,
    title: 'Simplicity',
    text: 'A search needs a category, a place, and a radius. The same search over the same data gives the same leads in the same order, and one click exports them as a CSV file.',
  },
  {
    icon: HandCoins,
    title: 'Value',
    text: 'A lead counts once, the first time you see it. After that it is free in every search and export. A search that finds nothing is free.',
  },
]

const Strengths = () => (
  <section aria-labelledby="strengths-title" className="mt-16">
    <h2 id="strengths-title" className="text-2xl font-semibold tracking-tight">
      What you can count on
    </h2>
    <FeatureList items={strengths} className="mt-6 gap-y-8" />
  </section>
)
