import { formatNumber } from '../format.ts'
import { Button } from './button.tsx'

type ListEndProps = { shown: number; total: number; hasMore: boolean; isLoading: boolean; onMore: () => void }

export const ListEnd = ({ shown, total, hasMore, isLoading, onMore }: ListEndProps) => (
  <div className="mt-3 flex min-h-9 items-center justify-between gap-3 text-sm text-ink-3">
    <p aria-live="polite" className="tabular-nums">
      {formatNumber(shown)} of {formatNumber(total)}
    </p>
    {hasMore && (
      <Button onClick={onMore} isLoading={isLoading}>
        {isLoading ? 'Loading more...' : 'Load more'}
      </Button>
    )}
  </div>
)
