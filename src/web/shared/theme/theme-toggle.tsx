import { Moon, Sun } from 'lucide-react'
import { buttonClass } from '../ui/button.tsx'

/** `public/before-paint.js` listens to it: it works before the scripts of a page have come. */
export const ThemeToggle = () => (
  <button
    type="button"
    data-switches-theme
    aria-label="Switch between light and dark"
    className={buttonClass({ variant: 'ghost', size: 'icon' })}
  >
    <Moon className="size-4.5 dark:hidden" aria-hidden="true" />
    <Sun className="hidden size-4.5 dark:block" aria-hidden="true" />
  </button>
)
