import { Link } from 'wouter'
import { formatDayOf } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { ConfirmEmail } from '../../shared/session/email-confirmation.tsx'
import { useUser } from '../../shared/session/session-user.tsx'
import { buttonClass } from '../../shared/ui/button.tsx'
import { Checkbox } from '../../shared/ui/checkbox.tsx'
import { Section } from '../../shared/ui/section.tsx'
import { setLetterShortcuts, useLetterShortcuts } from '../../shared/use-key.ts'
import { titled, useTitle } from '../../shared/use-title.ts'
import { ProfileForm } from './profile-form.tsx'
import { SecuritySection } from './security/security-section.tsx'
import { SubscriptionSummary } from './subscription-summary.tsx'

export default function ProfileScreen() {
  useTitle(titled('Profile'))
  const user = useUser()
  return (
    <div className="mx-auto max-w-360 px-4 pt-6 pb-14 sm:px-6">
      <h1 className="text-2xl font-semibold tracking-tight">Profile</h1>
      <p className="mt-1.5 text-ink-2">Member since {formatDayOf(user.createdAt)}</p>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <Section title="Your details">
            <div className="mb-4 empty:hidden">
              <ConfirmEmail />
            </div>
            <ProfileForm user={user} />
          </Section>
          <Section title="Security">
            <SecuritySection />
          </Section>
        </div>
        <div className="flex flex-col gap-6">
          <Section title="Subscription">
            <SubscriptionSummary user={user} />
          </Section>
          <Section title="Emails">
            <p className="text-sm text-ink-2">News of your saved searches, leads, and files.</p>
            <Link href={paths.savedSearches} className={buttonClass({ className: 'mt-4 w-full' })}>
              Email settings
            </Link>
          </Section>
          <Section title="Keyboard">
            <Checkbox
              label="Letters are shortcuts, such as S for the status"
              checked={useLetterShortcuts()}
              onChange={event => setLetterShortcuts(event.target.checked)}
            />
          </Section>
          <Section title="API access">
            <p className="text-sm text-ink-2">Let your own programs search and read your leads.</p>
            <Link href={paths.apiKeys} className={buttonClass({ className: 'mt-4 w-full' })}>
              Manage API Keys
            </Link>
            <Link href={paths.webhooks} className={buttonClass({ className: 'mt-3 w-full' })}>
              Manage Webhooks
            </Link>
          </Section>
        </div>
      </div>
    </div>
  )
}
