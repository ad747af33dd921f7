import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"

/** The data with no custom domain that is due, so that a test's own domains are the only ones checked. */
export const withoutDueDomains = (dataset: Dataset): Dataset => ({
  ...dataset,
  customDomains: dataset.customDomains.map((domain) => ({ ...domain, nextCheckAt: null }))
})
