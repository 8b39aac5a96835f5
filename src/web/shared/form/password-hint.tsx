import { passwordRules, passwordStrength } from './password-strength.ts'

/** The rules for a new password, and the strength of the typed one. */
export const PasswordHint = ({ password, names }: { password: string; names: readonly (string | undefined)[] }) => (
  <>
    {passwordRules}
    {/* The line is rendered before anything is typed, so that nothing moves. */}
    <output className="block min-h-4 font-medium text-ink-2">
      {passwordStrength(
        password,
        names.filter(name => name !== undefined),
      )}
    </output>
  </>
)
