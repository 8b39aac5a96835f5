import { decideReport, getReportQueue, type ReportDecision } from '#contract/admin/report-queue.ts'
import { call } from '../../shared/api/call.ts'
import { changeCached, read } from '../../shared/api/reads.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { showToast } from '../../shared/toast/toast.store.ts'

export const queueRead = read(['admin', 'lead-reports'], 'Failed to fetch the reports', getReportQueue)

export const useDecideReport = (id: number) =>
  useMutation({
    mutationFn: (decision: ReportDecision) => call(decideReport, { params: { id }, body: { decision } }),
    onSuccess: ({ message }, _decision, client) => {
      changeCached(client, queueRead.queryKey, ({ total, reports }) => ({
        total: total - 1,
        reports: reports.filter(report => report.id !== id),
      }))
      showToast({ title: message })
    },
    failure: 'Your decision was not saved',
    onError: (_error, _input, client) => void client.invalidateQueries({ queryKey: queueRead.queryKey }),
  })
