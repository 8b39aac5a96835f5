// No schemas here: every page loads this file, and public pages do not load the validation library.
/**
 * Tells a page that someone is signed in. Its value shows whether it is still the same session. With https, the name
 * has the prefix `__Host-`.
 */
export const sessionMarkCookie = 'leadline_signed_in'
