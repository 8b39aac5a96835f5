import { navigate, useLocationProperty } from 'wouter/use-browser-location'

/** Changes the values of the address; what the page was opened with stays. `isStep`: the way back leads to the address of before. */
export function changeAddress(change: (values: URLSearchParams) => void, { isStep = false } = {}): void {
  const values = new URLSearchParams(location.search)
  change(values)
  const address = values.size === 0 ? location.pathname : `${location.pathname}?${values.toString()}`
  navigate(address, { replace: !isStep, state: history.state as unknown })
}

export function setAddressValue(name: string, value: string): void {
  changeAddress(values => {
    if (value === '') values.delete(name)
    else values.set(name, value)
  })
}

/** One value of the address; '' where it is not set. Only a change of this one draws again who asks for it. */
export const useAddressValue = (name: string): string =>
  useLocationProperty(() => new URLSearchParams(location.search).get(name) ?? '')
