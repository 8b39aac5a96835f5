import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useRef, useState } from 'react'
import { useEarlyPress } from '../use-early-press.ts'
import { Input } from './input.tsx'

export function PasswordInput(props: ComponentProps<'input'>) {
  const [isShown, setShown] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  useEarlyPress(toggle)
  const Icon = isShown ? EyeOff : Eye
  return (
    <div className="relative">
      <Input
        {...props}
        type={isShown ? 'text' : 'password'}
        className="pr-11"
        spellCheck={false}
        autoCapitalize="none"
      />
      <button
        type="button"
        ref={toggle}
        data-repeats-press
        aria-label={isShown ? 'Hide password' : 'Show password'}
        onClick={() => setShown(!isShown)}
        className="absolute inset-y-0 right-0 flex w-10 items-center justify-center rounded-md text-ink-3 hover:text-ink touch:w-11"
      >
        <Icon className="size-4" />
      </button>
    </div>
  )
}

/** Tells password managers which account a form's password belongs to, if the form has no username field. */
export const HiddenUsername = ({ username }: { username: string }) => (
  <input type="text" hidden readOnly autoComplete="username" value={username} />
)
