import { z } from 'zod'

/** The names of security events on screen. */
export const securityEvents = {
  registered: 'Account created',
  'signed-in': 'Signed in',
  'sign-in-failed': 'Sign-in failed',
  'recovery-code-used': 'Signed in with a recovery code',
  'session-ended': 'Session ended',
  'other-sessions-ended': 'All other sessions ended',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset by email',
  'email-change-asked': 'New email entered, not confirmed yet',
  'email-changed': 'Email changed',
  'email-change-undone': 'Email change undone',
  'email-verified': 'Email confirmed',
  'two-factor-on': 'Two-factor sign-in turned on',
  'two-factor-off': 'Two-factor sign-in turned off',
  'recovery-codes-renewed': 'New recovery codes',
  'api-key-created': 'API key created',
  'api-key-revoked': 'API key revoked',
  'api-key-changes': 'Changes made with an API key',
  'webhook-created': 'Webhook created',
  'webhook-changed': 'Webhook address changed',
  'webhook-secret-rotated': 'Webhook secret replaced',
  'webhook-deleted': 'Webhook deleted',
  'webhooks-held': 'Webhooks put on hold',
  'own-data-downloaded': 'Account data downloaded',
  'account-deleted': 'Account deleted',
  'account-disabled': 'Account disabled',
  'account-enabled': 'Account re-enabled',
  'all-sessions-ended': 'All sessions ended',
  'admin-granted': 'Made an administrator',
  'admin-revoked': 'Administrator rights removed',
  'place-withheld': 'Place taken out of searches',
  'place-correction-removed': 'Correction of a place removed',
} as const
export type SecurityEventKind = keyof typeof securityEvents
export const SecurityEventKind = z.enum(Object.keys(securityEvents) as [SecurityEventKind, ...SecurityEventKind[]])
