const lines = [0, 1, 2, 3, 4, 5, 6, 7]

/** Decorative depth contours, as on a sea chart. */
export const Contours = () => (
  <svg
    aria-hidden="true"
    viewBox="0 0 1200 640"
    preserveAspectRatio="xMaxYMid slice"
    className="absolute inset-0 size-full fill-none stroke-line opacity-70"
  >
    {lines.map(line => (
      <path
        key={line}
        strokeWidth="1"
        d={`M${420 + line * 70} -20 C${300 + line * 96} ${140 + line * 8} ${620 + line * 60} ${260 - line * 12} ${500 + line * 92} ${380 + line * 14} S${640 + line * 74} ${560 + line * 6} ${560 + line * 88} 680`}
      />
    ))}
  </svg>
)
