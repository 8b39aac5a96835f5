// No schema here: every page reads it, and public pages load no validation library.
/** The cookie by which a page knows that somebody is signed in; under https its name has the prefix `__Host-`. */
export const signedInMark = { name: 'leadline_signed_in', value: 'yes' } as const
