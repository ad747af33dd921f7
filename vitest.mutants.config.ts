import { defineConfig } from "vitest/config"

/** What `npm run mutants` runs against each mutant: tests that need no database, in one worker. */
export default defineConfig({
  test: {
    include: ["test/domain/**/*.test.ts"],
    exclude: [
      "test/domain/wallet/{LedgerHistories,expireDueLots}.test.ts",
      "test/domain/reservations/{changeReservation,finaliseStays}.test.ts",
      "test/domain/{members,verify}/**",
      "test/domain/actions/transitionReplay.test.ts",
      "test/domain/idempotency/once.test.ts"
    ],
    setupFiles: ["test/support/everyTestAsserts.ts"],
    isolate: false
  }
})
