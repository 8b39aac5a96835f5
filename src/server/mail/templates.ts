import type { KeyScope } from '#contract/api-keys.ts'
import type { Letter } from './letter.ts'
import type { Links } from './links.ts'
import { paymentTemplates } from './payment-templates.ts'

const notYou = 'If this was not you, reset your password at once and write to us.'

type SecretLink = { username: string; token: string }

export const verifyEmailLetter = ({ username, token }: SecretLink, links: Links): Letter => ({
  subject: 'Please confirm your email',
  paragraphs: [`Hello ${username},`, 'Please confirm that this is your email address. The link is good for a week.'],
  action: { label: 'Confirm my email', url: links.to(`/verify-email#${token}`) },
})

export const resetPasswordLetter = ({ username, token }: SecretLink, links: Links): Letter => ({
  subject: 'Set a new password',
  paragraphs: [
    `Hello ${username},`,
    'Somebody asked for a new password for your account. The link is good for one hour, once.',
    'If this was not you, there is nothing to do: your password stays as it is.',
  ],
  action: { label: 'Set a new password', url: links.to(`/reset-password#${token}`) },
})

export const emailChangedLetter = ({ username, to, token }: SecretLink & { to: string }, links: Links): Letter => ({
  subject: 'Your email was changed',
  paragraphs: [
    `Hello ${username},`,
    `The email address of your account has been changed to ${to}. If that was you, there is nothing to do.`,
    'If it was not, take the change back within a week. It ends all sessions; then set a new password.',
  ],
  action: { label: 'Take the change back', url: links.to(`/verify-email#undo.${token}`) },
})

/**
 * Every mail that is queued with its values. They are stored until it is sent, so none holds a secret: a mail with a
 * secret link is a job of its own, which makes the secret when it runs.
 */
export const templates = {
  'password-changed': ({ username }: { username: string }, links: Links): Letter => ({
    subject: 'Your password was changed',
    paragraphs: [`Hello ${username},`, 'The password of your account has just been changed.', notYou],
    action: { label: 'Reset my password', url: links.to('/forgot-password') },
  }),
  'password-reset': ({ username }: { username: string }, links: Links): Letter => ({
    subject: 'Your password was changed',
    paragraphs: [
      `Hello ${username},`,
      'The password of your account has just been set anew. All sessions have ended and all API keys are revoked: make new keys for your programs.',
      notYou,
    ],
    action: { label: 'Reset my password', url: links.to('/forgot-password') },
  }),
  'api-key-created': (
    { username, name, scope }: { username: string; name: string; scope: KeyScope },
    links: Links,
  ): Letter => ({
    subject: 'A new API key was made',
    paragraphs: [
      `Hello ${username},`,
      `A new API key of your account, “${name}”, may ${scope === 'read' ? 'read your leads' : 'read your leads and search'}.`,
      'If this was not you, revoke it, reset your password at once and write to us.',
    ],
    action: { label: 'See my API keys', url: links.to('/api-keys') },
  }),
  /** To an address that gets no link. Where the password has not backed the change, it still gets the resets. */
  'email-changed': (
    { username, to, canReset }: { username: string; to: string; canReset: boolean },
    links: Links,
  ): Letter => ({
    subject: 'Your email was changed',
    paragraphs: [
      `Hello ${username},`,
      `The email address of your account has been changed to ${to}. If that was you, there is nothing to do.`,
      canReset
        ? 'If it was not, ask for a new password with this address at once: setting it gives your account its former email back.'
        : 'If it was not, write to us at once: the address before was new as well, so it can not take the change back.',
    ],
    ...(canReset ? { action: { label: 'Reset my password', url: links.to('/forgot-password') } } : {}),
  }),
  'email-changed-back': ({ username }: { username: string }): Letter => ({
    subject: 'Your email was changed back',
    paragraphs: [
      `Hello ${username},`,
      'This is not the email address of your account any more: the former one has taken the change back. All sessions have ended and all API keys are revoked. If that was not you, write to us.',
    ],
  }),
  'two-factor-on': ({ username }: { username: string }, links: Links): Letter => ({
    subject: 'Two-factor sign-in is on',
    paragraphs: [
      `Hello ${username},`,
      'From now on your account asks for a code beside the password. All other sessions have ended.',
      notYou,
    ],
    action: { label: 'Reset my password', url: links.to('/forgot-password') },
  }),
  'two-factor-off': ({ username }: { username: string }, links: Links): Letter => ({
    subject: 'Two-factor sign-in is off',
    paragraphs: [`Hello ${username},`, 'From now on the password alone signs in to your account.', notYou],
    action: { label: 'Reset my password', url: links.to('/forgot-password') },
  }),
  ...paymentTemplates,
  'account-deleted': ({ username }: { username: string }): Letter => ({
    subject: 'Your account was deleted',
    paragraphs: [
      `Hello ${username},`,
      'Your account and what was personal in it have been deleted, as you asked. Records of payments are kept as long as the law asks for, without your name.',
    ],
  }),
} satisfies Record<string, (values: never, links: Links) => Letter>

export type TemplateName = keyof typeof templates
export type TemplateValues<Name extends TemplateName> = Parameters<(typeof templates)[Name]>[0]
