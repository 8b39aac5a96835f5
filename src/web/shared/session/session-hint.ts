/** Lets `public/before-paint.js` hide a visitor's links while the session of a returning user is loading. */
export function rememberSession(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem('signed-in', 'yes')
    else localStorage.removeItem('signed-in')
  } catch {
    // Storage is disabled, so the links may flicker.
  }
  if (!isSignedIn) delete document.documentElement.dataset.signedIn
}
