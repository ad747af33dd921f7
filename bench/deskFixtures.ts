import { organizationIds } from "../src/demo/demoOrganizations.ts"

/** The desk rows that are measured, beside the demo data. */
export const deskFixtures = {
  /** The organization of the demo key PA, which reaches all its venues. */
  organization: organizationIds.A,
  memberBase: 820_000,
  members: 500,
  /** The number of members with the searched name. */
  named: 40,
  searched: "zebulon",
  offerBase: 620_000,
  offers: 20,
  reservationBase: 820_000,
  reservations: 2000,
  fulfillments: 1000,
  /** The number of pending claims at a venue's desk. */
  open: 200,
  /** The code that members show at the desk. */
  verificationCode: "BENCHED7"
} as const

/** The id of a claim to fulfill; `serial` counts from 0. */
export const claimedId = (serial: number): string => `00000000-0000-7000-8000-${serial.toString(16).padStart(12, "0")}`
