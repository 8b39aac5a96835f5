import { offeredPlans } from '#contract/plans.ts'
import { LeadCard } from '../../features/leads/lead-card.tsx'
import { LeadsLoading } from '../../features/leads/lead-list-states.tsx'
import { makeLead } from '../../features/leads/lead.fixture.ts'
import { QualityAssessment } from '../../features/leads/quality-assessment.tsx'
import { ScoreBadge } from '../../features/leads/score-and-rating.tsx'
import { createSelection } from '../../features/leads/selection.tsx'
import { PlanCard } from '../../features/plans/plan-card.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Specimen, Specimens } from './specimen.tsx'

const scores = [92, 71, 55, 28, 12]
const bare = { phoneNumber: null, website: null, email: null, address: null, zipCode: null, rating: null }
const leads = [
  makeLead(),
  makeLead({ id: 2, ...bare, qualityScore: 18, hasPhoneNumber: false, hasWebsite: false, hasHighRating: false }),
  makeLead({ id: 3, isSample: true, businessName: 'A very long name of a business that takes more than one line' }),
]
const doNothing = () => {}
const selection = createSelection()
selection.set([3], true)

export const LeadSpecimens = () => (
  <Specimens title="Leads and plans">
    <Specimen name="Score bands">
      {scores.map(score => (
        <ScoreBadge key={score} score={score} />
      ))}
    </Specimen>
    <div className="grid gap-3 md:grid-cols-3">
      {leads.map(lead => (
        <LeadCard key={lead.id} lead={lead} selection={selection} onDetails={doNothing} />
      ))}
    </div>
    <QualityAssessment lead={makeLead()} />
    <LeadsLoading />
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {offeredPlans.map(plan => (
        <PlanCard key={plan.tier} plan={plan} popularLabel="Most Popular">
          <Button className="w-full">Upgrade to {plan.name}</Button>
        </PlanCard>
      ))}
    </div>
  </Specimens>
)
