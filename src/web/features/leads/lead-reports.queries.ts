import { useQuery } from '@tanstack/react-query'
import { isReturned, type LeadReport, reasonNames, type ReportReason } from '#contract/leads/lead-report.ts'
import { getOwnReports, reportDays, reportLeads, type ReportResult } from '#contract/leads/lead-reports.ts'
import { withoutContacts } from '#contract/leads/leads.ts'
import { call } from '../../shared/api/call.ts'
import { read, refresh } from '../../shared/api/reads.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { count, sentences } from '../../shared/format.ts'
import { showToast } from '../../shared/toast/toast.store.ts'
import { changeShown } from './lead-work.queries.ts'

export const useOwnReports = () => useQuery(read(['lead-reports'], 'Failed to fetch your reports', getOwnReports))

export const useReportLeads = () =>
  useMutation({
    mutationFn: (body: { leadIds: number[]; reason: ReportReason }) => call(reportLeads, { body }),
    onSuccess: (result, { reason }, client) => {
      showToast({ title: `Reported as ${reasonNames[reason]}`, description: describeResult(result) })
      const reports = new Map<number, LeadReport>(result.reports.map(({ leadId, report }) => [leadId, report]))
      changeShown(client, new Set(reports.keys()), ({ id }) => {
        const report = reports.get(id) ?? null
        return { report, ...(isReturned({ report }) && withoutContacts) }
      })
      void refresh(client, 'user', 'lead-reports', 'analytics', 'leads', 'searches', 'search-previews')
    },
    failure: 'The report was not sent',
  })

const were = (number: number, what: string): string => count(number, `${what} was`, `${what}s were`)

/** "2 leads were credited. 1 report waits for an administrator." */
export function describeResult({ credited, waiting, free, leftOut }: ReportResult): string {
  const { reportedBefore, samples, doNotContact, tooOld } = leftOut
  return sentences([
    credited > 0 && `${were(credited, 'lead')} credited.`,
    waiting > 0 && `${count(waiting, 'report waits', 'reports wait')} for an administrator.`,
    free > 0 && `${count(free, 'lead')} had cost nothing.`,
    reportedBefore > 0 && `${were(reportedBefore, 'lead')} reported before.`,
    samples > 0 && `${count(samples, 'lead is a sample', 'leads are samples')} and cannot be reported.`,
    doNotContact > 0 && `${count(doNotContact, 'lead is', 'leads are')} on the do-not-contact list already.`,
    tooOld > 0 && `${were(tooOld, 'lead')} loaded more than ${reportDays} days ago and cannot be reported.`,
  ])
}

export function describeReport({ reason, state, isOwn }: LeadReport): string {
  if (!isOwn) return 'Closed soon after you got it. It was credited.'
  const outcomes = {
    credited: 'It was credited.',
    waiting: 'An administrator will decide about the credit.',
    refused: 'It was not credited.',
    free: 'It had cost nothing.',
  }
  return `Reported as ${reasonNames[reason]}. ${outcomes[state]}`
}
