import { jobNames, jobSchedules } from "../src/domain/jobs/Jobs.ts"

/** The jobs as a Markdown table. */
export const jobsTable = (): string =>
  [
    "| Job | Due (cron, UTC) | What is done |",
    "|---|---|---|",
    ...jobNames.map((name) => `| \`${name}\` | \`${jobSchedules[name].cron}\` | ${jobSchedules[name].meaning} |`)
  ].join("\n")
