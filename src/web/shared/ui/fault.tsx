import type { ReactNode } from 'react'
import { Alert } from './alert.tsx'

/** What went wrong, if anything did. */
export const Fault = ({ children }: { children: ReactNode }) =>
  Boolean(children) && (
    <Alert tone="danger" live="alert">
      {children}
    </Alert>
  )
