import { useSearchParams } from 'wouter'

/** One value of the address; '' where it is not set. */
export function useAddressValue(name: string): [string, (value: string) => void] {
  const [params, setParams] = useSearchParams()
  const set = (value: string) =>
    setParams(
      before => {
        const after = new URLSearchParams(before)
        if (value === '') after.delete(name)
        else after.set(name, value)
        return after
      },
      { replace: true },
    )
  return [params.get(name) ?? '', set]
}
