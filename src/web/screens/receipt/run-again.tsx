import { type Comparison, maxComparedLeads } from '#contract/searches/receipts.ts'
import { count, formatNumber } from '../../shared/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { useComparison } from './receipt.queries.ts'

/** Says whether the search would find the same businesses today. Costs nothing. */
export function RunAgain({ searchId }: { searchId: number }) {
  const comparison = useComparison(searchId)
  return (
    <>
      <p className="mb-3 max-w-prose text-sm text-pretty text-ink-2">
        Would this search find the same businesses today? Running it again here costs nothing and stores nothing.
      </p>
      <Button isLoading={comparison.isPending} onClick={() => comparison.mutate()}>
        Run again
      </Button>
      <output className="mt-3 block min-h-16 max-w-prose text-sm text-pretty text-ink">
        {comparison.data && <Result comparison={comparison.data} />}
      </output>
    </>
  )
}

function Result({ comparison }: { comparison: Comparison }) {
  const { isSame, matchesThen, matchesNow, sources, compared } = comparison
  return (
    <>
      <span className="font-medium">{isSame && matchesThen === matchesNow ? 'Nothing has changed. ' : null}</span>
      {changeWords(comparison)}{' '}
      {compared === maxComparedLeads && `The first ${formatNumber(compared)} leads were compared. `}
      {sources.length > 0 && `Read from ${sources.map(({ name, release }) => `${name} ${release}`).join('; ')}.`}
    </>
  )
}

function changeWords({ compared, isSame, appeared, gone, matchesThen, matchesNow }: Comparison): string {
  const matches =
    matchesThen === matchesNow
      ? `${count(matchesNow, 'business matches', 'businesses match')}, as before.`
      : `${count(matchesNow, 'business matches', 'businesses match')} now, ${formatNumber(matchesThen)} matched then.`
  if (isSame) return `The leads are the same, in the same order. ${matches}`
  if (appeared === 0 && gone === 0) return `The leads are the same, in another order. ${matches}`
  const others = `${formatNumber(appeared)} of the first ${count(compared, 'result')} ${appeared === 1 ? 'is a different business' : 'are different businesses'} now`
  return `${others}, and ${count(gone, 'lead is', 'leads are')} no longer found. ${matches}`
}
