import { metrics } from "../src/domain/shared/metrics.ts"
import { httpMetrics } from "../src/http/surface/httpMetrics.ts"

/** Every metric of the process, in the order of `docs/operations.md`. */
export const allMetrics = [...Object.values(httpMetrics), ...Object.values(metrics)]

/** The metrics as a Markdown table. */
export const metricsTable = (): string =>
  [
    "| Metric | Kind | Labels | Meaning |",
    "|---|---|---|---|",
    ...allMetrics.map(
      ({ name, kind, labels, meaning }) =>
        `| \`${name}\` | ${kind} | ${labels.map((label) => `\`${label}\``).join(", ")} | ${meaning} |`
    )
  ].join("\n")
