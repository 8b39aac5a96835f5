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

/** A part that may also be the whole business: "Grooming", "Bike rentals". */
const trade =
  /^(?:the |our )?(?:grill|snack bar|rentals?|parts|repairs?|pharmacy|lab|pool|delivery|take-?out|optical|imaging|x-?ray|body shop|collision|gift shop|recycling|boarding|grooming)(?: (?:&|and|\/|-) ?[a-z-]{3,12})?(?: (?:hours|services?))?[ :.-]{0,3}$/i
/** True for the heading of a part that may also be the whole business. */
export const isTradeHeading = (line: string): boolean => trade.test(line) && isPartHeading(line)

const room =
  /\b(?:counter|market|stand|deli|taproom|tasting room|kennel|greenhouse|pub|branch)(?: (?:on|in|at) [\w .'-]{2,40}?)? (?:is |are )?open\b/i
/** True for hours of a room, which may be a part or the whole business: "Our pub is open daily". */
export const isOfRoom = (isOpening: boolean, line: string): boolean => isOpening && room.test(line)

const elsewhere =
  /\bwhen(?:ever)? (?:we are|we're|our \w{3,10} is) closed,? (?:please )?(?:go|contact|visit|take|see)\b(?! (?:us|our)\b)|\bafter[- ]hours\b.{1,60}\b(?:go to|visit|take your|refer)\b(?! (?:us|our)\b)|\bnearest (?:emergency|animal|pet|vet\w*|hospital|er)\b/i
/** True for a line that sends people to others when the business is closed. */
export const isAboutElsewhere = (line: string): boolean => line.length < 120 && elsewhere.test(line)
