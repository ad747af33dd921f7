import { defineConfig } from "vitest/config"

/** Tests that run in their own process, most of them with their own databases on a PostgreSQL or Redis server. */
const servers = ["test/**/*.{postgres,redis,process}.test.ts", "test/{postgres,redis,process}/**/*.test.ts"]

/** The file for a JSON report of the run; reports of several runs can be combined. */
const report = process.env["HUB_TEST_REPORT"]

/** Tests that need no server: their data is in memory or in the embedded PostgreSQL, if they have any. */
const surfaces = ["test/{http,cli,fuzz,docs,scripts}/**/*.test.ts", "test/layers/{hostileImages,ImagesLayer}.test.ts"]

/** Tests that measure a browser, which other tests would disturb. */
const alone = ["test/http/pages/lighthouse.test.ts"]

export default defineConfig({
  test: {
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]],
    pool: "forks",
    maxWorkers: 2,
    // Tests provoke failures, which are logged; only the logs of failed tests are of interest.
    silent: "passed-only",
    globalSetup: ["test/support/servers/dropTemplates.ts"],
    setupFiles: ["test/support/everyTestAsserts.ts", "test/support/errorsByFields.ts"],
    // Reached only by what hangs, on a machine however slow; so no test has a limit of its own that is shorter.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      // Files of one process share its modules, which halves the time of a run; so no test may leave state in a module.
      {
        extends: true,
        test: { name: "surfaces", include: surfaces, exclude: alone, isolate: false, sequence: { groupOrder: 0 } }
      },
      {
        extends: true,
        test: {
          name: "hub",
          include: ["test/**/*.test.ts"],
          exclude: [...surfaces, ...servers, ...alone],
          isolate: false,
          sequence: { groupOrder: 0 }
        }
      },
      {
        extends: true,
        test: {
          name: "servers",
          include: servers,
          maxConcurrency: 3,
          sequence: { groupOrder: 1 }
        }
      },
      { extends: true, test: { name: "alone", include: alone, sequence: { groupOrder: 2 } } }
    ]
  }
})
