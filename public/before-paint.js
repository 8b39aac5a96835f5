// Runs before the first paint, so that a chosen theme never flashes the other one, nor the links of a visitor a signed-in user.
const root = document.documentElement
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  if (localStorage.getItem('signed-in')) root.dataset.signedIn = ''
} catch {}
// The build draws the sign-in page without a chosen plan or search, and /auth with the login form.
if (/[?&](tier|category|place)=/.test(location.search) || history.state?.tab === 'register')
  root.dataset.drawnForOthers = ''

// The other theme. Back at the system's own, the choice is forgotten and the system is followed again.
function switchTheme() {
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const next = (root.dataset.theme ?? system) === 'dark' ? 'light' : 'dark'
  const isChoice = next !== system
  if (isChoice) root.dataset.theme = next
  else delete root.dataset.theme
  try {
    if (isChoice) localStorage.setItem('theme', next)
    else localStorage.removeItem('theme')
  } catch {
    // Storage is switched off: the choice holds until the page is left.
  }
}

// What is pressed before the page is alive is pressed again once it is (`useEarlyPress`); the theme is switched at once.
addEventListener(
  'submit',
  event => {
    event.target.dataset.pressedEarly = ''
    // Without scripts, this form leads to another page.
    if (event.target.matches('[data-stays]')) event.preventDefault()
  },
  true,
)
addEventListener(
  'click',
  ({ target }) => {
    if (target.closest('[data-switches-theme]')) switchTheme()
    const pressed = target.closest('[data-repeats-press]')
    // Of several tabs, the last one counts. Other buttons switch back when they are pressed again.
    if (pressed?.matches('[role="tab"]'))
      for (const tab of pressed.parentElement.children) tab.toggleAttribute('data-pressed-early', tab === pressed)
    else pressed?.toggleAttribute('data-pressed-early')
  },
  true,
)
