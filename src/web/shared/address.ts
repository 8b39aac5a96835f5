import { navigate, useLocationProperty } from 'wouter/use-browser-location'

/** Changes query parameters. `isStep` adds a history entry, so Back returns to the old URL. */
export function changeAddress(change: (values: URLSearchParams) => void, { isStep = false } = {}): void {
  const values = new URLSearchParams(location.search)
  change(values)
  const address = values.size === 0 ? location.pathname : `${location.pathname}?${values.toString()}`
  navigate(address, isStep ? {} : { replace: true, state: history.state as unknown })
}

export function setAddressValue(name: string, value: string, step?: { isStep: true }): void {
  changeAddress(values => {
    if (value === '') values.delete(name)
    else values.set(name, value)
  }, step)
}

/** One query parameter, or ''. */
export const addressValue = (name: string): string => new URLSearchParams(location.search).get(name) ?? ''

/** The same. The component re-renders only if this parameter changes. Pages are rendered at build time without a query. */
export const useAddressValue = (name: string): string =>
  useLocationProperty(
    () => addressValue(name),
    () => '',
  )
