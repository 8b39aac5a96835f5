import { compareSearch, getReceipt } from '#contract/searches/receipts.ts'
import { unknownSearch } from '../../features/searches/loaded-search.queries.ts'
import { call } from '../../shared/api/call.ts'
import { read } from '../../shared/api/reads.ts'
import { failedToFind } from '../../shared/api/unknown.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'

export const receiptRead = (searchId: number) =>
  read(['searches', 'receipt', searchId], failedToFind('Failed to load the receipt', unknownSearch), getReceipt, {
    params: { id: searchId },
  })

export const useComparison = (searchId: number) =>
  useMutation({
    mutationFn: () => call(compareSearch, { params: { id: searchId } }),
    failure: 'The search did not run',
  })
