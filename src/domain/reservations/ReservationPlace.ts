import { type Reservation, ReservationId, ReservationXid } from "./Reservation.ts"

/** The sort key of a reservation in the list (PAR-053). */
export type ReservationPlace = Pick<Reservation, "checkIn" | "externalId" | "id">

/** NUL, which no stored text contains. */
const separator = "\u0000"

/**
 * Encodes a place as a cursor position. It holds the sort key, so paging continues correctly even if the last row has
 * moved or been removed (PAR-059).
 */
export const positionOf = ({ checkIn, externalId, id }: ReservationPlace): string =>
  [checkIn ?? "", id, externalId].join(separator)

const positionFormat = /^(\d{4}-\d{2}-\d{2})?\0(\d{1,10})\0([^\0]+)$/u

/** Decodes a position; undefined if `positionOf` did not make it. */
export const placeAt = (position: string): ReservationPlace | undefined => {
  const [, checkIn = null, id, externalId] = positionFormat.exec(position) ?? []
  return id === undefined || externalId === undefined
    ? undefined
    : { checkIn, id: ReservationId.make(Number(id)), externalId: ReservationXid.make(externalId) }
}
