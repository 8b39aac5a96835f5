import type { KeyScope } from '#contract/accounts/api-keys.ts'
import { whyOff } from '#contract/accounts/webhooks.ts'
import { greeting, type Facts, type LinkFacts } from './facts.ts'
import type { Letter } from './letter.ts'
import { paymentTemplates } from './payment-templates.ts'

const keyPowers: Record<KeyScope, string> = {
  read: 'read your leads',
  search: 'read your leads and search',
  write: 'read your leads, search, and change your leads, lists, saved searches, and webhooks',
}
const notYou = 'If this was not you, reset your password now and contact us.'

// These mails contain a secret link, so they are written when they are sent and never stored; see `linkMail`.
export const verifyEmailLetter = ({ token, links }: LinkFacts): Letter => ({
  subject: 'Please confirm your email',
  paragraphs: [
    'Hello,',
    'Please confirm that this is your email address. The link works for a week.',
    'If you did not give us this address, you can ignore this email.',
  ],
  action: { label: 'Confirm my email', url: links.to(`/verify-email#${token}`) },
})

export const resetPasswordLetter = ({ token, links, typed }: LinkFacts<'username'>): Letter => ({
  subject: 'Set a new password',
  paragraphs: [
    greeting(typed),
    'Someone asked to reset the password of your account. The link works once, within one hour.',
    'If this was not you, you can ignore this email. Your password has not changed.',
  ],
  action: { label: 'Set a new password', url: links.to(`/reset-password#${token}`) },
})

export const emailChangedLetter = ({ token, links, typed }: LinkFacts<'username' | 'to'>): Letter => ({
  subject: 'Your email was changed',
  paragraphs: [
    greeting(typed),
    `${emailHasChanged(typed)} If that was you, you do not need to do anything.`,
    'If it was not you, undo the change within a week. This logs you out everywhere. Then set a new password.',
  ],
  action: { label: 'Undo the change', url: links.to(`/verify-email#undo.${token}`) },
})

const emailHasChanged = ({ to }: { to?: string }): string =>
  `The email address of your account was changed${to === undefined ? '' : ` to ${to}`}.`

type Reset = Facts<'username' | 'hosts', { heldWebhooks?: number }>
type WebhookOff = Facts<'username' | 'host', { reason: keyof typeof whyOff }>

/** Every mail that is queued with its values. They are stored until it is sent, so none may be secret. */
export const templates = {
  'password-changed': ({ typed, links }: Facts<'username'>): Letter => ({
    subject: 'Your password was changed',
    paragraphs: [greeting(typed), 'The password of your account was just changed.', notYou],
    action: { label: 'Reset my password', url: links.to('/forgot-password') },
  }),
  'password-reset': ({ typed, heldWebhooks = 0, links }: Reset): Letter => ({
    subject: 'Your password was changed',
    paragraphs: [
      greeting(typed),
      'Your account has a new password. You were logged out everywhere, and all API keys were revoked. If you use programs, create new keys for them.',
      ...(heldWebhooks === 0
        ? []
        : [
            `Your webhooks${typed.hosts === undefined ? '' : ` at ${typed.hosts}`} are on hold: their messages wait. Log in, open “Webhooks”, turn on those that are yours, and delete the others.`,
          ]),
      notYou,
    ],
    action: { label: 'Reset my password', url: links.to('/forgot-password') },
  }),
  'api-key-created': ({ typed, scope, links }: Facts<'username' | 'name', { scope: KeyScope }>): Letter => ({
    subject: 'A new API key was created',
    paragraphs: [
      greeting(typed),
      `Your account has a new API key${typed.name === undefined ? '' : `, “${typed.name}”`}. It can ${keyPowers[scope]}.`,
      'If this was not you, revoke it, reset your password, and contact us.',
    ],
    action: { label: 'View my API keys', url: links.to('/api-keys') },
  }),
  /** For an address without an undo link. After a change without the password, resets still go there. */
  'email-changed': ({ typed, canReset, links }: Facts<'username' | 'to', { canReset: boolean }>): Letter => ({
    subject: 'Your email was changed',
    paragraphs: [
      greeting(typed),
      `${emailHasChanged(typed)} If that was you, you do not need to do anything.`,
      canReset
        ? 'If it was not you, reset your password with this address now. This also restores your former email.'
        : 'If it was not you, contact us now. This address was new itself, so it cannot undo the change.',
    ],
    ...(canReset ? { action: { label: 'Reset my password', url: links.to('/forgot-password') } } : {}),
  }),
  'email-changed-back': ({ typed }: Facts<'username'>): Letter => ({
    subject: 'Your email was changed back',
    paragraphs: [
      greeting(typed),
      'This is no longer the email address of your account, because the change was undone from the former address. You were logged out everywhere, all API keys were revoked, and webhooks are on hold. If this was not you, contact us.',
    ],
  }),
  'two-factor-on': ({ typed, links }: Facts<'username'>): Letter => ({
    subject: 'Two-factor sign-in is on',
    paragraphs: [
      greeting(typed),
      'From now on, you need a code as well as your password to sign in. All other sessions have ended.',
      notYou,
    ],
    action: { label: 'Reset my password', url: links.to('/forgot-password') },
  }),
  'two-factor-off': ({ typed, links }: Facts<'username'>): Letter => ({
    subject: 'Two-factor sign-in is off',
    paragraphs: [greeting(typed), 'From now on, you only need your password to sign in.', notYou],
    action: { label: 'Reset my password', url: links.to('/forgot-password') },
  }),
  'webhook-added': ({ typed, links }: Facts<'username' | 'host'>): Letter => ({
    subject: 'A webhook was added',
    paragraphs: [
      greeting(typed),
      `${typed.host === undefined ? 'A webhook of your account has a new address. This address' : `A webhook of your account now sends to ${typed.host}. This server`} receives what happens in your account, such as searches and changes of leads.`,
      'If this was not you, delete the webhook, reset your password, and contact us.',
    ],
    action: { label: 'View my webhooks', url: links.to('/webhooks') },
  }),
  'webhook-off': ({ typed, reason, links }: WebhookOff): Letter => ({
    subject: 'A webhook was turned off',
    paragraphs: [
      greeting(typed),
      `We have turned off ${typed.host === undefined ? 'a webhook of your account' : `your webhook at ${typed.host}`}. ${whyOff[reason]}`,
      'Its history lists the events that it did not receive. You can turn it on again there.',
    ],
    action: { label: 'View my webhooks', url: links.to('/webhooks') },
  }),
  ...paymentTemplates,
  'account-deleted': ({ typed }: Facts<'username'>): Letter => ({
    subject: 'Your account was deleted',
    paragraphs: [
      greeting(typed),
      'As you asked, we deleted your account and the personal data in it. We keep payment records without your name for as long as the law requires.',
    ],
  }),
} satisfies Record<string, (facts: never) => Letter>

export type TemplateName = keyof typeof templates
export type AnyTemplate = (facts: Record<string, unknown>) => Letter
type TemplateFacts<Name extends TemplateName> = Parameters<(typeof templates)[Name]>[0]
/** The input of a template, with everything that users typed. `fromTemplate` removes it for unconfirmed addresses. */
export type TemplateInput<Name extends TemplateName> = Omit<TemplateFacts<Name>, 'links' | 'typed'> & {
  typed: Required<TemplateFacts<Name>['typed']>
}
