import { defineConfig } from "vitest/config"

/** Tests with a process of their own, most of them over a PostgreSQL or Redis server, in databases of their own. */
const servers = ["test/**/*.{postgres,redis,process}.test.ts", "test/{postgres,redis,process}/**/*.test.ts"]

/** Where to write what ran, as JSON, for whoever adds up several runs. */
const report = process.env["HUB_TEST_REPORT"]

/** Tests that know no server: what they ask is kept in memory or by the embedded PostgreSQL, if at all. */
const surfaces = ["test/{http,cli,fuzz,docs,scripts}/**/*.test.ts", "test/layers/{hostileImages,ImagesLayer}.test.ts"]

/** Tests of what a browser measures, which nothing else may disturb. */
const alone = ["test/http/pages/lighthouse.test.ts"]

export default defineConfig({
  test: {
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]],
    pool: "forks",
    maxWorkers: 2,
    // Failures that tests provoke are logged; whoever reads the output looks for those of tests that failed.
    silent: "passed-only",
    globalSetup: ["test/support/dropTemplates.ts"],
    setupFiles: ["test/support/everyTestAsserts.ts"],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    projects: [
      // Files of one process share its modules, which halves the time of a run: so no test leaves anything in them behind.
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
