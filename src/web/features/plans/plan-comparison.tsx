import { Check, Minus } from 'lucide-react'
import { offeredPlans } from '#contract/plans.ts'

/** The features of all plans side by side, for screens that are too narrow for the lists on the cards. */
export const PlanComparison = () => (
  <table className="mt-8 w-full border-collapse text-sm sm:hidden print:hidden">
    <caption className="pb-3 text-left font-semibold">Compare features</caption>
    <thead>
      <tr className="border-b border-line text-xs text-ink-2">
        <th scope="col">
          <span className="sr-only">Feature</span>
        </th>
        {offeredPlans.map(({ tier, name }) => (
          <th key={tier} scope="col" className="w-13 py-2 text-center font-medium">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {offeredPlans[0]?.features.map(({ name }, index) => (
        <tr key={name} className="border-b border-line">
          <th scope="row" className="py-2.5 pr-2 text-left font-normal">
            {name}
          </th>
          {offeredPlans.map(({ tier, features }) => (
            <td key={tier}>
              <Included isIncluded={features[index]?.included === true} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

const Included = ({ isIncluded }: { isIncluded: boolean }) =>
  isIncluded ? (
    <>
      <Check className="mx-auto size-4 text-accent-ink" />
      <span className="sr-only">Included</span>
    </>
  ) : (
    <>
      <Minus className="mx-auto size-4 text-ink-3" />
      <span className="sr-only">Not included</span>
    </>
  )
