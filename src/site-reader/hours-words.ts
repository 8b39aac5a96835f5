/** Patterns for the words in and around opening hours: days, times, meals, and headings. */
export const DAY = String.raw`(?:mon(?:days?)?|tue(?:s(?:days?)?)?|wed(?:nesdays?|s)?|thu(?:r(?:s(?:days?)?)?)?|fri(?:days?)?|sat(?:urdays?)?|sun(?:days?)?)\b(?:'s\b)?`
export const ZONE =
  '(?:[ecmp][sd]?t|a[cew][sd]t|nz[sd]t|cest|gmt|utc|bst|[is]st|sast|(?:eastern|central|mountain|pacific|atlantic|alaska|hawaii|local)(?: (?:standard |daylight )?time)?)'
export const TIME = String.raw`(?:\d{4}|\d{1,2}(?:[:.]\d{2})? ?(?:[ap]\.?m?\b\.?)?|noon|midnight)`
export const RANGE = `${TIME} ?(?:-|to|until|'?till?) ?${TIME}`
export const MEAL = '(?:breakfast|brunch|lunch|dinner|supper)'
const MEALS = `${MEAL}(?: ?(?:&|and|,) ?${MEAL}){0,2}(?: (?:hours|service))?`
const SPAN = String.raw`(?:m|tu?|w|th) ?- ?(?:f|th|s(?:at?|un?)?)\b`
const WHOSE = '(?:our|business|opening|operating|working|store|office|shop)'

/** Runs on the full text of every page, so it is fast rather than exact. Lists the usual capitalization of words. */
export const hasDays =
  /\b(?:(?:[Mm]on|MON|[Tt]ue|TUE|[Ww]ed|WED|[Tt]hu|THU|[Ff]ri|FRI|[Ss]at|SAT|[Ss]un|SUN)(?:[dnrsuDNRSU]|\b)|[Mm](?:\W?[-\u2010-\u2015]| ?[/&,] ?[TW]|:? \d)|[Tt][Uu]? ?[-\u2010-\u2015]|[Ww](?:eek|EEK)(?:[deDE]|\b)|[Dd](?:aily|AILY|ays|AYS)|[Ee](?:very|VERY)(?:[dD]|\b))/g
export const startsWithDays = new RegExp(
  String.raw`^(?:${MEALS}[ :|-]{0,3})?(?:mon|tue|wed|thu|fri|sat|sun|daily\b|every ?day\b|${SPAN}|m:? ?\d|m ?[/&,] ?(?:tu?|th|w)\b|tu?[/&] ?th\b|week ?(?:days|ends?)\b|\(?(?:7|seven) days\b|closed (?:on )?(?:mon|sat|sun))`,
  'i',
)
export const opening =
  /^(?:(?:office|store|shop|showroom|salon|clinic|restaurant): ?(?=(?:mon|tue|wed|thu|fri|sat|sun|daily|m-f)[a-z]{0,6}\b)|(?:(?:we|we are|we're|our|its|is|are|the|regular|normal|current|general|store|shop|office|business|clinic|restaurant|practice|opening|operating|working|trading|salon|showroom|warehouse|leasing|gallery|studio|factory|garage|workshop|yard|dealership|boutique|museum|nursery|bakery|cafe|gym|library|branch|center|centre|counter|front|farm|market|stand|deli|taproom|brewery|winery|tasting|room|kennel|greenhouse|hospital|pub) ){0,4}(?:(?:on|in|at) [\w .'-]{2,40}? (?:is|are) )?(?:hours?(?: of (?:operation|business))?(?: are)?|open(?: from)?|opening times?(?: are)?|timings?)[ :|-]{1,4}(?:from (?=\d))?(?:(?:every|each) (?=[mtwfs])|(?:(?:we are|we're) )?(?:available|open) )?|(?:we are|we're) here (?:from )?(?=(?:mon|tue|wed|thu|fri|sat|sun|daily|every|\d)))/i
export const heading =
  /\b(?:hours|opening times|timings)\b|\b(?:we are|we're|now|when(?: we're)?) open\b|^(?:we )?open\b/i
/** Words that announce hours, as a line (`hoursTitle`) or as a label (`HOURS_LABEL`): "Our business hours". */
const HOURS = `(?:${WHOSE} ){0,2}hours(?: of operation)?`
export const hoursTitle = new RegExp(String.raw`^${HOURS}\W{0,2}$`, 'i')
export const HOURS_LABEL = `${HOURS} ?[:-] ?`
/** Words for hours that are not those of the whole business. */
export const ofOthers =
  /\b(?:happy|after|staffed|breakfast|brunch|lunch|dinner|kitchen|bar|patio|delivery|pick-?up|drive|(?<!no )walk-?ins?|emergency|phone|call|support|assistance|chat|whats ?app|sales|service|parts|lab|pharmacy|class(?:es)?|lessons?|schedule|worship|mass|school|events?|music|trivia|visiting|visitors?|tours?|check-?in|house|holidays?|(?:thanksgiving|christmas|xmas|easter|ramadan|diwali|(?:new year|mother|father|valentine)(?:'?s)?(?: day| eve)?|(?:memorial|labor|independence|veterans|presidents) day|july 4th|4th of july|seniors?|volunteers?|pool|parking|quiet) (?:\w{1,12} ){0,2}hours|24 ?(?:\/ ?7|hours?|hrs?))\b/i
export const seasonal =
  /\b(?:summer|winter|spring|fall|autumn|season|seasonal|temporary|covid\S{0,4}|limited|modified|reduced|adjusted|special|new) (?:\w{1,12} )?(?:hours|schedule)\b|^\(?(?:summer|winter|spring|fall|autumn|seasonal|temporary)\b(?! (?:street|st|ave(?:nue)?|road|rd|lane|park|valley|creek|hills?|lake|river|gardens?|haven)\b|[a-z ]{1,30}, [a-z]{2}\b)|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?(?: \d{1,2}(?:st|nd|rd|th)?)? ?(?:-|to|through|until|thru) ?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\buntil further notice\b|\bhours (?:\w{1,12} )?(?:summer|winter|autumn)\b|\bhours? (?:may )?(?:vary|change)s? (?:by|with|seasonally|throughout)\b/i
