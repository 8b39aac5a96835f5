// Runs before the first paint, so that a chosen theme never flashes the other one, nor the links of a visitor a signed-in user.
try {
  const root = document.documentElement
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  if (localStorage.getItem('signed-in')) root.dataset.signedIn = ''
} catch {}
// A form that is sent before the page is alive is sent again once it is.
addEventListener('submit', ({ target }) => void (target.dataset.sentEarly = ''), true)
