import { sweepAnswers } from '../api/answer-once.usecases.ts'
import { sweepAttempts } from '../auth/auth-limits.usecases.ts'
import { verificationMail } from '../auth/email-proof.usecases.ts'
import { emailChangedMail } from '../auth/former-email.usecases.ts'
import { resetMail } from '../auth/password-reset.usecases.ts'
import { sweepSecurityEvents } from '../auth/security-log.usecases.ts'
import { sweepSessions } from '../auth/session.usecases.ts'
import { refreshStaleLeads } from '../leads/stale-leads.usecases.ts'
import { mailJob } from '../mail/mail.usecases.ts'
import { closedAccountJob } from '../payments/closed-account.usecases.ts'
import { customerEmailJob } from '../payments/customer-email.usecases.ts'
import { reconcilePayments } from '../payments/reconcile.usecases.ts'
import { disabledAccountJob } from '../payments/stop-renewal.usecases.ts'
import { sweepVisits } from '../visits/visits.usecases.ts'
import { sweepImportFiles, sweepPlaceChanges } from '../places/import/old-imports.usecases.ts'
import { endLoadsGivenUp, placeLoadJob } from '../places/pull/place-load.usecases.ts'
import { removalMail } from '../places/suppression/removal.usecases.ts'
import { suppressionJob } from '../places/suppression/suppression.usecases.ts'
import type { Chore, Job } from './job.ts'

/** Every kind of job, by the name it is queued under. */
export const allJobs: Job[] = [
  removalMail.job,
  suppressionJob,
  placeLoadJob,
  mailJob,
  verificationMail.job,
  emailChangedMail.job,
  resetMail.job,
  disabledAccountJob,
  closedAccountJob,
  customerEmailJob,
]

/** What comes round by itself. */
export const allChores: Chore[] = [
  { name: 'stale-leads', every: 'minute', run: refreshStaleLeads },
  { name: 'expired-sessions', every: 'hour', run: sweepSessions },
  { name: 'old-attempts', every: 'hour', run: sweepAttempts },
  { name: 'old-api-answers', every: 'hour', run: sweepAnswers },
  { name: 'loads-given-up', every: 'hour', run: endLoadsGivenUp },
  { name: 'payments', every: 'hour', run: reconcilePayments },
  { name: 'old-page-visits', every: 'day', run: sweepVisits },
  { name: 'old-security-events', every: 'day', run: sweepSecurityEvents },
  { name: 'old-place-changes', every: 'day', run: sweepPlaceChanges },
  { name: 'old-import-files', every: 'day', run: sweepImportFiles },
]
