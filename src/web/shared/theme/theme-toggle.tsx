import { Moon, Sun } from 'lucide-react'
import { buttonClass } from '../ui/button.tsx'

/** `public/before-paint.js` handles the click, so the button works before the application's scripts load. */
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
