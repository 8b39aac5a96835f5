import { ChartsLoading, LoadingPart } from '../../../shared/ui/loading-part.tsx'
import { StatCards } from './stat-cards.tsx'

export const AnalyticsLoading = () => (
  <LoadingPart label="Loading analytics">
    <StatCards analytics={undefined} />
    <ChartsLoading count={4} />
  </LoadingPart>
)
