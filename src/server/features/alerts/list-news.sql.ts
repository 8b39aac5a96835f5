import { isOnOwnList } from '#server/catalog/search/do-not-contact.sql.ts'
import { placeIdOf } from '#server/catalog/tables/place-key.sql.ts'

/** SQL: change c is shown and counted. The file was followed when it was found, and its business may be contacted. */
export const isReported = `c.state <> 'before' AND NOT EXISTS (
  SELECT FROM known_business b LEFT JOIN place p ON p.id = ${placeIdOf('b.place_keys[1]')}
  WHERE b.file_id = c.file_id AND b.row = c.row AND (b.do_not_contact OR ${isOnOwnList('b.user_id', 'b.place_keys[1]')}))`

/** SQL: change c waits for the user's decision. */
export const isOpen = `c.state = 'open' AND ${isReported}`

/** SQL: change c was not in a digest yet. The comparison that found it has ended. */
export const isListNews = `c.is_told AND c.digest_on IS NULL AND ${isOpen}
  AND EXISTS (SELECT FROM known_file f WHERE f.id = c.file_id AND f.is_followed)`
