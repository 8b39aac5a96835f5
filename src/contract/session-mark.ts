// No schema here: every page reads it, and public pages load no validation library.
/**
 * The cookie by which a page knows that somebody is signed in, and by its value whether it is still the same session;
 * under https its name has the prefix `__Host-`.
 */
export const sessionMarkCookie = 'leadline_signed_in'
