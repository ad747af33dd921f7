import { organizationIds } from "../src/demo/demoOrganizations.ts"

/** What is measured of a desk, beside the demo data. */
export const deskFixtures = {
  /** The organization of the demo key PA, which reaches all its venues. */
  organization: organizationIds.A,
  memberBase: 820_000,
  members: 500,
  /** So many members have the name that is looked for. */
  named: 40,
  searched: "zebulon",
  offerBase: 620_000,
  offers: 20,
  reservationBase: 820_000,
  reservations: 2000,
  fulfillments: 1000,
  /** So many claims wait on the desk of a venue. */
  open: 200,
  /** The code that members show at the desk. */
  verificationCode: "BENCHED7"
} as const

/** The id of a claim to fulfill; `serial` counts from 0. */
export const claimedId = (serial: number): string => `00000000-0000-7000-8000-${serial.toString(16).padStart(12, "0")}`
