import { isPublished } from './published.sql.ts'

export const datasetKey = `CASE WHEN d.name = d.source THEN d.source ELSE d.source || '/' || d.name END`
/** SQL for the key of a row, in the format of `lead.place_key`: the dataset and the source's id. */
export const placeKey = (row: string): string =>
  `(SELECT ${datasetKey} FROM dataset d WHERE d.id = ${row}.dataset_id) || ':' || ${row}.source_id`

/** SQL for the id of the published place with a key. If its row is part of another place, this is the id of that place. */
export const placeIdOf = (key: string): string =>
  `(SELECT coalesce(p.merged_into, p.id) FROM dataset d JOIN place p ON p.dataset_id = d.id
     AND p.source_id = substr(${key}, length(split_part(${key}, ':', 1)) + 2)
    WHERE ${datasetKey} = split_part(${key}, ':', 1) AND ${isPublished('p.id')})`
