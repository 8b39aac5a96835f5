import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

/** A short text on hover and focus. The same information must also be available elsewhere. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-64 animate-fade rounded-md bg-ink px-2.5 py-1.5 text-xs text-canvas shadow-float"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
