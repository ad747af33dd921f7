import { Data, Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"
import { ReservationXid } from "./Reservation.ts"

export class LegacyReservationMissing extends Schema.TaggedError<LegacyReservationMissing>()(
  "LegacyReservationMissing",
  {}
) {
  static readonly failure: Failure = {
    kind: "missing",
    code: "legacy_booking_not_found",
    title: "No such legacy booking"
  }
  override get message() {
    return "There is no legacy booking with this document id"
  }
}

/** Unknown, another member's, or conditions not met: indistinguishable (MEM-113). */
export class ReservationMissing extends Schema.TaggedError<ReservationMissing>()("ReservationMissing", {}) {
  static readonly failure: Failure = { kind: "missing", code: "reservation_not_found", title: "No such reservation" }
  override get message() {
    return "There is no such reservation"
  }
}

/** The caller meets every condition, but the stay is linked to another member (MEM-113). */
export class ReservationLinked extends Schema.TaggedError<ReservationLinked>()("ReservationLinked", {}) {
  static readonly failure: Failure = {
    kind: "conflict",
    code: "reservation_linked",
    title: "The reservation is linked to another member"
  }
  override get message() {
    return "The reservation is linked to another member"
  }
}

/** The organization already has a reservation with this id. */
export class ReservationTaken extends Schema.TaggedError<ReservationTaken>()("ReservationTaken", {
  externalId: ReservationXid
}) {
  static readonly failure: Failure = {
    kind: "conflict",
    code: "reservation_taken",
    title: "The reservation already exists"
  }
  override get message() {
    return `A reservation ${this.externalId} already exists`
  }
}

/** The account that a file links a stay to was closed or merged after it was looked up (DOMAIN 4.5). */
export class MemberOvertaken extends Data.TaggedError("MemberOvertaken") {}

/** A date of the stay was changed after it was looked up, so that the change would put its check-out before its check-in. */
export class DatesOvertaken extends Data.TaggedError("DatesOvertaken") {}
