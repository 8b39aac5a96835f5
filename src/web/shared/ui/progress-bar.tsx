type ProgressBarProps = {
  label: string
  /** 0 to 1. */
  value: number
}

export const ProgressBar = ({ label, value }: ProgressBarProps) => (
  <progress
    aria-label={label}
    value={value}
    max={1}
    className="mt-2 block h-1.5 w-full overflow-hidden rounded-full bg-sunken accent-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
  />
)
