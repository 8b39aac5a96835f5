import { useQueries } from '@tanstack/react-query'
import { type FilterName, filterNames } from '#contract/searches/search-filters.ts'
import type { SearchForm } from '#contract/searches/search-form.ts'
import { radiusMiles } from '#contract/searches/search-options.ts'
import type { SearchPreview } from '#contract/searches/search-preview.ts'
import { previewQuery } from '../../features/searches/preview.queries.ts'
import { emptySearch } from '../../features/searches/search-criteria.ts'
import { filterWords } from '../../features/searches/search-words.ts'
import { count } from '../../shared/format.ts'
import { Button } from '../../shared/ui/button.tsx'

type WaysOutProps = { form: SearchForm; onRun: (form: SearchForm) => void }

/** Searches similar to one that found nothing, each with the number of places that it finds. */
export default function WaysOut({ form, onRun }: WaysOutProps) {
  const ways = waysFrom(form)
  const [own, ...previews] = useQueries({ queries: [form, ...ways.map(way => way.form)].map(previewQuery) })
  const near = ways.flatMap((way, index) => {
    const preview = previews[index]?.data
    const matches = preview !== undefined && 'matches' in preview ? listed(form, preview) : 0
    return matches > 0 ? [{ ...way, matches }] : []
  })
  const { related, towns } = own?.data !== undefined && 'related' in own.data ? own.data : { related: [], towns: [] }
  const found = [
    ...near,
    ...towns.map(({ location, miles, matches }) => ({
      label: `${location}, ${count(miles, 'mile')} away`,
      form: { ...form, location },
      matches,
    })),
    ...related.map(({ category, matches }) => ({
      label: category,
      form: { ...form, businessType: category },
      matches,
    })),
  ]
  if (found.length === 0) return null
  return (
    <div className="-mt-8 flex flex-wrap justify-center gap-2 pb-14">
      {found.map(({ label, form: other, matches }) => (
        <Button key={label} size="choice" onClick={() => onRun(other)}>
          {label} · {count(matches, 'lead')}
        </Button>
      ))}
    </div>
  )
}

/** A search that leaves out the user's leads and known businesses does not list them. */
const listed = ({ skipOwned }: SearchForm, { matches, owned, known }: SearchPreview): number =>
  skipOwned ? matches - (owned ?? 0) - (known ?? 0) : matches

function waysFrom(form: SearchForm): { label: string; form: SearchForm }[] {
  const withoutFilters = { ...form, ...Object.fromEntries(filterNames.map(name => [name, emptySearch[name]])) }
  const used = filterNames.filter(name => form[name] !== emptySearch[name])
  const hasFilters = used.length > 0
  const wider = { radius: radiusMiles.max }
  const isWider = form.radius < radiusMiles.max && form.outlines.length === 0
  const within = `Within ${count(radiusMiles.max, 'mile')}`
  return [
    ...(isWider ? [{ label: within, form: { ...form, ...wider } }] : []),
    // Each filter by itself, if there are several.
    ...(used.length > 1
      ? used.map(name => ({
          label: `Without ${wordsOf(name, form[name])}`,
          form: { ...form, [name]: emptySearch[name] },
        }))
      : []),
    ...(hasFilters ? [{ label: 'Without filters', form: withoutFilters }] : []),
    ...(isWider && hasFilters ? [{ label: `${within}, without filters`, form: { ...withoutFilters, ...wider } }] : []),
  ]
}

/** As the search form calls a filter: "Has Website", "4+ stars", “family-owned”. */
const wordsOf = (name: FilterName, value: SearchForm[FilterName]): string =>
  filterWords({ name, value: value === true ? value : name === 'keywords' ? String(value) : Number(value) })
