import { useMemo } from 'react'
import { encode } from 'uqr'

/** A QR code as one path, always dark on white, because many cameras cannot read inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => pathOf(text), [text])
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img would need the secret in a URL
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className="size-44 rounded-md bg-white">
      <path d={path} className="fill-black" shapeRendering="crispEdges" />
    </svg>
  )
}

function pathOf(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 3 })
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: modules.join('') }
}
