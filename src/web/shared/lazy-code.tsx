import { type ComponentType, lazy } from 'react'

export type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

const failed = new Set<() => void>()

/** A component that loads its code when it is shown. Unlike `lazy` alone, it can try again after a failure. */
export function lazyCode<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const ask = () => lazy(() => load().catch(forgetLater)) as unknown as ComponentType<Props>
  const forgetLater = (error: unknown): never => {
    failed.add(() => (Part = ask()))
    throw error
  }
  let Part = ask()
  return props => <Part {...props} />
}

/** Called once a failure is on screen: code that did not load is requested again when it is next shown. */
export function forgetFailures(): void {
  for (const forget of failed) forget()
  failed.clear()
}
