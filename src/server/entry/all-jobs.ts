import { verificationMail } from '#server/accounts/emails/email-proof.usecases.ts'
import { emailChangedMail } from '#server/accounts/emails/former-email.usecases.ts'
import { resetMail } from '#server/accounts/emails/password-reset.usecases.ts'
import { sweepSecurityEvents } from '#server/accounts/security-log/security-log.usecases.ts'
import { sweepSessions } from '#server/accounts/sessions/session.usecases.ts'
import { keepWebhooksSmall } from '#server/accounts/webhooks/upkeep.usecases.ts'
import { correctionJob } from '#server/catalog/corrections/corrections.usecases.ts'
import { countPlaces } from '#server/catalog/counts/count-places.usecases.ts'
import { areaLoadJob, sweepLoads } from '#server/catalog/pull/area-load.usecases.ts'
import { sweepImportFiles, sweepPlaceChanges } from '#server/catalog/pull/old-imports.usecases.ts'
import { placeLoadJob } from '#server/catalog/pull/place-load.usecases.ts'
import { queueUpdate, updateJob } from '#server/catalog/pull/update-places.usecases.ts'
import { applySitesJob, applySitesSoon, continueVisits, siteVisitJob } from '#server/catalog/sites/sites.usecases.ts'
import { removalMail, sweepRemovals } from '#server/catalog/suppression/removal.usecases.ts'
import { suppressionJob } from '#server/catalog/suppression/suppression.usecases.ts'
import { deleteLeftData } from '#server/features/account/closing.usecases.ts'
import { digestJob, sendDigests } from '#server/features/alerts/digest.usecases.ts'
import { findNews, sweepNews } from '#server/features/alerts/news.usecases.ts'
import { tellOfSites } from '#server/features/alerts/site-news.usecases.ts'
import { sweepAnswers } from '#server/features/api/answer-once.usecases.ts'
import { sweepContactMessages } from '#server/features/contact/contact.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { continueFilling, fillJob } from '#server/features/known-businesses/fill-file.usecases.ts'
import { sweepUnfinished } from '#server/features/known-businesses/known-businesses.usecases.ts'
import { knownMatchJob, matchAgain } from '#server/features/known-businesses/match-known.usecases.ts'
import { correctReportedJob, correctReported } from '#server/features/reports/correct-reported.usecases.ts'
import { creditReports } from '#server/features/reports/credit-reports.usecases.ts'
import { visitSearchedSites } from '#server/features/searches/searched-sites.usecases.ts'
import { sweepVisits } from '#server/features/visits/visits.usecases.ts'
import { leadChangeJob, sweepLeadChanges } from '#server/features/work/change-leads.usecases.ts'
import { refreshStaleLeads } from '#server/leads/stale-leads.usecases.ts'
import { closedAccountJob } from '#server/money/payments/closed-account.usecases.ts'
import { customerEmailJob } from '#server/money/payments/customer-email.usecases.ts'
import { reconcilePayments } from '#server/money/payments/reconcile.usecases.ts'
import { disabledAccountJob } from '#server/money/payments/stop-renewal.usecases.ts'
import type { Chore, Job } from '#server/platform/jobs/job.ts'
import { sweepRateLimits } from '#server/platform/limits/rate-limit.ts'
import { mailJob } from '#server/platform/mail/mail.usecases.ts'

/** Every kind of job, by the name it is queued under. */
export const allJobs: Job<object, Deps>[] = [
  removalMail.job,
  suppressionJob,
  placeLoadJob,
  areaLoadJob,
  siteVisitJob,
  applySitesJob,
  updateJob,
  mailJob,
  verificationMail.job,
  emailChangedMail.job,
  resetMail.job,
  disabledAccountJob,
  closedAccountJob,
  customerEmailJob,
  digestJob,
  leadChangeJob,
  knownMatchJob,
  fillJob,
  correctReportedJob,
  correctionJob,
]

export const allChores: Chore<Deps>[] = [
  { name: 'stale-leads', every: 'minute', run: refreshStaleLeads },
  { name: 'news', every: 'minute', run: findNews },
  { name: 'facts-of-websites', every: 'minute', run: applySitesSoon },
  { name: 'news-of-websites', every: 'minute', run: tellOfSites },
  { name: 'websites-in-background', every: 'minute', run: visitSearchedSites },
  { name: 'known-businesses', every: 'minute', run: matchAgain },
  { name: 'public-counts', every: 'minute', run: countPlaces },
  { name: 'deleted-accounts', every: 'minute', run: deleteLeftData },
  { name: 'expired-sessions', every: 'hour', run: sweepSessions },
  { name: 'old-attempts', every: 'hour', run: sweepRateLimits },
  { name: 'old-api-answers', every: 'hour', run: sweepAnswers },
  { name: 'waiting-websites', every: 'hour', run: continueVisits },
  { name: 'loads-given-up', every: 'hour', run: sweepLoads },
  { name: 'digests', every: 'hour', run: sendDigests },
  { name: 'unfinished-files', every: 'hour', run: sweepUnfinished },
  { name: 'unfinished-fills', every: 'hour', run: continueFilling },
  { name: 'payments', every: 'hour', run: reconcilePayments },
  { name: 'webhook-upkeep', every: 'hour', run: keepWebhooksSmall },
  { name: 'report-credits', every: 'day', run: creditReports },
  { name: 'corrections', every: 'day', run: correctReported },
  { name: 'old-lead-changes', every: 'hour', run: sweepLeadChanges },
  { name: 'old-page-visits', every: 'day', run: sweepVisits },
  { name: 'old-contact-messages', every: 'day', run: sweepContactMessages },
  { name: 'old-removal-requests', every: 'day', run: sweepRemovals },
  { name: 'old-security-events', every: 'day', run: sweepSecurityEvents },
  { name: 'old-place-changes', every: 'day', run: sweepPlaceChanges },
  { name: 'old-news', every: 'day', run: sweepNews },
  { name: 'newer-release', every: 'day', run: queueUpdate },
  { name: 'old-import-files', every: 'day', run: sweepImportFiles },
]
