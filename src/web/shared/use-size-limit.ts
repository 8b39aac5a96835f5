import { useState } from 'react'

/** Tells the user if a chosen file is too large, before it is sent. */
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
