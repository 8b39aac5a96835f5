import { ResendButton } from './resend-button.tsx'

/** Asks the user to confirm their email. */
export const VerifyBanner = ({ email }: { email: string }) => (
  <p className="flex items-center justify-between gap-x-2 rounded-lg bg-sunken px-4 py-2 text-sm text-ink-2 touch:py-0">
    <span className="min-w-0 wrap-anywhere touch:py-2">
      Please confirm your email. We sent a link to <span className="font-medium text-ink">{email}</span>.
    </span>
    <ResendButton variant="link" size="inline" />
  </p>
)
