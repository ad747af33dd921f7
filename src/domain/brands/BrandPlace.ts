import type { BrandRow } from "./BrandRow.ts"

/** The place of a brand in the list, by name then id (HUB-023). */
export type BrandPlace = Pick<BrandRow, "documentId" | "name">

/** No stored text contains it. */
const separator = "\u0000"

/**
 * The place as a position. It holds what the list is sorted by and not only the id: a walk continues where it stopped
 * though its last brand is renamed or removed (HUB-019).
 */
export const positionOf = ({ documentId, name }: BrandPlace): string => `${documentId}${separator}${name}`

/** The place at a position; undefined when `positionOf` did not make it. */
export const placeAt = (position: string): BrandPlace | undefined => {
  const [documentId, name, ...rest] = position.split(separator)
  return documentId === undefined || name === undefined || rest.length > 0 ? undefined : { documentId, name }
}
