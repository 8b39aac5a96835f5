const PART = String.raw`(?:kitchen|food|grill|snack bar|drive[- ]?(?:thru|through|up)|gates?|rentals?|parts|repairs?|pharmacy|lab|pool|patio|delivery|take-?out|pick-?up|will call|access|check-?in|phone (?:lines?|support|orders)|call cent(?:er|re)|emergenc(?:y|ies)|after[- ]hours|live chat|chat|optical|imaging|x-?ray|body shop|collision|gift shop|happy hour|open gym|recycling|drop[- ]?(?:off|in)|boarding|grooming|walk-?ins?|last (?:orders|entry|admission))`
const partHeading = new RegExp(
  String.raw`^(?:the |our )?${PART}(?: (?:&|and|/|-) ?${PART})?(?: (?:hours|times|served|serving|service|services|department|dept|counter|desk|window|lane|lines?|team|access|area|open|opening))?[ :.-]{0,3}$`,
  'i',
)
/** True for the heading of a part of the business: "Food served", "Rental counter". */
export const isPartHeading = (line: string): boolean => partHeading.test(line)

const ofPart = new RegExp(String.raw`\b${PART}\b`, 'i')
/** True for words that name a part of the business, such as "The pool". */
export const namesPart = (words: string): boolean => ofPart.test(words)

const elsewhere = /\bwhen(?:ever)? (?:we are|we're|our \w{3,10} is) closed\b|\bafter[- ]hours\b|\bnearest\b/i
/** True for a line about whom to call when the business is closed. */
export const isAboutElsewhere = (line: string): boolean => line.length < 120 && elsewhere.test(line)
