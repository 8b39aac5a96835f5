import type { Config } from '../config.ts'
import type { Letter } from './letter.ts'

export type Links = {
  /** The whole address of a page of ours, e.g. of "/subscription". */
  to: (path: string) => string
}

/** Where links of mails lead. Never the address a request came by: its caller could make that up. */
export const linksOf = ({ PUBLIC_URL, PORT }: Pick<Config, 'PUBLIC_URL' | 'PORT'>): Links => ({
  to: path => new URL(path, PUBLIC_URL ?? `http://localhost:${PORT}`).href,
})

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
} satisfies Record<string, (values: never, links: Links) => Letter>

export type TemplateName = keyof typeof templates
export type TemplateValues<Name extends TemplateName> = Parameters<(typeof templates)[Name]>[0]
