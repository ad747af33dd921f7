import type { BrandRow } from "./BrandRow.ts"

/** The sort key of a brand in the list, by name then id (HUB-023). */
export type BrandPlace = Pick<BrandRow, "documentId" | "name">

/** NUL, which no stored text contains. */
const separator = "\u0000"

/**
 * Encodes a place as a cursor position. It holds the sort key, not only the id, so paging continues correctly even if
 * the last brand is renamed or removed (HUB-019).
 */
export const positionOf = ({ documentId, name }: BrandPlace): string => `${documentId}${separator}${name}`

/** Decodes a position; undefined if `positionOf` did not make it. */
export const placeAt = (position: string): BrandPlace | undefined => {
  const [documentId, name, ...rest] = position.split(separator)
  return documentId === undefined || name === undefined || rest.length > 0 ? undefined : { documentId, name }
}
