/** Lets `public/before-paint.js` hide a visitor's links while the session of a returning user is still being asked for. */
export function rememberSession(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem('signed-in', 'yes')
    else localStorage.removeItem('signed-in')
  } catch {
    // Storage is switched off: the links may flicker, nothing else.
  }
  if (!isSignedIn) delete document.documentElement.dataset.signedIn
}
