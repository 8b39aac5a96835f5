import { setAddressValue, useAddressValue } from './address.ts'

/** The tab that the URL names. The first tab has no name there. Back returns to the tab before. */
export function useAddressTab<Tab extends string>(name: string, first: Tab, others: readonly Tab[]) {
  const asked = useAddressValue(name)
  return {
    value: others.find(tab => tab === asked) ?? first,
    onValueChange: (tab: string) => setAddressValue(name, tab === first ? '' : tab, { isStep: true }),
  }
}
