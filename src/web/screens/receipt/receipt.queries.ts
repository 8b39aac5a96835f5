import { useQuery } from '@tanstack/react-query'
import { compareSearch, getReceipt } from '#contract/searches/receipts.ts'
import { isUnknownSearch } from '../../features/searches/loaded-search.queries.ts'
import { call } from '../../shared/api/call.ts'
import { type DescribeFailure, failedTo, showError } from '../../shared/api/failures.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'

const failedToLoad = failedTo('Failed to load the receipt')
export const receiptFailure: DescribeFailure = error =>
  isUnknownSearch(error) ? { title: 'Selected search not found' } : failedToLoad(error)

export const useReceipt = (searchId: number) =>
  useQuery({
    queryKey: ['searches', 'receipt', searchId],
    queryFn: () => call(getReceipt, { params: { id: searchId } }),
    meta: { failure: receiptFailure },
  })

export const useComparison = (searchId: number) =>
  useMutation({
    mutationFn: () => call(compareSearch, { params: { id: searchId } }),
    onError: error => showError('The search did not run', error),
  })
