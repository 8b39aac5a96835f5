import type { KeyScope } from '#contract/api-keys.ts'
import type { Letter } from './letter.ts'
import { greeting, type Facts, type LinkFacts } from './facts.ts'
import { paymentTemplates } from './payment-templates.ts'

const notYou = 'If this was not you, reset your password at once and write to us.'

// Their mails hold a secret link, so they are written when they are sent and not stored; see `linkMail`.
export const verifyEmailLetter = ({ token, links }: LinkFacts): Letter => ({
  subject: 'Please confirm your email',
  paragraphs: [
    'Hello,',
    'Please confirm that this is your email address. The link is good for a week.',
    'If you have not given this address to us, there is nothing to do.',
  ],
  action: { label: 'Confirm my email', url: links.to(`/verify-email#${token}`) },
})

export const resetPasswordLetter = ({ token, links, typed }: LinkFacts<'username'>): Letter => ({
  subject: 'Set a new password',
  paragraphs: [
    greeting(typed),
    'Somebody asked for a new password for your account. The link is good for one hour, once.',
    'If this was not you, there is nothing to do: your password stays as it is.',
  ],
  action: { label: 'Set a new password', url: links.to(`/reset-password#${token}`) },
})

export const emailChangedLetter = ({ token, links, typed }: LinkFacts<'username' | 'to'>): Letter => ({
  subject: 'Your email was changed',
  paragraphs: [
    greeting(typed),
    `${emailHasChanged(typed)} If that was you, there is nothing to do.`,
    'If it was not, take the change back within a week. It ends all sessions; then set a new password.',
  ],
  action: { label: 'Take the change back', url: links.to(`/verify-email#undo.${token}`) },
})

const emailHasChanged = ({ to }: { to?: string }): string =>
  `The email address of your account has been changed${to === undefined ? '' : ` to ${to}`}.`

/** Every mail that is queued with its facts. They are stored until it is sent, so none is a secret. */
export const templates = {
  'password-changed': ({ typed, links }: Facts<'username'>): Letter => ({
    subject: 'Your password was changed',
    paragraphs: [greeting(typed), 'The password of your account has just been changed.', notYou],
    action: { label: 'Reset my password', url: links.to('/forgot-password') },
  }),
  'password-reset': ({ typed, links }: Facts<'username'>): Letter => ({
    subject: 'Your password was changed',
    paragraphs: [
      greeting(typed),
      'Your account has a new password. All sessions have ended and all API keys are revoked: create new keys for your programs.',
      notYou,
    ],
    action: { label: 'Reset my password', url: links.to('/forgot-password') },
  }),
  'api-key-created': ({ typed, scope, links }: Facts<'username' | 'name', { scope: KeyScope }>): Letter => ({
    subject: 'A new API key was created',
    paragraphs: [
      greeting(typed),
      `A new API key of your account${typed.name === undefined ? '' : `, “${typed.name}”,`} may ${scope === 'read' ? 'read your leads' : 'read your leads and search'}.`,
      'If this was not you, revoke it, reset your password at once and write to us.',
    ],
    action: { label: 'See my API keys', url: links.to('/api-keys') },
  }),
  /** To an address that gets no link. Where the password has not backed the change, it still gets the resets. */
  'email-changed': ({ typed, canReset, links }: Facts<'username' | 'to', { canReset: boolean }>): Letter => ({
    subject: 'Your email was changed',
    paragraphs: [
      greeting(typed),
      `${emailHasChanged(typed)} If that was you, there is nothing to do.`,
      canReset
        ? 'If it was not, ask for a new password with this address at once: setting it gives your account its former email back.'
        : 'If it was not, write to us at once: the address before was new as well, so it cannot take the change back.',
    ],
    ...(canReset ? { action: { label: 'Reset my password', url: links.to('/forgot-password') } } : {}),
  }),
  'email-changed-back': ({ typed }: Facts<'username'>): Letter => ({
    subject: 'Your email was changed back',
    paragraphs: [
      greeting(typed),
      'This is no longer the email address of your account: the former one has taken the change back. All sessions have ended and all API keys are revoked. If that was not you, write to us.',
    ],
  }),
  'two-factor-on': ({ typed, links }: Facts<'username'>): Letter => ({
    subject: 'Two-factor sign-in is on',
    paragraphs: [
      greeting(typed),
      'From now on, signing in takes a code as well as the password. All other sessions have ended.',
      notYou,
    ],
    action: { label: 'Reset my password', url: links.to('/forgot-password') },
  }),
  'two-factor-off': ({ typed, links }: Facts<'username'>): Letter => ({
    subject: 'Two-factor sign-in is off',
    paragraphs: [greeting(typed), 'From now on the password alone signs in to your account.', notYou],
    action: { label: 'Reset my password', url: links.to('/forgot-password') },
  }),
  ...paymentTemplates,
  'account-deleted': ({ typed }: Facts<'username'>): Letter => ({
    subject: 'Your account was deleted',
    paragraphs: [
      greeting(typed),
      'Your account and the personal data in it have been deleted, as you asked. Records of payments are kept as long as the law requires, without your name.',
    ],
  }),
} satisfies Record<string, (facts: never) => Letter>

export type TemplateName = keyof typeof templates
export type AnyTemplate = (facts: Record<string, unknown>) => Letter
type TemplateFacts<Name extends TemplateName> = Parameters<(typeof templates)[Name]>[0]
/** What a sender gives: everything that was typed included, whoever may read it. */
export type TemplateInput<Name extends TemplateName> = Omit<TemplateFacts<Name>, 'links' | 'typed'> & {
  typed: Required<TemplateFacts<Name>['typed']>
}
