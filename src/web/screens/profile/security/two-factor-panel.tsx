import { useState } from 'react'
import type { SecurityState } from '#contract/accounts/security.ts'
import { lazyDialog } from '../../../shared/api/lazy-part.tsx'
import { ReadContent } from '../../../shared/api/query-content.tsx'
import { count } from '../../../shared/format.ts'
import { useUser } from '../../../shared/session/session-user.tsx'
import { Badge } from '../../../shared/ui/badge.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { CopyButton } from '../../../shared/ui/copy-button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { securityRead, useBeginTwoFactor, useRemoveTwoFactor, useRenewRecoveryCodes } from './security.queries.ts'

const TwoFactorSetup = lazyDialog(() => import('./two-factor-setup.tsx'))
type Step = 'begin' | 'remove' | 'renew' | { secret: string; uri: string } | { codes: string[] }

export const TwoFactorPanel = () => (
  <ReadContent read={securityRead} waiting={<div className="h-16" />}>
    {({ twoFactor }) => <TwoFactor {...twoFactor} />}
  </ReadContent>
)

function TwoFactor({ isOn, recoveryCodesLeft }: SecurityState['twoFactor']) {
  const [step, setStep] = useState<Step | null>(null)
  return (
    <>
      <p className="text-sm text-ink-2">
        <Badge tone={isOn ? 'green' : 'grey'}>{isOn ? 'On' : 'Off'}</Badge>{' '}
        {isOn
          ? `You enter a code from your authenticator app each time you sign in. ${count(recoveryCodesLeft, 'recovery code')} left.`
          : 'When it is on, you need your password and a code from your phone to sign in.'}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {isOn ? (
          <>
            <Button onClick={() => setStep('renew')}>New recovery codes</Button>
            <Button onClick={() => setStep('remove')}>Turn off</Button>
          </>
        ) : (
          <Button onClick={() => setStep('begin')}>Set up two-factor sign-in</Button>
        )}
      </div>
      {step !== null && <StepDialog step={step} onStep={setStep} />}
    </>
  )
}

function StepDialog({ step, onStep }: { step: Step; onStep: (next: Step | null) => void }) {
  const { email, activeEmail, emailVerified } = useUser()
  const [begin, renew, remove] = [useBeginTwoFactor(), useRenewRecoveryCodes(), useRemoveTwoFactor()]
  const onClose = () => onStep(null)
  if (typeof step === 'object')
    return 'codes' in step ? (
      <RecoveryCodes codes={step.codes} onClose={onClose} />
    ) : (
      <TwoFactorSetup setup={step} onDone={codes => onStep({ codes })} onClose={onClose} />
    )
  if (step === 'begin')
    return (
      <PasswordDialog
        title="Set up two-factor sign-in"
        description={
          !emailVerified && email === activeEmail
            ? 'Confirm your email before you turn this on; otherwise, a password reset turns it off. Then enter your password.'
            : 'Please enter your password first.'
        }
        action="Continue"
        asking={begin}
        onDone={onStep}
        onClose={onClose}
      />
    )
  if (step === 'renew')
    return (
      <PasswordDialog
        title="New recovery codes"
        description="The old codes stop working."
        action="Create new codes"
        asksForCode
        asking={renew}
        onDone={({ recoveryCodes }) => onStep({ codes: recoveryCodes })}
        onClose={onClose}
      />
    )
  return (
    <PasswordDialog
      title="Turn off two-factor sign-in?"
      description="From then on, you only need your password to sign in."
      action="Turn off"
      isDanger
      asksForCode
      asking={remove}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

/** Shown only once. */
const RecoveryCodes = ({ codes, onClose }: { codes: string[]; onClose: () => void }) => (
  <Dialog
    isWide
    isShownOnce
    onClose={onClose}
    title="Your recovery codes"
    description="Each code signs you in once if you do not have your phone. Keep them in a safe place: they are not shown again."
    footer={
      <>
        <CopyButton text={codes.join('\n')} whatWasCopied="Codes copied" />
        <Button variant="primary" onClick={onClose}>
          I saved them
        </Button>
      </>
    }
  >
    <ul aria-label="Recovery codes" className="grid gap-x-6 gap-y-1.5 font-mono text-sm sm:grid-cols-2">
      {codes.map(code => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  </Dialog>
)
