import { compareSearch, getReceipt } from '#contract/searches/receipts.ts'
import { isUnknownSearch } from '../../features/searches/loaded-search.queries.ts'
import { call } from '../../shared/api/call.ts'
import { failedTo } from '../../shared/api/failures.ts'
import { read } from '../../shared/api/reads.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'

const failedToLoad = failedTo('Failed to load the receipt')
export const receiptRead = (searchId: number) =>
  read(
    ['searches', 'receipt', searchId],
    error => (isUnknownSearch(error) ? { title: 'Selected search not found' } : failedToLoad(error)),
    getReceipt,
    { params: { id: searchId } },
  )

export const useComparison = (searchId: number) =>
  useMutation({
    mutationFn: () => call(compareSearch, { params: { id: searchId } }),
    failure: 'The search did not run',
  })
