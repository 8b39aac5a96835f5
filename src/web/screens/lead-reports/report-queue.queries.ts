import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { decideReport, getReportQueue, type ReportDecision } from '#contract/admin/report-queue.ts'
import { changeCached } from '../../shared/api/cached-reads.ts'
import { call } from '../../shared/api/call.ts'
import { failedTo, showError } from '../../shared/api/failures.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { showToast } from '../../shared/toast/toast.store.ts'

export const queueFailure = failedTo('Failed to fetch the reports')

export const queueQuery = queryOptions({
  queryKey: ['admin', 'lead-reports'],
  queryFn: ({ signal }) => call(getReportQueue, { signal }),
  meta: { failure: queueFailure },
})

export function useDecideReport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, decision }: { id: number; decision: ReportDecision }) =>
      call(decideReport, { params: { id }, body: { decision } }),
    onSuccess: ({ message }, { id }) => {
      changeCached(client, queueQuery.queryKey, ({ total, reports }) => ({
        total: total - 1,
        reports: reports.filter(report => report.id !== id),
      }))
      showToast({ title: message })
    },
    onError: error => {
      showError('Your decision was not saved', error)
      void client.invalidateQueries({ queryKey: queueQuery.queryKey })
    },
  })
}
