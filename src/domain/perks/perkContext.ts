import type { DateTime } from "effect"
import type { VenueSummary } from "../properties/VenueSummary.ts"
import { dateIn } from "../shared/calendar.ts"
import type { PerkOccasion } from "./perkEligibility.ts"
import type { PerkRecord, PerkStay } from "./PerkRecord.ts"

/** The venue and stay that perks are requested for; no venue if neither property nor stay was given. */
export interface PerkContext {
  readonly venue: VenueSummary | null
  readonly stay: PerkStay | null
  readonly now: DateTime.Utc
}

/** Cancelled stays and inquiries do not count. */
const counts = ({ status }: PerkStay) => status !== "cancelled" && status !== "inquiry"

const occasionAt = (venue: VenueSummary | null, { now, stay }: PerkContext): PerkOccasion => {
  const today = dateIn(now, venue?.timezone ?? "UTC")
  if (venue === null || stay?.venue.id !== venue.id || !counts(stay)) return { venue, date: today, hasStay: false }
  return { venue, date: stay.checkIn ?? today, hasStay: true }
}

/** Memoizes the occasion of each venue: a list has many perks and few venues. */
export const occasionsIn = (context: PerkContext) => {
  const occasions = new Map<number, PerkOccasion>()
  return (record: PerkRecord) => {
    const venue = record.venue ?? context.venue
    const key = venue?.id ?? -1
    const occasion = occasions.get(key) ?? occasionAt(venue, context)
    occasions.set(key, occasion)
    return occasion
  }
}
