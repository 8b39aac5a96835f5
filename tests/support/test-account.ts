import type { SignedIn } from '#tests/support/app.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { mailQueues, runDueJobs, tokenMailedTo } from '#tests/support/due-jobs.ts'
import { describeLab, UserLab } from '#tests/support/user-lab.ts'

export const oldPassword = 'correct horse battery'
const confirmationLink = /\/verify-email#(?!undo\.)([\w-]+)/
export const newPassword = 'another long password'
let addresses = 0

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** The product and ann, a new signed-in user in each test. Each call comes from a new address. */
export class Account extends UserLab {
  get ann(): SignedIn {
    return this.user
  }

  override async begin(): Promise<void> {
    await this.db.query('DELETE FROM rate_limit')
    this.product.mails.length = 0
    this.product.log.length = 0
    await super.begin()
  }

  send = (method: Method, url: string, payload?: object, cookie = this.ann.cookie) =>
    this.product.app.inject({
      method,
      url,
      headers: { cookie },
      ...(payload === undefined ? {} : { payload }),
      remoteAddress: `10.9.${addresses >> 8}.${addresses++ & 255}`,
    })

  ask = (url: string, payload: object) => this.send('POST', url, payload, '')

  login = (password: string, code?: string, { username } = this.ann.user) =>
    this.ask('/api/login', { username, password, ...(code === undefined ? {} : { code }) })

  requestReset = (email: string) => this.ask('/api/forgot-password', { email })

  resetLink = async () => {
    await this.requestReset(this.ann.user.email)
    return tokenMailedTo(this.product.app, this.ann.user.email, '/reset-password#')
  }

  /** Opens the newest link that was sent to confirm this address. */
  confirmEmail = async (email: string) => {
    await runDueJobs(this.product.deps, mailQueues)
    const links = this.product.mails
      .filter(({ to }) => to === email)
      .map(({ text }) => confirmationLink.exec(text)?.[1])
    return this.ask('/api/verify-email', { token: links.findLast(link => link !== undefined) ?? '' })
  }

  /** Enters a new email and opens the link that was sent to it. */
  changeEmail = async (email: string, proof: { currentPassword?: string } = {}, cookie = this.ann.cookie) => {
    const asked = await this.send('PATCH', '/api/profile', { email, ...proof }, cookie)
    if (asked.statusCode !== 200) throw new Error(`The new email was refused: ${asked.body}`)
    const confirmed = await this.confirmEmail(email)
    if (confirmed.statusCode !== 200) throw new Error(`The link was refused: ${confirmed.body}`)
  }

  isSignedIn = async ({ cookie } = this.ann) =>
    (await this.send('GET', '/api/user', undefined, cookie)).statusCode === 200

  /** The kinds of a user's security events, oldest first. */
  kindsOf = async ({ user } = this.ann) => {
    const events = await this.db.query<{ kind: string }>(
      'SELECT kind FROM security_event WHERE user_id = $1 ORDER BY id',
      [user.id],
    )
    return events.map(({ kind }) => kind)
  }
}

export const cookieOf = (response: Awaited<ReturnType<Account['send']>>): string =>
  response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

const newLab = () => new Account()
type AccountTests = (account: Account) => void

export const describeAccount = (title: string, tests: AccountTests): void => describeLab({ title, newLab }, tests)

export const describeAccountOnPostgres = (title: string, tests: AccountTests): void =>
  describeLab({ title, newLab, describeOn: describeOnPostgres }, tests)
