import { type ComponentType, lazy } from 'react'

export type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

const failed = new Set<() => void>()

/** A component that loads its code when it is shown. React's own would never ask again for code that did not load. */
export function lazyCode<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const ask = () => lazy(() => load().catch(forgetLater)) as unknown as ComponentType<Props>
  const forgetLater = (error: unknown): never => {
    failed.add(() => (Part = ask()))
    throw error
  }
  let Part = ask()
  return props => <Part {...props} />
}

/** Code that did not load is requested again where it is shown next. Called once the failure is on screen. */
export function forgetFailures(): void {
  for (const forget of failed) forget()
  failed.clear()
}
