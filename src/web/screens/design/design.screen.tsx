import { titled, useTitle } from '../../shared/use-title.ts'
import { ControlSpecimens } from './control-specimens.tsx'
import { LeadSpecimens } from './lead-specimens.tsx'
import { OverlaySpecimens } from './overlay-specimens.tsx'
import { StateSpecimens } from './state-specimens.tsx'
import { TokenSpecimens } from './token-specimens.tsx'

/** Every component of the design system in all its states. Only in development. */
export default function DesignScreen() {
  useTitle(titled('Design system'))
  return (
    <div className="mx-auto max-w-reading px-4 py-10 sm:px-6">
      <h1 className="text-3xl font-semibold tracking-tight">Design system</h1>
      <p className="mt-2 text-ink-2">Every part in every state. Switch between light and dark in the header.</p>
      <TokenSpecimens />
      <ControlSpecimens />
      <OverlaySpecimens />
      <StateSpecimens />
      <LeadSpecimens />
    </div>
  )
}
