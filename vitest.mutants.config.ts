import { defineConfig } from "vitest/config"

/** What `npm run mutants` runs against each mutant: the tests of the folders with the rules, except slow ones. */
export default defineConfig({
  test: {
    include: ["test/domain/{access,actions,fulfillments,messaging,offers,ratelimit,reservations,wallet}/**/*.test.ts"],
    exclude: [
      "test/domain/wallet/{LedgerHistories,expireDueLots}.test.ts",
      "test/domain/reservations/{changeReservation,finaliseStays}.test.ts",
      "test/domain/actions/transitionReplay.test.ts"
    ],
    setupFiles: ["test/support/everyTestAsserts.ts", "test/support/errorsByFields.ts"],
    isolate: false
  }
})
