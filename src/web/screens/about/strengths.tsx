import { BadgeCheck, HandCoins, MousePointerClick } from 'lucide-react'
import { FeatureList } from '../../shared/ui/feature-list.tsx'

const strengths = [
  {
    icon: BadgeCheck,
    title: 'Accuracy',
    text: 'Every lead names its source and the date of its evidence, and its quality score shows its reasons line by line. What we do not know stays empty: no rating or email address is ever made up.',
  },
  {
    icon: MousePointerClick,
    title: 'Simplicity',
    text: 'A category, a place, a radius. The same search over the same data gives the same leads in the same order, and one click turns them into a CSV file.',
  },
  {
    icon: HandCoins,
    title: 'Value',
    text: 'A lead counts once, the first time you see it. After that it is free in every search and export. A search that finds nothing is free.',
  },
]

export const Strengths = () => (
  <section aria-labelledby="strengths-title" className="mt-16">
    <h2 id="strengths-title" className="text-2xl font-semibold tracking-tight">
      What you can count on
    </h2>
    <FeatureList items={strengths} className="mt-6 gap-y-8" />
  </section>
)
