import { type Reservation, ReservationId, ReservationXid } from "./Reservation.ts"

/** The place of a reservation in the list (PAR-053). */
export type ReservationPlace = Pick<Reservation, "checkIn" | "externalId" | "id">

/** No stored text contains it. */
const separator = "\u0000"

/**
 * The place as a position. It holds what the list is sorted by: a walk continues where it stopped though its last row is
 * moved or removed (PAR-059).
 */
export const positionOf = ({ checkIn, externalId, id }: ReservationPlace): string =>
  [checkIn ?? "", id, externalId].join(separator)

const written = /^(\d{4}-\d{2}-\d{2})?\0(\d{1,10})\0([^\0]+)$/u

/** The place at a position; undefined when `positionOf` did not make it. */
export const placeAt = (position: string): ReservationPlace | undefined => {
  const [, checkIn = null, id, externalId] = written.exec(position) ?? []
  return id === undefined || externalId === undefined
    ? undefined
    : { checkIn, id: ReservationId.make(Number(id)), externalId: ReservationXid.make(externalId) }
}
