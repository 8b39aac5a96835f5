import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'

type PlanWaysProps = {
  /** What Upgrade Plan opens; without it, it leads to the plans. */
  onUpgrade?: (() => void) | undefined
}

/** The two ways to more leads. */
export const PlanWays = ({ onUpgrade }: PlanWaysProps) => (
  <>
    {onUpgrade ? (
      <Button variant="primary" size="sm" onClick={onUpgrade}>
        Upgrade Plan
      </Button>
    ) : (
      <a href={paths.plans} className={buttonClass({ variant: 'primary', size: 'sm' })}>
        Upgrade Plan
      </a>
    )}
    <a href={paths.plans} className={buttonClass({ size: 'sm' })}>
      Buy More Leads
    </a>
  </>
)
