import { BigDecimal } from "effect"
import { MemberId } from "../../../src/domain/members/Member.ts"
import { type EarningRule, ProgramId } from "../../../src/domain/programs/Program.ts"
import type { StayFacts } from "../../../src/domain/reservations/StayFacts.ts"

/** One point per euro. */
export const rule = (change: Partial<EarningRule> = {}): EarningRule => ({
  category: "stay",
  pointsPerUnit: BigDecimal.fromStringUnsafe("1"),
  currency: "EUR",
  minSpend: null,
  maxPointsPerStay: null,
  exclusions: [],
  ...change
})

/** A confirmed stay of 100 euros. */
export const facts = (change: Partial<StayFacts> = {}): StayFacts => ({
  status: "confirmed",
  pmsStatus: "confirmed",
  memberId: MemberId.make(1),
  checkIn: "2026-03-01",
  bookingChannel: null,
  spendMinor: 10_000,
  currency: "EUR",
  program: { id: ProgramId.make(1), pointsExpiryMonths: 24 },
  tierMultiplier: BigDecimal.fromStringUnsafe("1.00"),
  rules: [rule()],
  campaigns: [],
  stored: null,
  ...change
})
