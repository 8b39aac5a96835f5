import {
  type WebhookAttempt,
  type WebhookEvent,
  type WebhookFault,
  type WebhookMessage,
  type WebhookState,
  whyOff,
} from '#contract/accounts/webhooks.ts'

export const eventLabels: Record<WebhookEvent, { label: string; hint: string }> = {
  'lead.pulled': { label: 'New leads', hint: 'A search or a filled file brought new leads' },
  'lead.changed': { label: 'Leads changed', hint: 'A newer release changed facts of your leads' },
  'lead.status_changed': { label: 'Status changed', hint: 'You or a program set the status of leads' },
  'lead.site_checked': { label: 'Websites checked', hint: 'The website of a lead was checked, or has stopped working' },
  'saved_search.hits': { label: 'New businesses', hint: 'A saved search found new businesses' },
  'list.changed': {
    label: 'Files changed',
    hint: 'A newer release says that businesses of a followed file have changed',
  },
  'quota.low': { label: 'Quota low', hint: 'A tenth of your quota is left, or none' },
}

export const stateLabels: Record<WebhookState, { label: string; tone: 'green' | 'grey' | 'amber' | 'danger' }> = {
  on: { label: 'On', tone: 'green' },
  off: { label: 'Off', tone: 'grey' },
  held: { label: 'On hold', tone: 'amber' },
  failed: { label: 'Turned off', tone: 'danger' },
  gone: { label: 'Turned off', tone: 'danger' },
  full: { label: 'Turned off', tone: 'danger' },
}
export const notInPlan = { label: 'Not in your plan', tone: 'grey' } as const

export const offReasons: Partial<Record<WebhookState, string>> = whyOff

export const messageStates: Record<WebhookMessage['state'], { label: string; tone: 'green' | 'amber' | 'danger' }> = {
  delivered: { label: 'Delivered', tone: 'green' },
  waiting: { label: 'Waiting', tone: 'amber' },
  failed: { label: 'Failed', tone: 'danger' },
}

const faults: Record<WebhookFault, string> = {
  timeout: 'No answer',
  name: 'The name of the host was not found',
  connection: 'No connection',
  certificate: 'No secure connection: check its certificate',
  closed: 'Connection closed without an answer',
  answer: 'Not a valid HTTP answer',
  address: 'Not a public address',
  redirect: 'Redirected',
  secret: 'The secret cannot be read: replace it',
  off: 'Not sent: the webhook was turned off',
  plan: 'Not sent: your plan has no API access',
  disabled: 'Not sent: your account was disabled',
}

/** "500 after 32 ms", or why there was no answer. What was not sent took no time. */
export function attemptLabel({ status, fault, ms }: WebhookAttempt): string {
  const what = [status === null ? [] : String(status), fault === null ? [] : faults[fault]].flat().join(' · ')
  return ms === 0 ? what : `${what} after ${ms < 1000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`}`
}
