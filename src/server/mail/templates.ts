import type { Letter } from './letter.ts'
import type { Links } from './links.ts'
import { paymentTemplates } from './payment-templates.ts'

const notYou = 'If this was not you, reset your password at once and write to us.'

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
  ...paymentTemplates,
} satisfies Record<string, (values: never, links: Links) => Letter>

export type TemplateName = keyof typeof templates
export type TemplateValues<Name extends TemplateName> = Parameters<(typeof templates)[Name]>[0]
