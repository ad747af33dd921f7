const programId = "019b76da-a800-79e3-ba56-bb2188f96506"

/** The active program in the demo data. */
const activeId = "019b76da-a800-7135-af7e-4392baf72216"

const bronze = {
  tierId: "019b76da-a800-73b7-bb17-ccb57dae5d09",
  name: "Bronze",
  level: 1,
  qualifyingPoints: 0,
  qualifyingNights: null,
  multiplier: 1,
  validityMonths: 24,
  color: "#cd7f32",
  memberCount: 0,
  updatedAt: "2026-02-01T09:12:44.000Z"
}

const jade = {
  ...bronze,
  tierId: "019b76da-a800-7314-9d61-8e800ba75973",
  name: "Jade",
  level: 2,
  qualifyingPoints: 2000,
  qualifyingNights: 10,
  multiplier: 1.5,
  color: null
}

const program = {
  programId,
  name: "Program A draft",
  description: null,
  status: "draft",
  currencyName: "stars",
  pointsExpiryMonths: 12,
  earnBasis: "spend",
  venueCount: 1,
  tierCount: 2,
  version: 7,
  createdAt: "2025-11-01T09:12:44.000Z",
  updatedAt: "2026-02-01T09:12:44.000Z"
}

const venueId = "t5jsyq1qwiudc8e7cj2uvs7t"

const venues = {
  items: [{ id: venueId, name: "Venue V1", joinedAt: "2026-02-01T09:12:44.000Z" }]
}

const rule = {
  category: "stay",
  pointsPerUnit: 1.5,
  currency: "EUR",
  minSpend: 50,
  maxPointsPerStay: 20_000,
  exclusions: ["booking.com"]
}

const rules = { version: 3, effectiveFrom: "2026-06-01", rules: [rule] }

const keyed = (name: string, parameters: Readonly<Record<string, string>>) => ({
  ...parameters,
  "idempotency-key": `example-${name}-1`
})

/** Requests to the program and tier endpoints that succeed against the demo data, by operation id. */
export const programRequests = {
  createProgram: {
    parameters: keyed("program", {}),
    bodies: {
      small: { summary: "With the defaults", value: { name: "House Club" } },
      whole: {
        summary: "With everything",
        value: {
          name: "House Club",
          description: "For returning guests",
          currencyName: "stars",
          pointsExpiryMonths: 12
        }
      }
    }
  },
  getProgram: { parameters: { programId } },
  changeProgram: {
    parameters: keyed("program-change", { programId }),
    bodies: {
      renamed: { summary: "Rename the program", value: { name: "House Circle" } },
      bare: { summary: "Remove the description", value: { description: null } }
    }
  },
  activateProgram: { parameters: keyed("activation", { programId }) },
  archiveProgram: {
    parameters: keyed("archiving", { programId: activeId }),
    bodies: { explained: { summary: "With a reason", value: { reason: "Replaced by House Circle" } } }
  },
  listProgramVenues: { parameters: { programId } },
  replaceProgramVenues: {
    parameters: keyed("program-venues", { programId }),
    bodies: { one: { summary: "Replace the venues with one venue", value: { venueIds: [venueId] } } }
  },
  getEarningRules: { parameters: { programId: activeId } },
  replaceEarningRules: {
    parameters: keyed("rules", { programId }),
    bodies: {
      whole: {
        summary: "From a given date, with a limit per stay",
        value: { effectiveFrom: "2999-01-01", rules: [rule] }
      },
      small: {
        summary: "One point per euro",
        value: { effectiveFrom: "2999-01-01", rules: [{ category: "stay", pointsPerUnit: 1, currency: "EUR" }] }
      }
    }
  },
  listTiers: { parameters: { programId } },
  createTier: {
    parameters: keyed("tier", { programId }),
    bodies: {
      small: {
        summary: "With the defaults",
        value: { name: "Onyx", level: 3, qualifyingPoints: 5000, multiplier: 1.75 }
      }
    }
  },
  reorderTiers: {
    parameters: keyed("order", { programId }),
    bodies: { swapped: { summary: "Swap two tiers", value: { tierIds: [jade.tierId, bronze.tierId] } } }
  },
  getTier: { parameters: { programId, tierId: jade.tierId } },
  changeTier: {
    parameters: keyed("tier-change", { programId, tierId: jade.tierId }),
    bodies: { more: { summary: "Raise the multiplier", value: { multiplier: 1.75 } } }
  },
  removeTier: { parameters: keyed("tier-removal", { programId, tierId: jade.tierId }) }
}

/** Example responses of the program and tier endpoints, by operation id. */
export const programExamples = {
  listPrograms: { items: [program], total: 1, limit: 25, offset: 0 },
  createProgram: { ...program, status: "draft", venueCount: 0, tierCount: 0, version: 1 },
  getProgram: { ...program, tiers: [bronze, jade] },
  changeProgram: { ...program, name: "House Circle", version: 8 },
  activateProgram: { ...program, status: "active", version: 8 },
  archiveProgram: { ...program, status: "archived", version: 9 },
  listProgramVenues: venues,
  replaceProgramVenues: venues,
  getEarningRules: rules,
  replaceEarningRules: { ...rules, version: 4 },
  listTiers: { items: [bronze, jade] },
  createTier: { ...jade, name: "Onyx", level: 3, qualifyingPoints: 5000, qualifyingNights: null, multiplier: 1.75 },
  reorderTiers: {
    items: [
      { ...jade, level: 1 },
      { ...bronze, level: 2 }
    ],
    affectedBenefitIds: ["019b76da-a800-7c44-8a10-5b1f0b6a7e02"]
  },
  getTier: jade,
  changeTier: { ...jade, multiplier: 1.75 }
}
