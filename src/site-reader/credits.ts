const MADE =
  'web\\s?site|site|web|page|design(?:ed)?|develop(?:ed|ment)|built|powered|created|made|maintained|hosted|theme|template|marketing|seo|photos?'
const credit = new RegExp(
  String.raw`(?:${MADE})\b[^@]{0,40}\b(?:by|from|:)[^@]{0,60}$|web\s?(?:design|master)[^@]{0,40}$`,
  'i',
)
/** True if the text before an address says that it belongs to whoever made the site. */
export const isCreditText = (before: string): boolean => credit.test(before)

const ofDesigner =
  /\b(?:web ?site|site|web ?design|web ?hosting)\b[^.\n]{0,30}\bby\b[^.\n]{0,50}$|\b(?:powered|developed|hosted) by\b[^.\n]{0,50}$/i
/** True after "Website by Foo Media" on the same line. "built by" alone may be about something other than the site. */
export const isCreditLine = (before: string): boolean => ofDesigner.test(before)

const ofMaker =
  /\b(?:site|web ?design|theme|template|designed|developed|powered|hosted)\b[^.|•·\n]{0,30}\bby\b[^.|•·\n]{0,50}$|(?:^|[|•·])\s*(?:web ?|site ?)?(?:design|template|theme) ?:[^.|•·\n]{0,50}$/i
/** True if the text before a profile credits whoever made the site: "Designed by Foo Media". */
export const isCreditOfProfile = (before: string): boolean => ofMaker.test(before)

const made =
  /\b(?:(?:web ?)?site (?:was |is )?(?:proudly )?(?:built|designed|created|made|developed|hosted|crafted)(?: (?:and|&) \w+)?|web ?site|web ?design|web ?development|powered) by[ :]{1,3}([^\n.,;|]{3,60})/gi
const connecting = / (?:at|from|of|in) | [-\u2010-\u2015] /
const MAX_CREDITS = 6

/** A part of each credit, which is found faster than a whole one. Most pages do not have it. */
const by = / by[ :]/i

/** Names of those who made the site: "Website by Ana of Foo Media" gives Ana and Foo Media. */
export const creditsIn = (text: string): string[] =>
  by.test(text)
    ? Array.from(text.matchAll(made).take(MAX_CREDITS), ([, names = '']) => names.split(connecting)).flat()
    : []
