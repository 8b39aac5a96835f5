import { useState } from 'react'

/** Checks whether a file is too large, before it is sent. `fault` is the message for the user. */
export function useSizeLimit(maxBytes: number) {
  const [isTooLarge, setTooLarge] = useState(false)
  const megabytes = maxBytes / 1_000_000
  return {
    megabytes,
    fault: isTooLarge ? `The file is larger than ${megabytes} MB. Split it.` : null,
    accepts: ({ size }: File): boolean => {
      setTooLarge(size > maxBytes)
      return size <= maxBytes
    },
  }
}
