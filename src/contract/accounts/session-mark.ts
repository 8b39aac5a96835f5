// No schemas here: every page loads this file, and public pages do not load the validation library.
/** Tells a page that someone is signed in, and in which session. With https, `__Host-` is before it. */
export const sessionMarkCookie = 'leadline_signed_in'
