import { FileSpreadsheet, ListChecks, SlidersHorizontal } from 'lucide-react'
import { FeatureList } from '../../shared/ui/feature-list.tsx'

const features = [
  {
    icon: SlidersHorizontal,
    title: 'Advanced business search',
    text: 'Type a category the way you would say it and a city, state or ZIP. Set the radius to the mile, and filter by rating, keywords, website, or phone.',
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

export const Features = () => (
  <section id="features" aria-labelledby="features-title" className="mx-auto max-w-reading px-4 py-20 sm:px-6 lg:py-28">
    <h2 id="features-title" className="max-w-xl text-3xl font-semibold tracking-tight text-balance">
      From a category and a town to a call list
    </h2>
    <FeatureList items={features} className="mt-12 gap-y-10" />
  </section>
)
